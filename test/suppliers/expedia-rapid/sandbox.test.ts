import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BookingMode, RoomRate } from '../../../src/domain/rate.ts'
import { createClock } from '../../../src/platform/clock.ts'
import { sandboxCatalogue } from '../../../src/sandbox/catalogue/catalogue.ts'
import { SCENARIOS } from '../../../src/sandbox/scenarios.ts'
import { createMemoryFaults, createMemoryState } from '../../../src/sandbox/suppliers/memory-state.ts'
import { type SandboxServer, startSandboxSuppliers } from '../../../src/sandbox/suppliers/server.ts'
import { expediaRapid } from '../../../src/suppliers/expedia-rapid/index.ts'
import { confirmHold } from '../../../src/suppliers/expedia-rapid/itinerary.ts'
import { createSupplierFetch } from '../../../src/suppliers/fetch.ts'
import type { BookingReference, BookRequest, SupplierBooking } from '../../../src/suppliers/supplier.ts'
import type { SupplierCall, WriteOutcome } from '../../../src/suppliers/supplier-call.ts'
import { dayFromNow } from '../../support/day-from-now.ts'
import { rapidCall } from '../../support/rapid.ts'
import { startWatchedWire } from '../../support/suppliers/watched-wire.ts'
import { wireFaults } from '../../support/suppliers/wire-faults.ts'

const clock = createClock()
const faults = createMemoryFaults()
const seen = new Set<string>()
const wrong: string[] = []
let server: SandboxServer
let wire: Awaited<ReturnType<typeof startWatchedWire>>
const fetch = createSupplierFetch()

beforeAll(async () => {
  const catalogue = sandboxCatalogue()
  server = await startSandboxSuppliers({
    clock,
    catalogue: () => catalogue,
    state: () => createMemoryState(),
    faults,
    log: { debug: () => undefined, error: (fields, message) => wrong.push(`${message} ${JSON.stringify(fields)}`) },
    port: 0,
  })
  wire = await startWatchedWire(server.baseUrls, { wrong, observe: ({ operation }) => void seen.add(operation) })
})

afterAll(async () => {
  await fetch.close()
  await wire?.close()
  await server?.close()
})

function call(timeoutMs = 2_000): SupplierCall {
  return {
    ...rapidCall(wire.baseUrls['expedia_rapid'] ?? '', fetch, clock.real()),
    timeoutMs,
  }
}

const request = {
  stay: { checkInDate: dayFromNow(60), checkOutDate: dayFromNow(62) },
  occupancy: [{ adults: 2, childAges: [7] }],
  nationality: 'GB',
  hotelTimeZone: 'Atlantic/Reykjavik',
}

function scenario(slug: string): string {
  return SCENARIOS.find((one) => one.slug === slug)?.supplierHotelId ?? ''
}

async function checkedRate(slug: string): Promise<RoomRate | null> {
  const answer = await expediaRapid.rooms(call(), { ...request, supplierHotelId: scenario(slug) })
  if (!answer.ok) throw new Error(answer.error.detail)
  const rate = answer.value.rates.find(({ bookingModes }) => bookingModes.includes('HOLD')) ?? answer.value.rates[0]
  if (!rate) throw new Error('no rate')
  const price = await expediaRapid.checkPrice(call(), { ...request, supplierHotelId: scenario(slug), rate })
  if (!price.ok) throw new Error(price.error.detail)
  return price.value.available ? price.value.rate : null
}

let minted = 0
async function book(slug: string, mode: BookingMode, timeoutMs?: number) {
  const rate = await checkedRate(slug)
  if (!rate) throw new Error('sold out')
  minted += 1
  const supplierReference = `TEST${String(minted).padStart(12, '0')}`
  const outcome = await expediaRapid.book(call(timeoutMs), bookingOf(rate, mode, supplierReference))
  return { outcome, reference: referenceOf(supplierReference, outcome) }
}

function bookingOf(rate: RoomRate, mode: BookingMode, supplierReference: string): BookRequest {
  return {
    supplierReference,
    mode,
    rate,
    stay: request.stay,
    nationality: 'GB',
    holder: { givenName: 'Ada', familyName: 'Lovelace', email: 'ada@example.com', phone: '+442071234567' },
    guests: [],
    specialRequests: null,
  }
}

function referenceOf(supplierReference: string, outcome: WriteOutcome<SupplierBooking>): BookingReference {
  return {
    supplierReference,
    supplierBookingId: outcome.outcome === 'ACCEPTED' ? outcome.value.supplierBookingId : null,
    supplierPayload: outcome.outcome === 'ACCEPTED' ? outcome.value.supplierPayload : {},
    holderEmail: 'ada@example.com',
    bookedAt: 0,
  }
}

async function record(reference: BookingReference): Promise<SupplierBooking | null> {
  const found = await expediaRapid.retrieve(call(), reference)
  return found.ok ? found.value : null
}

describe('the sandbox Rapid, spoken to by the production adapter', () => {
  it('answers a search of 250 hotels', async () => {
    const ids = sandboxCatalogue()
      .supplierHotels.filter(({ supplierCode }) => supplierCode === 'expedia_rapid')
      .slice(0, 250)
      .map(({ supplierHotelId }) => supplierHotelId)
    const found = await expediaRapid.search(call(10_000), { ...request, supplierHotelIds: ids })
    expect(found.ok && found.value.quotes.length).toBeGreaterThan(150)
    expect(found.ok && found.value.droppedRates).toBe(0)
  })

  it('books, is found by our reference, shows the record, and cancels', async () => {
    const { outcome, reference } = await book('cancel-free', 'INSTANT')
    expect(outcome.outcome).toBe('ACCEPTED')
    const found = await expediaRapid.find(call(), reference)
    expect(found.ok && found.value).toHaveLength(1)
    expect((await record(reference))?.status).toBe('CONFIRMED')
    expect((await expediaRapid.cancel(call(), reference)).outcome).toBe('ACCEPTED')
    expect(await record(reference)).toMatchObject({ status: 'CANCELLED', chargedPenalty: { amountMinor: 0 } })
    // Once more changes nothing, and is no fault.
    expect(await expediaRapid.cancel(call(), reference)).toMatchObject({
      outcome: 'REFUSED',
      refusal: { reason: 'ALREADY_CANCELLED' },
    })
  })

  it('a hold that is resumed is CONFIRMED', async () => {
    const { reference } = await book('hold', 'HOLD')
    expect((await record(reference))?.status).toBe('ON_HOLD')
    expect((await confirmHold(call(), reference)).outcome).toBe('ACCEPTED')
    expect((await record(reference))?.status).toBe('CONFIRMED')
  })

  it('a hold that is released is CANCELLED', async () => {
    const { reference } = await book('hold', 'HOLD')
    expect((await expediaRapid.cancel(call(), reference)).outcome).toBe('ACCEPTED')
    expect((await record(reference))?.status).toBe('CANCELLED')
  })

  it('lapses a hold at its deadline', async () => {
    const { reference } = await book('hold-lapses', 'HOLD')
    clock.setSkew(11 * 86_400_000)
    expect((await record(reference))?.status).toBe('CANCELLED')
    expect((await confirmHold(call(), reference)).outcome).toBe('REFUSED')
    clock.setSkew(0)
  })

  it('sells out, changes a price, refuses a booking, and refuses a hold once, as its scenarios say', async () => {
    expect(await checkedRate('sold-out')).toBeNull()
    const changed = await checkedRate('price-changed')
    expect(changed).not.toBeNull()
    const refused = await book('refused', 'INSTANT')
    expect(refused.outcome).toMatchObject({ outcome: 'REFUSED', refusal: { reason: 'SOLD_OUT' } })
    const held = await book('hold-refused', 'HOLD')
    expect((await confirmHold(call(), held.reference)).outcome).toBe('REFUSED')
    expect((await confirmHold(call(), held.reference)).outcome).toBe('ACCEPTED')
  })

  it('holds for 30 hours only where that is all the supplier gives', async () => {
    const rate = await checkedRate('hold-short')
    const hours = ((rate?.holdDeadlineAt ?? 0) - clock.real()) / 3_600_000
    expect(rate?.bookingModes).toContain('HOLD')
    expect(hours).toBeGreaterThan(20)
    expect(hours).toBeLessThanOrEqual(30)
  })

  it('has confirmed a hold whose confirmation was never answered: asked again, the record tells', async () => {
    const { reference } = await book('hold-timeout', 'HOLD')
    const lost = await confirmHold(call(300), reference)
    expect(lost).toMatchObject({ outcome: 'UNKNOWN', failure: { kind: 'TIMEOUT' } })
    expect((await record(reference))?.status).toBe('CONFIRMED')
    expect((await confirmHold(call(), reference)).outcome).toBe('ACCEPTED')
  })

  it('books under one reference once: the second create is settled by a look-up', async () => {
    const { reference } = await book('cancel-free', 'INSTANT')
    minted -= 1
    const again = await book('cancel-free', 'INSTANT')
    expect(again.reference.supplierReference).toBe(reference.supplierReference)
    expect(again.outcome).toMatchObject({
      outcome: 'UNKNOWN',
      failure: { supplierErrorCode: 'duplicate_itinerary' },
    })
    const found = await expediaRapid.find(call(), reference)
    expect(found.ok && found.value).toHaveLength(1)
  })

  it('cancels nothing that it does not know', async () => {
    const unknown = {
      supplierReference: 'NONE',
      supplierBookingId: '404',
      supplierPayload: {},
      holderEmail: 'a@b.example',
      bookedAt: 0,
    }
    expect(await record(unknown)).toBeNull()
    expect((await expediaRapid.cancel(call(), unknown)).outcome).toBe('REFUSED')
    expect((await confirmHold(call(), unknown)).outcome).toBe('REFUSED')
  })

  it('books rooms for several parties at one rate, and cancels every one', async () => {
    const parties = {
      ...request,
      occupancy: [
        { adults: 2, childAges: [7] },
        { adults: 1, childAges: [] },
      ],
    }
    const answer = await expediaRapid.rooms(call(), { ...parties, supplierHotelId: scenario('cancel-free') })
    const rate = answer.ok ? answer.value.rates[0] : undefined
    if (!rate) throw new Error('no rate for two rooms')
    expect(rate.rooms).toHaveLength(2)
    const price = await expediaRapid.checkPrice(call(), {
      ...parties,
      supplierHotelId: scenario('cancel-free'),
      rate,
    })
    if (!price.ok || !price.value.available) throw new Error('not available')
    expect(price.value.rate.price.total).toEqual(rate.price.total)
    const outcome = await expediaRapid.book(call(), {
      ...bookingOf(price.value.rate, 'INSTANT', 'TESTTWOROOMS'),
      guests: [{ roomIndex: 1, type: 'ADULT', givenName: 'Grace', familyName: 'Hopper', age: null }],
    })
    expect(outcome.outcome).toBe('ACCEPTED')
    const reference = referenceOf('TESTTWOROOMS', outcome)
    expect((await expediaRapid.cancel(call(), reference)).outcome).toBe('ACCEPTED')
    expect(await record(reference)).toMatchObject({ status: 'CANCELLED', chargedPenalty: { amountMinor: 0 } })
  })

  it('[C-112] loses answers, not bookings: what was booked is found by our reference', async () => {
    const { outcome, reference } = await book('book-timeout', 'INSTANT', 300)
    expect(outcome).toMatchObject({ outcome: 'UNKNOWN', failure: { kind: 'TIMEOUT' } })
    const found = await expediaRapid.find(call(), reference)
    expect(found.ok && found.value.map(({ status }) => status)).toEqual(['CONFIRMED'])
    const lost = await book('book-lost', 'INSTANT', 300)
    expect(lost.outcome.outcome).toBe('UNKNOWN')
    const none = await expediaRapid.find(call(), lost.reference)
    expect(none).toEqual({ ok: true, value: [] })
  })

  it.each([
    ['reset', 'NETWORK'],
    ['500', 'SERVER_ERROR'],
    ['429', 'RATE_LIMITED'],
    ['garbage', 'MALFORMED'],
    ['truncated', 'NETWORK'],
  ] as const)('plays the fault %s beneath a search as %s', async (fault, kind) => {
    faults.add('expedia_rapid', 'search', { fault })
    const found = await expediaRapid.search(call(), { ...request, supplierHotelIds: [scenario('hold')] })
    expect(found.ok ? null : found.error.kind).toBe(kind)
  })

  it('[P-7] has no fault on the wire over every operation, holds and their ends among them', () => {
    expect(wireFaults({ wrong })).toEqual([])
    expect([...seen].sort()).toEqual(
      [
        'DELETE /v3/itineraries/{itinerary_id}',
        'DELETE /v3/itineraries/{itinerary_id}/rooms/{room_id}',
        'GET /v3/itineraries',
        'GET /v3/itineraries/{itinerary_id}',
        'GET /v3/properties/availability',
        'GET /v3/properties/{property_id}/rooms/{room_id}/rates/{rate_id}',
        'POST /v3/itineraries',
        'PUT /v3/itineraries/{itinerary_id}',
      ].sort(),
    )
  })
})
