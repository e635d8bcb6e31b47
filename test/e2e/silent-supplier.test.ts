import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { SUPPLIERS } from '../../src/suppliers/registry.ts'
import type { TestDatabase } from '../support/database.ts'
import { type StartedGateway } from '../support/gateway.ts'
import { type HttpClient, type Json } from '../support/http-client.ts'
import { bookingInput, type Journey } from '../support/journey.ts'
import { optionOf } from '../support/option.ts'
import { createPartner } from '../support/repeating-partner.ts'
import { openSupplierRecords, type SupplierRecords } from '../support/supplier-records.ts'
import { until } from '../support/until.ts'
import { useGatewayProcess } from '../support/use-gateway.ts'

/** Suppliers that take a request, do it, and then say nothing for 300 s. */
let database: TestDatabase
let gateway: StartedGateway
let http: HttpClient
let journey: Journey
let facades: readonly Journey[]
let records: SupplierRecords
const options = new Map<string, Json>()

const CODES = SUPPLIERS.map(({ code }) => code)

useGatewayProcess(
  async (started) => {
    ;({ database, gateway, http } = started)
    // On a busy machine the gateway may answer 503: the request is repeated with the same key, as a partner would.
    const [byHttp, byGraphql] = (['HTTP', 'GraphQL'] as const).map((facade) =>
      createPartner({ doors: [gateway], facade, told: [] }),
    )
    if (!byHttp || !byGraphql) throw new Error('no partners')
    journey = byHttp
    facades = [byHttp, byGraphql]
    records = await openSupplierRecords(database)
    for (const code of CODES) options.set(code, await optionOf(journey, database, code))
  },
  { endWith: 'SIGKILL' },
)

afterAll(async () => {
  await records?.close()
  // Its calls to the silent suppliers would be waited for.
})

async function silence(operation: string, count: number, codes: readonly string[] = CODES): Promise<void> {
  for (const code of codes)
    await http.post('/sandbox/faults', { supplier_code: code, operation, fault: 'timeout', count })
}

async function faultsLeft(): Promise<number> {
  return (await database.query('SELECT coalesce(sum(remaining), 0)::int AS waiting FROM sandbox_faults'))[0].waiting
}

/** RateHawk sends a message of its own when it is done, which may come before we have stopped waiting. */
function pendingOr(told: string, code: string | undefined, pending: string): unknown {
  return code === 'ratehawk' ? expect.stringMatching(new RegExp(`^(${pending}|${told})$`)) : pending
}

async function offerOf(code: string): Promise<Json> {
  return (await journey.prebook(options.get(code).booking_token)).offer
}

async function booked(code: string, mode: 'INSTANT' | 'HOLD'): Promise<Json> {
  const { booking_id: id } = await journey.book(bookingInput(await offerOf(code), mode), randomUUID())
  return reaches(id, mode === 'HOLD' ? 'ON_HOLD' : 'CONFIRMED')
}

function reaches(id: string, status: string): Promise<Json> {
  return until(`${id} to be ${status}`, async () => {
    const booking = await journey.booking(id)
    return booking.status === status ? booking : null
  })
}

async function supplierStatus(id: string): Promise<string[]> {
  const [row] = await database.query('SELECT supplier_code, supplier_reference FROM bookings WHERE id = $1', [id])
  return (await records.find(row.supplier_code, row.supplier_reference)).map(({ status }) => status)
}

describe('a supplier that hangs for 300 s', () => {
  it('[C-071] is not waited for by create, confirm and cancel, on both facades; what it did comes out', {
    timeout: 180_000,
  }, async () => {
    const toCreate = await Promise.all(
      CODES.flatMap((code) => facades.map(async (by) => ({ by, offer: await offerOf(code) }))),
    )
    const held = [await booked('expedia_rapid', 'HOLD'), await booked('expedia_rapid', 'HOLD')]
    const confirmed = []
    for (const code of CODES) confirmed.push(await booked(code, 'INSTANT'))
    const toCancel = []
    for (const { booking_id: id } of confirmed) toCancel.push({ id, quote: await journey.quote(id) })

    await silence('book', 2)
    await silence('confirm_hold', 2, ['expedia_rapid'])
    await silence('cancel', 1)
    // The one supplier that is asked for its own figure does not even answer that.
    await silence('cancellation_quote', 1, ['hotelbeds'])
    const creations = toCreate.map(
      ({ by, offer }) =>
        () =>
          by.book(bookingInput(offer, 'INSTANT'), randomUUID()),
    )
    const confirmations = held.map(
      ({ booking_id: id, accepted_offer_id: offerId }, index) =>
        () =>
          (facades[index] ?? journey).confirmHold(id, offerId),
    )
    const cancellations = toCancel.map(
      ({ id, quote }) =>
        () =>
          journey.cancel(id, quote.quote_id, randomUUID()),
    )
    const answers: Json[] = await Promise.all([...creations, ...confirmations, ...cancellations].map((call) => call()))
    // The suppliers have the requests and still say nothing.
    expect(await faultsLeft()).toBe(0)
    const [created, resumed, cancelled] = [answers.slice(0, 8), answers.slice(8, 10), answers.slice(10)]
    for (const [index, answer] of created.entries())
      expect(answer).toMatchObject({ status: pendingOr('CONFIRMED', CODES[index >> 1], 'PROCESSING') })
    for (const answer of resumed) expect(answer).toMatchObject({ status: 'PROCESSING' })
    for (const [index, answer] of cancelled.entries())
      expect(answer).toMatchObject({ status: pendingOr('CANCELLED', CODES[index], 'CANCELLATION_PENDING') })

    // The calls are still waited for; whoever looks after what nobody has told asks the suppliers.
    await http.post('/sandbox/clock', { advance_seconds: 60 })
    for (const { booking_id: id } of [...created, ...resumed]) {
      await reaches(id, 'CONFIRMED')
      expect(await supplierStatus(id)).toEqual(['CONFIRMED'])
    }
    for (const { id } of toCancel) {
      await reaches(id, 'CANCELLED')
      expect(await supplierStatus(id)).toEqual(['CANCELLED'])
    }
  })
})
