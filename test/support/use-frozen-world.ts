import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll } from 'vitest'
import type { KillPoint } from '../../src/operations/bookings/machinery/kill-points.ts'
import type { SupplierBooking } from '../../src/suppliers/supplier.ts'
import { createSandboxDatabase, type TestDatabase } from './database.ts'
import { freezingAt, thaw, untilFrozen } from './frozen.ts'
import { type GatewayProcess, startGatewayProcess } from './gateway-process.ts'
import { type HttpClient, httpClient, type Json } from './http-client.ts'
import { bookingInput, httpJourney, type Journey } from './journey.ts'
import { optionOf } from './option.ts'
import { openSupplierRecords, type SupplierRecords } from './supplier-records.ts'
import { until } from './until.ts'

/** A request to a process that stood still, while the others went on. */
export type FrozenRequest = {
  readonly gateway: GatewayProcess
  /** Lets it go on; answers what the client got. */
  readonly thaw: () => Promise<Json>
}

/** One process whose clock is right and that never stands still, and others that are less lucky, on one database. */
export type FrozenWorld = {
  readonly database: TestDatabase
  /** It runs the suppliers, and whatever else its roles say. */
  readonly steady: GatewayProcess
  readonly http: HttpClient
  readonly journey: Journey
  readonly records: SupplierRecords
  /** Another process; killed when the file has ended, frozen or not. */
  readonly join: (env: Readonly<Record<string, string>>) => Promise<GatewayProcess>
  /** A new process gets a request and freezes at the point. */
  readonly freeze: (point: KillPoint, send: (at: GatewayProcess) => Promise<unknown>) => Promise<FrozenRequest>
  readonly advance: (seconds: number) => Promise<void>
  /** Whether no look is under way, and none is due by the clock, now or within so many seconds. */
  readonly isIdle: (withinS?: number) => Promise<boolean>
  /** The next calls of the supplier's operation are spoilt. */
  readonly spoil: (fault: { supplierCode: string; operation: string; fault: string; count?: number }) => Promise<void>
  /** A fresh offer of the supplier's. */
  readonly offer: (supplierCode: string) => Promise<Json>
  /** Books through the steady process, and waits for the status. */
  readonly booked: (supplierCode: string, mode?: 'INSTANT' | 'HOLD') => Promise<Json>
  /** The booking that a request under this key has made. */
  readonly bookingOf: (key: string) => Promise<Json>
  /** Everything that the supplier has under the booking's reference. */
  readonly theirs: (bookingId: string) => Promise<readonly SupplierBooking[]>
  /** What differs between the supplier's records and us; null when nothing does and nobody waits for a person. */
  readonly difference: (bookingId: string) => Promise<string | null>
  /** Moves the clock, in ever longer steps, until there is no difference, or for an hour. */
  readonly letSettle: (bookingIds: readonly string[]) => Promise<void>
}

/** In seconds; an hour in all. */
const STEPS_S = [5, 15, 40, 120, 600, 1_200, 1_620]
/** So many bookings are compared at once. */
const AT_ONCE = 10
/** What becomes due is done within a poll or two, and a call to a supplier. */
const STEP_MS = 2_500

/** What the supplier may say of a booking that has this status here. */
const AGREEING: Readonly<Record<string, readonly string[]>> = {
  CONFIRMED: ['CONFIRMED'],
  ON_HOLD: ['ON_HOLD'],
  CANCELLED: [],
  FAILED: [],
}

function differenceOf(ours: Json, theirs: readonly SupplierBooking[], needsOperator: boolean): string | null {
  const said = theirs.map(({ status }) => status)
  const here = `${ours.status}${needsOperator ? ' with an operator' : ''}${ours.failure ? ` ${JSON.stringify(ours.failure)}` : ''}`
  const expected = AGREEING[ours.status]
  // What has ended there may be gone, or told as ended.
  const alive = said.filter((status) => status !== 'CANCELLED' && status !== 'FAILED')
  const agreed = expected !== undefined && !needsOperator && JSON.stringify(expected) === JSON.stringify(alive)
  return agreed ? null : `${here} here, ${said.join(' and ') || 'nothing'} there`
}

/** The tests of a file share one such world. */
export function useFrozenWorld(
  use: (world: FrozenWorld) => void | Promise<void>,
  { roles, timeoutMs = 400_000 }: { readonly roles?: string; readonly timeoutMs?: number } = {},
): void {
  const joined: GatewayProcess[] = []
  let database: TestDatabase | undefined
  let steady: GatewayProcess | undefined
  let records: SupplierRecords | undefined

  beforeAll(async () => {
    database = await createSandboxDatabase()
    steady = await startGatewayProcess({ databaseUrl: database.url, env: roles === undefined ? {} : { ROLES: roles } })
    await database.query('UPDATE organizations SET rate_limit_factor = 1000')
    records = await openSupplierRecords(database)
    await use(createWorld({ database, steady, records, joined }))
  }, timeoutMs)

  afterAll(async () => {
    await Promise.all(joined.map((gateway) => gateway.kill('SIGKILL')))
    await records?.close()
    await steady?.stop()
    await database?.drop()
  })
}

type Base = Pick<FrozenWorld, 'database' | 'steady' | 'records'> & { readonly joined: GatewayProcess[] }

function createWorld({ database, steady, records, joined }: Base): FrozenWorld {
  const http = httpClient(steady)
  const journey = httpJourney(steady)
  const options = new Map<string, Json>()

  async function join(env: Readonly<Record<string, string>>): Promise<GatewayProcess> {
    // A dozen of them keep what they have open while they stand still, and a server takes a hundred connections from everybody.
    const gateway = await startGatewayProcess({ databaseUrl: database.url, env: { DATABASE_POOL_SIZE: '3', ...env } })
    joined.push(gateway)
    return gateway
  }

  async function freeze(point: KillPoint, send: (at: GatewayProcess) => Promise<unknown>): Promise<FrozenRequest> {
    const gateway = await join({ ROLES: 'api', ...freezingAt(point) })
    const sent = send(gateway)
    await Promise.race([untilFrozen(gateway.pid), rejectAnswer(sent, point)])
    return {
      gateway,
      thaw: () => {
        thaw(gateway.pid)
        return sent
      },
    }
  }

  async function advance(seconds: number): Promise<void> {
    const { status } = await http.post('/sandbox/clock', { advance_seconds: seconds })
    if (status !== 200) throw new Error(`the clock was not moved: ${status}`)
  }

  async function isIdle(withinS = 0): Promise<boolean> {
    const rows = await database.query(
      `SELECT 1 FROM bookings
       WHERE lease_id IS NOT NULL OR look_at <= gateway_now(organization_id) + make_interval(secs => $1) LIMIT 1`,
      [withinS],
    )
    return rows.length === 0
  }

  async function offer(supplierCode: string): Promise<Json> {
    const option = options.get(supplierCode) ?? (await optionOf(journey, database, supplierCode))
    options.set(supplierCode, option)
    const { offer: fresh } = await journey.prebook(option.booking_token)
    if (fresh) return fresh
    // The token has aged with the clock.
    options.delete(supplierCode)
    return (await journey.prebook((await optionOf(journey, database, supplierCode)).booking_token)).offer
  }

  async function booked(supplierCode: string, mode: 'INSTANT' | 'HOLD' = 'INSTANT'): Promise<Json> {
    const booking = await journey.book(bookingInput(await offer(supplierCode), mode), randomUUID())
    const wanted = mode === 'HOLD' ? 'ON_HOLD' : 'CONFIRMED'
    return until(`a booking at ${supplierCode} to be ${wanted}`, async () => {
      const now = await journey.booking(booking.booking_id)
      return now.status === wanted && now
    })
  }

  async function rowOf(bookingId: string): Promise<Json> {
    const [row] = await database.query(
      'SELECT supplier_code, supplier_reference, needs_operator FROM bookings WHERE id = $1',
      [bookingId],
    )
    return row
  }

  async function theirs(bookingId: string): Promise<readonly SupplierBooking[]> {
    const row = await rowOf(bookingId)
    return records.find(row.supplier_code, row.supplier_reference)
  }

  async function difference(bookingId: string): Promise<string | null> {
    const { needs_operator: needsOperator } = await rowOf(bookingId)
    return differenceOf(await journey.booking(bookingId), await theirs(bookingId), needsOperator)
  }

  async function differing(bookingIds: readonly string[]): Promise<readonly string[]> {
    const differences: (string | null)[] = []
    // Each asks over connections of its own, of which a server has a hundred for everybody.
    for (let from = 0; from < bookingIds.length; from += AT_ONCE)
      differences.push(...(await Promise.all(bookingIds.slice(from, from + AT_ONCE).map(difference))))
    return bookingIds.filter((_, index) => differences[index] !== null)
  }

  async function letSettle(bookingIds: readonly string[]): Promise<void> {
    let open = bookingIds
    for (const seconds of [0, ...STEPS_S]) {
      await advance(seconds)
      const endsAt = performance.now() + STEP_MS
      while (performance.now() < endsAt) {
        open = await differing(open)
        if (open.length === 0) return
        await pause(200)
      }
    }
  }

  return {
    database,
    steady,
    http,
    journey,
    records,
    join,
    freeze,
    advance,
    isIdle,
    spoil: async ({ supplierCode, operation, fault, count = 1 }) => {
      const { status } = await http.post('/sandbox/faults', { supplier_code: supplierCode, operation, fault, count })
      if (status !== 200) throw new Error(`the fault was not taken: ${status}`)
    },
    offer,
    booked,
    bookingOf: async (key) => (await http.get('/hotels/book/by-idempotency-key', { 'idempotency-key': key })).body.data,
    theirs,
    difference,
    letSettle,
  }
}

async function rejectAnswer(sent: Promise<unknown>, point: string): Promise<never> {
  throw new Error(`answered without coming to ${point}: ${JSON.stringify(await sent)}`)
}
