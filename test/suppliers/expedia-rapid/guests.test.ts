import { beforeEach, describe, expect, it } from 'vitest'
import type { BookingExtras } from '../../../src/domain/booking-extras.ts'
import type { RoomRate } from '../../../src/domain/rate.ts'
import { SCENARIOS } from '../../../src/sandbox/scenarios.ts'
import { expediaRapid } from '../../../src/suppliers/expedia-rapid/index.ts'
import type { BookRequest } from '../../../src/suppliers/supplier.ts'
import type { Json } from '../../support/http-client.ts'
import { useRapidSandbox } from '../../support/rapid-sandbox.ts'
import { bookingOf, questionFor, referenceOf } from '../../support/suppliers/sandbox.ts'

/** Guests, e-mail addresses and invoices as Expedia demands them, by the ids of its list. */
const sandbox = useRapidSandbox()
const { sent } = sandbox
const HOTEL = SCENARIOS.find((one) => one.slug === 'cancel-free')?.supplierHotelId ?? ''

beforeEach(() => {
  sent.length = 0
})

async function booked(changes: (request: BookRequest) => Partial<BookRequest> = () => ({})) {
  const [rate] = await sandbox.rooms(HOTEL)
  const request = bookingOf(await sandbox.checked(rate as RoomRate), sandbox.question)
  const sending = { ...request, ...changes(request) }
  const outcome = await expediaRapid.book(sandbox.call(), sending)
  const { body } = sent.findLast(({ operation }) => operation === 'book') ?? {}
  return { outcome, reference: referenceOf(sending, outcome), body: JSON.parse(body ?? 'null') }
}

function stored(supplierBookingId: string | null): Promise<Json> {
  return sandbox.state.get('itinerary', supplierBookingId ?? '')
}

describe('[R-15] guests', () => {
  it('have one lead a room, in up to eight rooms of one type', async () => {
    const occupancy = Array.from({ length: 8 }, () => ({ adults: 1, childAges: [] }))
    const question = { ...questionFor(occupancy), supplierHotelId: HOTEL, hotelTimeZone: 'Europe/London' }
    const found = await expediaRapid.rooms(sandbox.call(), question)
    const rate = found.ok ? found.value.rates[0] : undefined
    if (!rate) throw new Error('no rate for eight rooms')
    const checked = await expediaRapid.checkPrice(sandbox.call(), { ...question, rate })
    if (!checked.ok || !checked.value.available) throw new Error('not available')
    const request = bookingOf(checked.value.rate, question)
    const names = ['Ada', 'Byron', 'Clara', 'Dora', 'Ernst', 'Fanny', 'Greta']
    const guests = names.map((givenName, roomIndex) => ({
      roomIndex,
      type: 'ADULT' as const,
      givenName,
      familyName: 'Lovelace',
      age: null,
    }))
    const outcome = await expediaRapid.book(sandbox.call(), { ...request, guests })
    expect(outcome.outcome).toBe('ACCEPTED')
    const itinerary = await stored(referenceOf(request, outcome).supplierBookingId)
    // The holder stands for the room without a name.
    expect(itinerary.rooms.map(({ givenName }: Json) => givenName)).toEqual([...names, 'Ada'])
    expect(expediaRapid.capabilities.maxRooms).toBe(8)
  })

  it('have names of at most 60 characters, and nothing that Rapid would send back as entities', async () => {
    const { outcome, reference, body } = await booked(({ guests, holder }) => ({
      holder: { ...holder, givenName: 'A'.repeat(61) },
      guests: guests.map((guest) => ({ ...guest, givenName: 'Zoë (the <first> & last)', familyName: 'B'.repeat(80) })),
      specialRequests: 'high floor <please> & thank you (both)',
    }))
    expect(outcome.outcome).toBe('ACCEPTED')
    const [room] = (await stored(reference.supplierBookingId)).rooms
    expect(room).toMatchObject({
      givenName: expect.stringMatching(/^Zoë +the +first +last$/),
      familyName: 'B'.repeat(60),
    })
    expect(JSON.stringify([room, body.rooms])).not.toMatch(/[<>&()]/)
    const found = await expediaRapid.retrieve(sandbox.call(), reference)
    expect(found.ok && found.value?.guests?.[0]?.givenName).toBe(room.givenName)
  })

  it.each(['A<1', 'A>1', 'A(1', 'A)1', 'A&1'])(
    'a reference with %s is refused, and nothing is booked',
    async (mark) => {
      const { outcome } = await booked(({ supplierReference }) => ({
        supplierReference: `${mark}${supplierReference}`,
      }))
      expect(outcome.outcome).toBe('REFUSED')
    },
  )

  it('are found by the e-mail address of their creation, and by no other', async () => {
    const { reference } = await booked(({ holder }) => ({ holder: { ...holder, email: 'ada.first@example.com' } }))
    const byFirst = { ...reference, supplierBookingId: null, supplierPayload: {}, holderEmail: 'ada.first@example.com' }
    const found = await expediaRapid.find(sandbox.call(), byFirst)
    expect(found).toMatchObject({ ok: true, value: [{ supplierBookingId: reference.supplierBookingId }] })
    const byOther = await expediaRapid.find(sandbox.call(), { ...byFirst, holderEmail: 'ada.second@example.com' })
    expect(byOther).toEqual({ ok: true, value: [] })
  })
})

describe('[R-23] invoices', () => {
  const invoicing = {
    companyName: 'Analytical Engines & Sons',
    companyAddress: {
      addressLines: ['12 St James’s Square', 'Second floor'],
      city: 'London',
      postalCode: 'SW1Y 4JH',
      countryCode: 'GB',
    },
    email: 'invoices@example.com',
  }

  function bookedWith(extras: BookingExtras, phone = '+442071234567') {
    return booked(({ holder }) => ({ extras, holder: { ...holder, phone } }))
  }

  it('name the company, and go where it wants them', async () => {
    const { outcome, body } = await bookedWith({ invoicing })
    expect(outcome.outcome).toBe('ACCEPTED')
    expect(body.invoicing).toEqual({
      company_name: 'Analytical Engines & Sons',
      company_address: {
        line_1: '12 St James’s Square',
        line_2: 'Second floor',
        city: 'London',
        postal_code: 'SW1Y 4JH',
        country_code: 'GB',
      },
      email: 'invoices@example.com',
    })
    expect(body).not.toHaveProperty('tax_registration_number')
  })

  it.each([
    ['111.444.777-35', '11144477735'],
    ['12.345.678/0001-95', '12345678000195'],
    ['12.abc.345/01de-35', '12ABC34501DE35'],
  ])('of Brazilian customers have the tax number %s without its marks', async (taxRegistrationNumber, bare) => {
    const { outcome, body } = await bookedWith({ taxRegistrationNumber }, '+5511987654321')
    expect(outcome.outcome).toBe('ACCEPTED')
    expect(body.tax_registration_number).toBe(bare)
  })

  it.each(['1234567890', '111.444.777-3', 'ABCDEFGHIJK'])(
    'of Brazilian customers with the tax number %s are refused, and nothing is booked',
    async (taxRegistrationNumber) => {
      const { outcome, reference } = await bookedWith({ taxRegistrationNumber }, '+5511987654321')
      expect(outcome).toMatchObject({ outcome: 'REFUSED', refusal: { reason: 'GUEST_DATA_REJECTED' } })
      expect(await expediaRapid.find(sandbox.call(), reference)).toEqual({ ok: true, value: [] })
    },
  )

  it('have no part in a booking that does not ask for one; neither have memberships', async () => {
    const { body } = await bookedWith({})
    expect(Object.keys(body)).toEqual(['affiliate_reference_id', 'hold', 'email', 'phone', 'rooms', 'payments'])
    const told = await bookedWith({ loyalty: { programId: 'SN', memberId: 'ABC123' }, arrivalTime: '22:30' })
    expect(told.outcome.outcome).toBe('ACCEPTED')
    expect(told.body.rooms[0]).toMatchObject({
      loyalty: { program_id: 'SN', member_id: 'ABC123' },
      special_request: expect.stringMatching(/^Arrival about 22:30\. high floor/),
    })
  })
})
