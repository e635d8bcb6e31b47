import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SUPPLIERS } from '../../src/suppliers/registry.ts'
import type { SupplierBooking } from '../../src/suppliers/supplier.ts'
import { createSandboxDatabase, type TestDatabase } from '../support/database.ts'
import { type GatewayProcess, startGatewayProcess } from '../support/gateway-process.ts'
import { type HttpClient, httpClient, type Json } from '../support/http-client.ts'
import { bookingInput, httpJourney, type Journey } from '../support/journey.ts'
import {
  ALL_CELLS,
  CALLS,
  CELLS,
  type Cell,
  deedOf,
  MOMENTS_BEFORE_COMMIT,
  nameOf,
  type Operation,
} from '../support/kill-cells.ts'
import { optionOf } from '../support/option.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { openSupplierRecords, type SupplierRecords } from '../support/supplier-records.ts'
import { until } from '../support/until.ts'
import { expectWholeHistory } from '../support/whole-history.ts'

/**
 * A gateway killed with SIGKILL at every await of create, confirm-hold and cancel, for each supplier; a second process goes
 * on. All cells are killed first, two at a time; then the clock is moved past every wait, and each cell is looked at.
 */

/** What a cell left behind. */
type Remains = { readonly bookingId: string | null; readonly ended: number | string }

let database: TestDatabase
let survivor: GatewayProcess
let http: HttpClient
let journey: Journey
let receiver: Receiver
let records: SupplierRecords
const options = new Map<string, Json>()
const remains = new Map<string, Remains>()

async function booked(supplierCode: string, mode: 'INSTANT' | 'HOLD'): Promise<Json> {
  const booking = await journey.book(bookingInput(await offer(supplierCode), mode), randomUUID())
  const wanted = mode === 'HOLD' ? 'ON_HOLD' : 'CONFIRMED'
  return until(`a booking to be ${wanted}`, async () => {
    const now = await journey.booking(booking.booking_id)
    return now.status === wanted ? now : null
  })
}

async function offer(supplierCode: string): Promise<Json> {
  return (await journey.prebook(options.get(supplierCode).booking_token)).offer
}

async function kill(cell: Cell): Promise<void> {
  const { bookingId, key, send } = await deedOf({ journey, offer, booked }, cell)
  const isAwaiting = cell.moment === 'AWAITING'
  const doomed = await startGatewayProcess({
    databaseUrl: database.url,
    env: { ROLES: 'api', DATABASE_POOL_SIZE: '3', ...(isAwaiting ? {} : { KILL_POINT: cell.moment }) },
  })
  if (isAwaiting)
    await http.post('/sandbox/faults', {
      supplier_code: cell.supplierCode,
      operation: CALLS[cell.operation],
      fault: 'slow',
      count: 1,
    })
  const sent = send(doomed).then(
    () => 'ANSWERED',
    () => 'CUT',
  )
  if (isAwaiting) {
    await until('the supplier to have the request', async () => {
      const [fault] = await database.query('SELECT count(*)::int AS waiting FROM sandbox_faults')
      return fault.waiting === 0
    })
    // Its part is done within milliseconds; the answer is 3 s late.
    await new Promise((resolve) => setTimeout(resolve, 500))
    await doomed.kill('SIGKILL')
  }
  expect(await sent).toBe('CUT')
  const ended = await doomed.ended
  const found =
    bookingId ?? (await http.get('/hotels/book/by-idempotency-key', { 'idempotency-key': key })).body.data?.booking_id
  remains.set(nameOf(cell), { bookingId: found ?? null, ended })
}

/** One after the other: faults are for the next call to a supplier, whoever makes it. */
async function killAll(cells: readonly Cell[]): Promise<void> {
  for (const cell of cells) await kill(cell)
}

async function rowOf(bookingId: string): Promise<Json> {
  return (await database.query('SELECT * FROM bookings WHERE id = $1', [bookingId]))[0]
}

async function isSettled(): Promise<boolean> {
  const [open] = await database.query(
    'SELECT count(*)::int AS waiting FROM bookings WHERE pending_operation IS NOT NULL AND NOT needs_operator',
  )
  return open.waiting === 0
}

beforeAll(async () => {
  database = await createSandboxDatabase()
  survivor = await startGatewayProcess({ databaseUrl: database.url })
  http = httpClient(survivor)
  journey = httpJourney(survivor)
  await database.query('UPDATE organizations SET rate_limit_factor = 1000')
  receiver = await startReceiver()
  await http.post('/webhooks/endpoints', { url: receiver.url })
  records = await openSupplierRecords(database)
  for (const { code } of SUPPLIERS) options.set(code, await optionOf(journey, database, code))
  const [lane, otherLane] = [CELLS.filter(isRapid), CELLS.filter((cell) => !isRapid(cell))]
  await Promise.all([killAll(lane), killAll(otherLane)])
  await http.post('/sandbox/clock', { advance_seconds: 45 * 60 })
  await until('every booking to be settled or with an operator', isSettled, 180_000)
}, 1_800_000)

function isRapid({ supplierCode }: Cell): boolean {
  return supplierCode === 'expedia_rapid'
}

afterAll(async () => {
  await records?.close()
  await survivor?.stop()
  await receiver?.close()
  await database?.drop()
})

const MOMENTS_BEFORE_SUPPLIER = /:(before-commit|in-transaction|after-commit|before-supplier|after-record)$|book_form$/

/** Whether the supplier has done its part when the process dies there. */
function isDone({ moment }: Cell): boolean {
  return !MOMENTS_BEFORE_SUPPLIER.test(moment)
}

/** The supplier's record that the operation leaves, when it reached the supplier and when it did not. */
const RECORDS: Readonly<Record<Operation, readonly [done: string | null, notDone: string | null]>> = {
  create: ['CONFIRMED', null],
  hold: ['ON_HOLD', null],
  'confirm-hold': ['CONFIRMED', 'ON_HOLD'],
  cancel: ['CANCELLED', 'CONFIRMED'],
  release: ['CANCELLED', 'ON_HOLD'],
}

/** Our state that agrees with the supplier's record. What it has not, was never sent: nobody need look for it. */
function stateFor(record: SupplierBooking | undefined): Json {
  return { status: record?.status ?? 'FAILED', needs_operator: false }
}

describe('a gateway killed with SIGKILL', () => {
  it('has at least 60 places to die', () => expect(ALL_CELLS.length).toBeGreaterThanOrEqual(60))

  it.each(CELLS.map((cell) => ({ name: nameOf(cell), cell })))(
    '[C-071] [C-105] [C-112] [C-113] $name: one supplier booking at the most, our state is the supplier’s, no event is lost or doubled',
    async ({ name, cell }) => {
      const { bookingId, ended } = remains.get(name) ?? {}
      expect(ended).toBe('SIGKILL')
      if (bookingId == null) {
        expect(cell.operation === 'create' || cell.operation === 'hold').toBe(true)
        expect(cell.moment).toMatch(MOMENTS_BEFORE_COMMIT)
        return
      }
      const row = await rowOf(bookingId)
      const found = await records.find(cell.supplierCode, row.supplier_reference)
      const [whenDone, whenNot] = RECORDS[cell.operation]
      expect(found.map(({ status }) => status)).toEqual([isDone(cell) ? whenDone : whenNot].filter(Boolean))
      expect(row).toMatchObject(stateFor(found[0]))
      if (found[0]) expect(row.supplier_booking_id).toBe(found[0].supplierBookingId)
      await expectWholeHistory(database, receiver, bookingId)
    },
  )

  it('[C-112] has left no booking at a supplier that we do not know', async () => {
    const [counted] = await database.query(
      `SELECT (SELECT count(*)::int FROM sandbox_records WHERE kind IN ('itinerary', 'booking', 'order')) AS theirs,
              (SELECT count(*)::int FROM bookings WHERE supplier_booking_id IS NOT NULL AND status <> 'FAILED') AS ours`,
    )
    expect(counted.theirs).toBe(counted.ours)
  })
})
