import pg from 'pg'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { createDatabase, type RootDatabase } from '../../src/store/database.ts'
import { createStore, type Store } from '../../src/store/store.ts'
import { createWebhookQueue, type WebhookQueue } from '../../src/store/webhook-queue.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'

/** The statements themselves over a database of the file's own, without any gateway. */
export type StoreWorld = Pick<TestDatabase, 'query' | 'url'> & {
  readonly store: Store
  readonly queue: WebhookQueue
  readonly db: RootDatabase
  /** Puts rows into a table past every store; what a row leaves out has a default that suits no special case. */
  readonly put: (table: Table, ...rows: readonly Row[]) => Promise<void>
  /** Another session of the same database, for what is locked or listened to meanwhile. */
  readonly inSession: (work: (client: pg.Client) => Promise<void>) => Promise<void>
}

type Row = Readonly<Record<string, unknown>>
type Table = keyof typeof DEFAULTS

const MINUTE_MS = 60_000

/** An instant so many seconds from now. In what is made before its test runs, `() => inSeconds(…)`. */
export function inSeconds(seconds: number): Date {
  return new Date(Date.now() + seconds * 1_000)
}

const DEFAULTS = {
  bookings: ({ id }: Row) => ({
    organization_id: 'org_1',
    environment: 'sandbox',
    sequence: 1,
    status: 'PROCESSING',
    mode: 'INSTANT',
    accepted_offer_id: `off_${String(id)}`,
    hotel_id: 1,
    supplier_code: 'hotelbeds',
    connection_id: 'con_1',
    supplier_reference: `ref_${String(id)}`,
    hotel_confirmation: {},
    check_in_date: '2030-01-01',
    check_out_date: '2030-01-03',
    terms: {},
    created_at: inSeconds(-600),
    updated_at: inSeconds(-600),
  }),
  booking_attempts: () => ({ operation: 'CREATE', started_at: inSeconds(-1), sent_at: null }),
  booking_events: ({ position }: Row) => ({
    id: `evt_${String(position)}`,
    organization_id: 'org_1',
    environment: 'sandbox',
    type: 'booking.updated',
    body: `{"position":${String(position)}}`,
    created_at: inSeconds(-600),
  }),
  webhook_endpoints: ({ id }: Row) => ({
    organization_id: 'org_1',
    environment: 'sandbox',
    url: `https://${String(id)}.example/`,
    event_types: ['*'],
    secrets: JSON.stringify([]),
    created_at: inSeconds(-600),
    updated_at: inSeconds(-600),
  }),
  webhook_deliveries: ({ event_position: position }: Row) => ({
    organization_id: 'org_1',
    endpoint_id: 'end_1',
    event_id: `evt_${String(position)}`,
    event_type: 'booking.updated',
    status: 'PENDING',
    due_at: inSeconds(-10),
    created_at: inSeconds(-600),
    updated_at: inSeconds(-600),
  }),
  cancellation_quotes: () => ({
    organization_id: 'org_1',
    penalty_status: 'NO_CHARGE',
    penalty_minor: 0,
    currency: 'EUR',
    issued_at: inSeconds(-60),
    expires_at: inSeconds(600),
  }),
} satisfies Readonly<Record<string, (row: Row) => Row>>

/** In the order in which they can be emptied; to truncate so many tables takes longer than most tests. */
const ALL = [
  'webhook_attempts',
  'webhook_deliveries',
  'webhook_endpoints',
  'booking_events',
  'booking_attempts',
  'cancellations',
  'cancellation_quotes',
  'idempotency_keys',
  'cases',
  'bookings',
].map((table) => `DELETE FROM ${table}`)

/** One database for a file, empty before each test. */
export function useStore(use: (world: StoreWorld) => void | Promise<void>): void {
  let database: TestDatabase | undefined
  let client: pg.Client | undefined
  let db: RootDatabase | undefined

  beforeAll(async () => {
    database = await createTestDatabase()
    const { url } = database
    const session = new pg.Client({ connectionString: url })
    await session.connect()
    // Rows are put here as they are meant, also such as only an older version writes.
    await session.query('ALTER TABLE bookings DISABLE TRIGGER USER')
    client = session
    db = createDatabase({ url, poolSize: 4, statementTimeoutMs: 5_000 })
    const query: TestDatabase['query'] = async (sql, values = []) => (await session.query(sql, [...values])).rows
    await use({
      url,
      query,
      db,
      store: createStore(db),
      queue: createWebhookQueue(db),
      put: (...given) => put(query, ...given),
      inSession: (work) => inSession(url, work),
    })
  }, MINUTE_MS)

  beforeEach(async () => void (await client?.query(ALL.join(';'))))

  afterAll(async () => {
    await client?.end()
    await db?.$disconnect()
    await database?.drop()
  })
}

async function put(query: TestDatabase['query'], table: Table, ...rows: readonly Row[]): Promise<void> {
  for (const given of rows) {
    const row = { ...DEFAULTS[table](given), ...given }
    const places = Object.keys(row).map((_, index) => `$${index + 1}`)
    const names = Object.keys(row).join(', ')
    await query(`INSERT INTO ${table} (${names}) VALUES (${places.join(', ')})`, Object.values(row).map(now))
  }
}

/** What is made only now, or what is given. */
export function now(value: unknown): unknown {
  return typeof value === 'function' ? value() : value
}

async function inSession(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
