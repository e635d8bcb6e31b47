import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Core } from '../../src/core.ts'
import { lookAtBooking } from '../../src/operations/bookings/follow-up/look-at-booking.ts'
import { createGateway } from '../../src/operations/create-gateway.ts'
import type { Deps } from '../../src/operations/deps.ts'
import { nobodysContext } from '../../src/operations/supplier-calls.ts'
import type { Booking } from '../../src/store/booking.ts'
import { createSupplierDirectory } from '../../src/suppliers/directory.ts'
import type { SupplierBooking } from '../../src/suppliers/supplier.ts'
import { createSupplierClient } from '../../src/suppliers/supplier-client.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { DESKS, type Desk, openDesk, recordOf, says } from './desk.ts'
import type { Json } from './http-client.ts'
import { HOUR, newOffer, type OfferChanges } from './offered.ts'
import { openCore } from './open-core.ts'
import { bookingInput, caller, OURS, THEIRS } from './partner.ts'
import { until } from './until.ts'

/** The booking operations in the test's own process, over its own Postgres, and a supplier whose answers the test gives. */
export type Booker = {
  readonly core: Core
  readonly deps: Deps
  readonly gateway: ReturnType<typeof createGateway>
  readonly desk: Desk
  readonly query: TestDatabase['query']
  /** Of its database. */
  readonly url: string
  /** Moves the clock of our organization, here, in the database and at the supplier. */
  readonly advance: (ms: number) => Promise<void>
  readonly now: () => number
  readonly offer: (changes?: OfferChanges) => Promise<string>
  /** Books an offer; the answer as an operation gives it. */
  readonly create: (offerId: string, changes?: object, key?: string) => Promise<Json>
  /** A booking that its supplier has confirmed. */
  readonly confirmed: (changes?: OfferChanges, record?: Partial<SupplierBooking>) => Promise<Booking>
  /** A hold that stands, four days before its deadline if nothing else is said. */
  readonly held: (changes?: OfferChanges, record?: Partial<SupplierBooking>) => Promise<Booking>
  /** A booking whose creation had no answer. */
  readonly lost: (changes?: OfferChanges, input?: object) => Promise<Booking>
  readonly booking: (bookingId: string) => Promise<Booking>
  /** A worker claims the booking as if it were due, and looks. Answers the booking, and when it is looked at next. */
  readonly look: (bookingId: string) => Promise<Looked>
  /** What is planned: seconds from now, rounded up, so that a slow machine may be a second late; null at rest. */
  readonly plan: (bookingId: string) => Promise<Plan>
  readonly events: (bookingId: string) => Promise<readonly Json[]>
  /** The kinds of the open cases about a booking. */
  readonly cases: (bookingId: string) => Promise<readonly string[]>
  readonly attempts: (bookingId: string) => Promise<readonly Json[]>
  /** Lets the newest attempt of an operation have been sent so long ago; null: never. */
  readonly sentAgo: (bookingId: string, operation: string, ms: number | null) => Promise<void>
  /** Lets a booking have waited for its supplier so long. */
  readonly waited: (bookingId: string, ms: number) => Promise<void>
}

export type Plan = { readonly kind: string | null; readonly inS: number | null; readonly looks: number }
type Looked = { readonly booking: Booking; readonly plan: Plan }

/** In the order in which they can be emptied. */
const FORGOTTEN =
  'webhook_deliveries, webhook_endpoints, booking_events, booking_attempts, cancellations, cancellation_quotes, idempotency_keys, cases, bookings, offers'
    .split(', ')
    .map((table) => `DELETE FROM ${table}`)
    .concat(`UPDATE supplier_hotels SET verification = 'VERIFIED'`)
    .join(';')

function whenDeadlocked(error: Error & { readonly code?: string }): false {
  if (error.code !== '40P01') throw error
  return false
}

/**
 * The tests of a file share one such process; each begins without bookings, in real time, with a silent supplier. Our organization sells
 * over the desk under each of `connected`.
 */
export function useOneBooker(
  use: (booker: Booker) => void,
  { connected = DESKS.map(({ code }) => code) }: { readonly connected?: readonly string[] } = {},
): void {
  let database: TestDatabase | undefined
  let session: pg.Client | undefined
  let core: Core | undefined
  let desk: Desk | undefined
  let close: () => Promise<void> = async () => undefined
  let toRealTime: () => Promise<void> = async () => undefined

  beforeAll(async () => {
    database = await createTestDatabase()
    session = new pg.Client({ connectionString: database.url })
    await session.connect()
    await session.query(HOTEL)
    core = await openCore(database, { ENVIRONMENT: 'sandbox' })
    // Later than the core, which tries the master key on what is sealed.
    await session.query(CONNECTIONS, [OURS, connected])
    desk = await openDesk()
    const parts = { core, desk, session, url: database.url }
    const suppliers = suppliersOf(parts)
    close = suppliers.close
    const booker = createBooker(parts, { ...core.deps, suppliers })
    toRealTime = () => booker.advance(-Infinity)
    use(booker)
  })

  beforeEach(async () => {
    desk?.forget()
    // What a test before has left to the background may write beside this, and Postgres then ends one of the two.
    await until('the bookings to be forgotten', () => session?.query(FORGOTTEN).then(() => true, whenDeadlocked))
    await toRealTime()
  })

  afterAll(async () => {
    await close()
    await core?.close()
    await desk?.close()
    await session?.end()
    await database?.drop()
  })
}

const HOTEL = `
  INSERT INTO organizations (id, name) VALUES ('${OURS}', 'Ours'), ('${THEIRS}', 'Theirs');
  INSERT INTO places (id, type, country_code, latitude, longitude, names)
  VALUES (7, 'city', 'DE', 48.137, 11.575, '{"en": "Munich", "de": "München"}');
  INSERT INTO hotels (id, place_id, names, address, latitude, longitude, property_type, facility_ids, nightly_usd_cents)
  VALUES (42, 7, '{"en": "Old Mill", "de": "Alte Mühle"}', 'Am Bach 1', 48.1, 11.5, 'hotel', '{}', 10000);
  INSERT INTO supplier_hotels (supplier_code, supplier_hotel_id, hotel_id)
  SELECT code, 'h42', 42 FROM unnest('{${DESKS.map(({ code }) => code).join(',')}}'::text[]) AS code`

const CONNECTIONS = `
  WITH codes AS (SELECT unnest($2::text[]) AS code), made AS (
    INSERT INTO supplier_connections (id, supplier_code, environment, name, credentials, settings)
    SELECT 'con_' || code, code, 'sandbox', code, '', '{}' FROM codes RETURNING id, supplier_code
  )
  INSERT INTO organization_suppliers (organization_id, supplier_code, connection_id) SELECT $1, supplier_code, id FROM made`

type Parts = Pick<Booker, 'core' | 'desk' | 'url'> & { readonly session: pg.Client }

/** The desk under all its codes, each with a connection of its own, `con_<code>`. */
function suppliersOf({ core, desk }: Pick<Parts, 'core' | 'desk'>) {
  return createSupplierDirectory({
    registry: DESKS,
    clock: core.clock,
    loadConnection: async (connectionId) => ({
      connectionId,
      supplierCode: connectionId.slice('con_'.length),
      baseUrl: null,
      credentials: { token: 'secret' },
      settings: {},
    }),
    placeOf: async () => ({ baseUrl: desk.url, hasWorlds: true }),
    createLine: (supplier) =>
      createSupplierClient(supplier, core.clock.real, {
        onExchange: () => undefined,
        onRefusal: () => undefined,
        onBreaker: () => undefined,
      }),
  })
}

function createBooker({ core, desk, session, url }: Parts, deps: Deps): Booker {
  const gateway = createGateway(deps)
  let offsetMs = 0
  let resets = 0

  async function query(sql: string, values: readonly unknown[] = []): Promise<Json[]> {
    return (await session.query(sql, [...values])).rows
  }
  async function advance(ms: number): Promise<void> {
    if (ms === -Infinity) {
      if (offsetMs === 0) return
      resets += 1
      offsetMs = 0
    } else offsetMs += ms
    await query(
      `INSERT INTO sandbox_clocks (organization_id, offset_ms, resets) VALUES ($1, $2, $3)
       ON CONFLICT (organization_id) DO UPDATE SET offset_ms = $2, resets = $3`,
      [OURS, offsetMs, resets],
    )
    core.clock.shift(OURS, { offsetMs, resets })
  }
  function now(): number {
    return core.clock.of(OURS).now()
  }
  async function offer(changes: OfferChanges = {}): Promise<string> {
    const made = newOffer(OURS, now(), changes)
    await deps.store.offers.insert(made)
    return made.offerId
  }
  function create(offerId: string, changes: object = {}, key: string = randomUUID()): Promise<Json> {
    return gateway.createBooking(caller(), bookingInput(offerId, changes), key)
  }
  async function booking(bookingId: string): Promise<Booking> {
    const found = await deps.store.bookings.findAnywhere(bookingId)
    if (!found) throw new Error(`no booking ${bookingId}`)
    return found
  }
  async function booked(status: string, offerChanges: OfferChanges, input: object): Promise<Booking> {
    const answer = await create(await offer(offerChanges), input)
    if (!answer.ok || answer.value.booking.status !== status) throw new Error(JSON.stringify(answer))
    return booking(answer.value.booking.bookingId)
  }
  async function plan(bookingId: string): Promise<Plan> {
    const [row] = await query(
      `SELECT look_kind AS kind, CASE WHEN look_at IS NOT NULL THEN greatest(0, ceil(extract(epoch FROM look_at - gateway_now(organization_id)) - 0.01)) END::float8 AS "inS", looks
       FROM bookings WHERE id = $1`,
      [bookingId],
    )
    return row
  }
  async function look(bookingId: string): Promise<Looked> {
    const leaseId = `lease-${randomUUID()}`
    await query(`UPDATE bookings SET look_at = gateway_now(organization_id) - interval '1 s' WHERE id = $1`, [
      bookingId,
    ])
    const claimed = await deps.store.looks.claim({
      leaseId,
      leaseMs: 180_000,
      limit: 50,
      perConnection: 50,
      underWay: new Map(),
    })
    if (!claimed.some((one) => one.bookingId === bookingId)) throw new Error(`${bookingId} could not be claimed`)
    await lookAtBooking(deps, { bookingId, look: { leaseId }, context: nobodysContext('req_look') })
    return { booking: await booking(bookingId), plan: await plan(bookingId) }
  }

  return {
    core,
    deps,
    gateway,
    desk,
    query,
    url,
    advance,
    now,
    offer,
    create,
    confirmed: (changes = {}, record = {}) => {
      desk.says('book', says(recordOf(record)))
      return booked('CONFIRMED', changes, {})
    },
    held: (changes = {}, record = {}) => {
      const { holdInMs = 96 * HOUR } = changes
      desk.says('book', says(recordOf({ status: 'ON_HOLD', ...record })))
      return booked('ON_HOLD', { ...changes, holdInMs }, { bookingMode: 'HOLD' })
    },
    lost: (changes = {}, input = {}) => {
      desk.says('book', 'SILENT')
      return booked('PROCESSING', changes, input)
    },
    booking,
    look,
    plan,
    events: async (bookingId) =>
      (await deps.store.events.ofBooking(bookingId)).map(({ body }) => JSON.parse(body).data),
    cases: async (bookingId) => (await deps.store.cases.openOf(bookingId)).map(({ kind }) => kind),
    attempts: (bookingId) =>
      query('SELECT *, sent_at IS NOT NULL AS sent FROM booking_attempts WHERE booking_id = $1 ORDER BY id', [
        bookingId,
      ]),
    sentAgo: async (bookingId, operation, ms) =>
      void (await query(
        `UPDATE booking_attempts SET sent_at = booking_now(booking_id) - make_interval(secs => $3::float8 / 1000)
         WHERE booking_id = $1 AND operation = $2`,
        [bookingId, operation, ms],
      )),
    waited: async (bookingId, ms) =>
      void (await query(
        `UPDATE bookings SET version = version + 1, pending_since = gateway_now(organization_id) - make_interval(secs => $2::float8 / 1000) WHERE id = $1`,
        [bookingId, ms],
      )),
  }
}
