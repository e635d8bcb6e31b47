import { createDatabase, type RootDatabase } from '../src/store/database.ts'
import { createStore, type Store } from '../src/store/store.ts'
import { newBooking, storedBooking } from '../test/support/stored-booking.ts'
import { dropDatabase, fill, newDatabase, TENANT } from './big-data.ts'
import { quantile, rounded } from './figures.ts'
import { type List, listsOver } from './list-cases.ts'
import { query } from './process.ts'
import { sized } from './size.ts'

const BOOKINGS = sized(Number(process.env['BENCH_BOOKINGS'] ?? 1_000_000), 2_000)
/** A fiftieth, in which what is rare is so many times as often: its pages are as long. */
const FEW_BOOKINGS = Math.max(200, Math.floor(BOOKINGS / 50))
/** Even where there are no bookings there are endpoints, so that a creation writes as much. */
export const SIZES = [0, FEW_BOOKINGS, BOOKINGS] as const
const ROUNDS = sized(100, 3)
const WARM = sized(10, 1)

type Progress = (line: string) => void
let made = 0
export const CREATE_NAME = 'create a booking'
/** Over which the bookings are made. */
const LINKS = [
  `INSERT INTO organizations (id, name, created_at) VALUES ('${TENANT}', 'made', now()) ON CONFLICT DO NOTHING`,
  `INSERT INTO supplier_connections (id, supplier_code, environment, name, credentials) VALUES ('con_1', 'hotelbeds', 'sandbox', 'made', '')`,
  `INSERT INTO organization_suppliers (organization_id, supplier_code, connection_id) VALUES ('${TENANT}', 'hotelbeds', 'con_1')`,
]
/** No list: what the indexes cost whoever writes. */
const CREATE: List = {
  name: CREATE_NAME,
  isCommand: false,
  read: async (store) => {
    made += 1
    const bookingId = `ubk_made_${made}`
    const now = Date.now()
    const booking = storedBooking({ bookingId, organizationId: TENANT, createdAt: now, updatedAt: now })
    if (!(await store.bookings.create(newBooking(booking)))) throw new Error('a booking was not written')
    return [true]
  },
}

/** Of one list in one database: how many rows it returned, and how long each time took, ms. */
type Times = { rows: number; readonly ms: number[] }

async function take({ read }: List, store: Store, times: Times): Promise<void> {
  const since = performance.now()
  const { length } = await read(store)
  times.ms.push(performance.now() - since)
  times.rows = length
}

/** A list of an empty database, of one with few bookings, and of one with many. */
export type ListRow = {
  readonly list: string
  readonly rows: number
  readonly emptyP50Ms: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** To the empty database, where a page may have no row at all. */
  readonly ratio: number
  readonly fewRows: number
  readonly fewP50Ms: number
  readonly toFew: number
}

/** The same list in each database by turns: what slows the machine down slows all of them. */
async function measure(lists: readonly List[], stores: readonly Store[]): Promise<ListRow> {
  const times = stores.map((): Times => ({ rows: 0, ms: [] }))
  for (let round = 0; round < WARM + ROUNDS; round++)
    for (const [at, store] of stores.entries()) {
      const one = times[at]
      const list = lists[at]
      if (one && list) await take(list, store, one)
    }
  const [empty, few, many] = times.map(({ rows, ms }) => ({
    rows,
    p50: quantile(ms.slice(WARM), 0.5),
    p99: quantile(ms.slice(WARM), 0.99),
  }))
  if (!empty || !few || !many) throw new Error('three databases are measured')
  return {
    list: lists[0]?.name ?? '',
    rows: many.rows,
    emptyP50Ms: rounded(empty.p50),
    p50Ms: rounded(many.p50),
    p99Ms: rounded(many.p99),
    ratio: rounded(many.p50 / empty.p50),
    fewRows: few.rows,
    fewP50Ms: rounded(few.p50),
    toFew: rounded(many.p50 / few.p50),
  }
}

/**
 * `npm run bench lists`: each filter of each list over a million bookings, half of them one tenant's, beside the same over an empty
 * database and over one with a fiftieth of the bookings, which has pages as long.
 */
export async function benchLists(progress: Progress): Promise<readonly ListRow[]> {
  const names = ['hdg_bench_lists_empty', 'hdg_bench_lists_few', 'hdg_bench_lists']
  const databases: RootDatabase[] = []
  try {
    for (const [at, name] of names.entries()) {
      const url = await newDatabase(name)
      const bookings = SIZES[at] ?? 0
      await fill(url, { bookings, density: Math.max(1, BOOKINGS / Math.max(1, bookings)) }, progress)
      for (const link of LINKS) await query(url, link)
      databases.push(createDatabase({ url, poolSize: 1, statementTimeoutMs: 60_000 }))
    }
    const stores = databases.map((database) => createStore(database))
    const rows: ListRow[] = []
    const listsOf = SIZES.map((bookings) => [...listsOver(bookings), CREATE])
    for (const [at, { name }] of (listsOf[0] ?? []).entries()) {
      progress(name)
      const same = listsOf.flatMap((lists) => lists[at] ?? [])
      rows.push(await measure(same, stores))
    }
    return rows
  } finally {
    for (const database of databases) await database.$disconnect()
    for (const name of names) await dropDatabase(name)
  }
}
