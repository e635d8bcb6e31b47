import { BOOKING_VIEWS } from '../src/domain/booking-views.ts'
import { historyOf } from '../src/operations/console/booking-history.ts'
import type { BookingQuery } from '../src/store/booking-search.ts'
import { createDatabase } from '../src/store/database.ts'
import { createStore, type Store } from '../src/store/store.ts'
import { dropDatabase, fill, newDatabase, TENANT } from './big-data.ts'
import { measureScreens, type ScreenRow } from './console-screens.ts'
import { quantile, rounded } from './figures.ts'
import { query } from './process.ts'
import { sized } from './size.ts'

const BOOKINGS = sized(Number(process.env['BENCH_BOOKINGS'] ?? 1_000_000), 2_000)
const ROUNDS = sized(60, 2)
const WARM = sized(5, 1)
const DATABASE = 'hdg_bench_console'
const MIDDLE = `ubk_${String(Math.floor(BOOKINGS / 2)).padStart(9, '0')}`

const ALL: BookingQuery = {
  organizationId: null,
  environment: 'sandbox',
  view: null,
  statuses: [],
  supplierCode: null,
  connectionId: null,
  hotelId: null,
  createdFrom: null,
  createdUntil: null,
  checkInFrom: null,
  checkInUntil: null,
  cancelledFrom: null,
  cancelledUntil: null,
  after: null,
  limit: 51,
}

type Case = { readonly name: string; readonly read: (store: Store) => Promise<number> }

function search(name: string, changes: Partial<BookingQuery>): Case {
  return {
    name,
    read: async (store) => (await store.bookingLookup.search({ ...ALL, ...changes })).bookings.length,
  }
}

function lookUp(name: string, text: string): Case {
  const scope = { organizationId: null, environment: 'sandbox' }
  return {
    name,
    read: async (store) => (await store.bookingLookup.lookUp(text, scope, ['hotelbeds', 'ratehawk'])).length,
  }
}

const CASES: readonly Case[] = [
  search('all', {}),
  search('a page in the middle', { after: { createdAt: Date.now(), bookingId: MIDDLE } }),
  search('of one partner', { organizationId: TENANT }),
  search('of one partner, reviews', { organizationId: TENANT, statuses: ['AWAITING_REVIEW'] }),
  search('a status that is rare and old', { statuses: ['AWAITING_REVIEW'] }),
  search('of one hotel', { hotelId: 42 }),
  search('of one connection, failed', { connectionId: 'con_6', statuses: ['FAILED'] }),
  search('arriving on a day', {
    checkInFrom: new Date().toISOString().slice(0, 10),
    checkInUntil: new Date().toISOString().slice(0, 10),
  }),
  ...BOOKING_VIEWS.map((view) => search(`view ${view}`, { view })),
  lookUp('found by our id', MIDDLE),
  lookUp('found by the partner’s reference', `order ${Math.floor(BOOKINGS / 2) + 5}`),
  lookUp('found by nothing', 'no such thing'),
  {
    name: 'history of a booking',
    read: async (store) => (await historyOf({ store }, { bookingId: MIDDLE }, { isPartner: false })).length,
  },
]

/** A read of the store over many bookings. */
type ConsoleRow = {
  readonly read: string
  readonly rows: number
  readonly p50Ms: number
  readonly p95Ms: number
  readonly p99Ms: number
}

async function measure({ name, read }: Case, store: Store): Promise<ConsoleRow> {
  const times: number[] = []
  let rows = 0
  for (let round = 0; round < WARM + ROUNDS; round++) {
    const since = performance.now()
    rows = await read(store)
    if (round >= WARM) times.push(performance.now() - since)
  }
  const [p50Ms = 0, p95Ms = 0, p99Ms = 0] = [0.5, 0.95, 0.99].map((share) => rounded(quantile(times, share)))
  return { read: name, rows, p50Ms, p95Ms, p99Ms }
}

/** `npm run bench console`: what the screens of the bookings read, over a million of them; then every screen's documents, over HTTP. */
export async function benchConsole(progress: (line: string) => void): Promise<readonly (ConsoleRow | ScreenRow)[]> {
  const url = await newDatabase(DATABASE)
  const database = createDatabase({ url, poolSize: 2, statementTimeoutMs: 60_000 })
  try {
    await fill(url, { bookings: BOOKINGS }, progress)
    await query(
      url,
      `INSERT INTO organizations (id, name) SELECT DISTINCT organization_id, 'bench' FROM webhook_endpoints`,
    )
    await query(url, 'ANALYZE organizations')
    const store = createStore(database)
    const rows: ConsoleRow[] = []
    for (const one of CASES) {
      progress(one.name)
      rows.push(await measure(one, store))
    }
    return [...rows, ...(await measureScreens({ url, bookingId: MIDDLE }, progress))]
  } finally {
    await database.$disconnect()
    await dropDatabase(DATABASE)
  }
}
