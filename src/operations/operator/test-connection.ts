import { addDays, dateInZone, type Instant, SECOND_MS } from '../../domain/time.ts'
import type { CallContext, OpenedSupplier, Supplier, TriedConnection } from '../../suppliers/supplier.ts'
import type {
  SupplierCall,
  SupplierConnection,
  SupplierFailure,
  SupplierFetch,
  SupplierResponse,
} from '../../suppliers/supplier-call.ts'
import type { Deps } from '../deps.ts'
import { asTraveller, nobodysContext, referenceOf } from '../supplier-calls.ts'

/** What a check of a connection found: one line for each thing that has to be right before anything is sold over it. */
export type ConnectionCheck = {
  readonly check:
    | 'settings'
    | 'reachability'
    | 'credentials'
    | 'environment'
    | 'clock'
    | 'search'
    | 'allowance'
    | 'account'
  /** UNKNOWN: the supplier does not tell, or it could not be asked. */
  readonly result: 'OK' | 'FAULT' | 'UNKNOWN'
  readonly detail: string
}

/** A hotel to ask about, by the supplier's id; null: any that is mapped. */
type Asked = { readonly connectionId: string; readonly supplierHotelId: string | null }

/** A signature is good for minutes, and deadlines of holds are compared with our clock. */
const CLOCK_FAULT_MS = 30 * SECOND_MS
const DAYS_AHEAD = 60
const WITHIN_MS = 20 * SECOND_MS

/** The last answer of the supplier, when it came, and how long it took. */
type Seen = { readonly response: SupplierResponse; readonly at: Instant; readonly tookMs: number }

type TestDeps = Pick<Deps, 'suppliers' | 'store' | 'clock'>

function contextFor(connectionId: string): CallContext {
  return { ...nobodysContext(`req_test_${connectionId}`.slice(0, 64)), timeoutMs: WITHIN_MS }
}

/** Asks the supplier for the rates of one hotel, and tells by that what the connection lacks. Nothing is stored. */
export async function testConnection(
  deps: TestDeps,
  { connectionId, supplierHotelId }: Asked,
): Promise<readonly ConnectionCheck[] | null> {
  if (!(await deps.store.connections.find(connectionId))) return null
  return check(deps, await deps.suppliers.open(connectionId, 'search', contextFor(connectionId)), supplierHotelId)
}

/** The same for a connection that is not stored so yet. Whatever was booked over it before, its supplier has to show. */
export async function tryConnection(
  deps: Deps,
  connection: TriedConnection,
  supplierHotelId: string | null,
): Promise<readonly ConnectionCheck[]> {
  const tried = await deps.suppliers.tryOut(connection, 'search', contextFor(connection.connectionId))
  try {
    return [...(await check(deps, tried, supplierHotelId)), ...(await account(deps, connection))]
  } finally {
    await tried.close()
  }
}

/** So many are asked for until one is shown: a supplier may have lost one. */
const MOST_ASKED = 3

/**
 * Whether it is the account with which its bookings were made. Another one does not know them, so that whatever waits for the supplier would
 * be taken for not booked. Silence shows nothing: whoever has another account can have it refuse by asking it too often.
 */
async function account(deps: Deps, connection: TriedConnection): Promise<ConnectionCheck[]> {
  const { connectionId } = connection
  const stays = { since: dateInZone(deps.clock.real(), 'UTC'), most: MOST_ASKED }
  const booked = await deps.store.connections.confirmedOver(connectionId, stays)
  if (booked.length === 0) return []
  const tried = await deps.suppliers.tryOut(connection, 'retrieve', contextFor(connectionId))
  try {
    let isDenied = false
    for (const bookingId of booked) {
      const booking = await deps.store.bookings.findAnywhere(bookingId)
      const answer =
        booking && (await tried.supplier.retrieve(asTraveller(deps, booking, tried.call), referenceOf(deps, booking)))
      if (answer?.ok && answer.value) return [{ check: 'account', result: 'OK', detail: `shows ${bookingId}` }]
      isDenied ||= answer !== null && (answer.ok || answer.error.kind === 'UNAUTHORIZED')
    }
    const detail = isDenied
      ? `does not show ${booked[0]}, which was made over this connection: are these the credentials of another account?`
      : `the supplier does not say whether it knows ${booked[0]}, which was made over this connection`
    return [{ check: 'account', result: 'FAULT', detail }]
  } finally {
    await tried.close()
  }
}

async function check(
  deps: TestDeps,
  opened: OpenedSupplier,
  supplierHotelId: string | null,
): Promise<readonly ConnectionCheck[]> {
  const { supplier } = opened
  const settings = settingsOf(deps, opened)
  if (settings.result === 'FAULT') return [settings]
  const mapped = supplierHotelId ?? (await deps.store.hotels.anyListing(supplier.code))?.supplierHotelId ?? null
  const hotel = mapped ?? supplier.probeHotelId ?? null
  if (hotel === null)
    return [
      settings,
      { check: 'search', result: 'UNKNOWN', detail: 'no hotel is mapped: name one by the supplier’s id' },
    ]
  const { call, seen } = listenIn(opened.call, deps.clock.real)
  const today = dateInZone(deps.clock.real(), 'UTC')
  const markets = call.connection.settings['markets']
  const answer = await supplier.search(call, {
    supplierHotelIds: [hotel],
    stay: { checkInDate: addDays(today, DAYS_AHEAD), checkOutDate: addDays(today, DAYS_AHEAD + 1) },
    occupancy: [{ adults: 2, childAges: [] }],
    nationality: Array.isArray(markets) && typeof markets[0] === 'string' ? markets[0] : 'GB',
  })
  const last = seen()
  const failure = answer.ok ? null : answer.error
  return [
    settings,
    reachability(last, failure, call.connection),
    credentials(last, failure, call.connection),
    environment(opened, last, failure),
    clock(last),
    search(
      failure,
      `${answer.ok ? answer.value.quotes.length : 0} of 1 hotel has a price (hotel ${hotel}, ${DAYS_AHEAD} days ahead)`,
      call.connection,
    ),
    allowance(supplier, last, deps.clock.real()),
  ]
}

function settingsOf({ suppliers }: Pick<TestDeps, 'suppliers'>, { call }: OpenedSupplier): ConnectionCheck {
  const faults = suppliers.faultsOf(call.connection)
  return faults.length > 0
    ? { check: 'settings', result: 'FAULT', detail: faults.join('; ') }
    : { check: 'settings', result: 'OK', detail: 'as the adapter wants them' }
}

/** A call whose answers are seen by us as well. */
function listenIn(call: SupplierCall, now: () => Instant) {
  const seen: { last: Seen | null } = { last: null }
  const fetch: SupplierFetch = async (request) => {
    const startedAt = performance.now()
    const answer = await call.fetch(request)
    if (answer.ok) seen.last = { response: answer.value, at: now(), tookMs: Math.round(performance.now() - startedAt) }
    return answer
  }
  return { call: { ...call, fetch }, seen: () => seen.last }
}

/** What was told instead of rates. An answer that cannot be the supplier's is most often a wrong base URL. */
function toldFailure({ kind, httpStatus, detail }: SupplierFailure, { baseUrl }: SupplierConnection): string {
  const isForeign = kind === 'MALFORMED' || httpStatus === 404 || detail === ''
  const told = detail === '' ? `HTTP ${httpStatus ?? '?'} without a reason` : detail
  return isForeign ? `${told} (is the base URL the supplier’s? asked: ${baseUrl})` : told
}

function search(failure: SupplierFailure | null, found: string, connection: SupplierConnection): ConnectionCheck {
  return failure
    ? { check: 'search', result: 'FAULT', detail: `${failure.kind}: ${toldFailure(failure, connection)}` }
    : { check: 'search', result: 'OK', detail: found }
}

function reachability(
  seen: Seen | null,
  failure: SupplierFailure | null,
  { settings: { proxyUrl } }: SupplierConnection,
): ConnectionCheck {
  if (seen || (failure?.httpStatus ?? null) !== null)
    return { check: 'reachability', result: 'OK', detail: seen ? `answered in ${seen.tookMs} ms` : 'answered' }
  const detail = failure?.detail ?? 'no answer'
  const told = /wrong version number/.test(detail) ? 'no TLS is spoken there: is the base URL http://?' : detail
  const way = typeof proxyUrl === 'string' ? ` (through the proxy ${proxyUrl})` : ''
  return { check: 'reachability', result: 'FAULT', detail: `${told}${way}` }
}

function credentials(
  seen: Seen | null,
  failure: SupplierFailure | null,
  connection: SupplierConnection,
): ConnectionCheck {
  if (failure?.kind === 'UNAUTHORIZED')
    return { check: 'credentials', result: 'FAULT', detail: `refused: ${toldFailure(failure, connection)}` }
  return seen && !failure
    ? { check: 'credentials', result: 'OK', detail: 'accepted' }
    : { check: 'credentials', result: 'UNKNOWN', detail: 'the call failed for another reason' }
}

/** A production connection that a sandbox answers sells rooms that do not exist. */
function environment(
  { supplier, call: { connection } }: OpenedSupplier,
  seen: Seen | null,
  failure: SupplierFailure | null,
): ConnectionCheck {
  const { environment: ours } = connection
  const isTold = failure?.kind === 'WRONG_ENVIRONMENT'
  if (ours === undefined || (!seen && !isTold))
    return { check: 'environment', result: 'UNKNOWN', detail: 'no answer tells it' }
  const isSandbox = isTold || (seen !== null && supplier.saysSandbox?.(seen.response) === true)
  return ours === 'production' && isSandbox
    ? { check: 'environment', result: 'FAULT', detail: 'the supplier’s sandbox has answered a production connection' }
    : { check: 'environment', result: 'OK', detail: ours }
}

function clock(seen: Seen | null): ConnectionCheck {
  const theirs = Date.parse(seen?.response.headers['date'] ?? '')
  if (!seen || Number.isNaN(theirs)) return { check: 'clock', result: 'UNKNOWN', detail: 'the supplier tells no time' }
  const offMs = seen.at - theirs
  const detail = `ours is ${Math.abs(Math.round(offMs / SECOND_MS))} s ${offMs < 0 ? 'behind' : 'ahead'}`
  return { check: 'clock', result: Math.abs(offMs) > CLOCK_FAULT_MS ? 'FAULT' : 'OK', detail }
}

function allowance(supplier: Supplier, seen: Seen | null, now: Instant): ConnectionCheck {
  const limits = seen ? (supplier.readLimits?.(seen.response, now) ?? []) : []
  if (limits.length === 0) return { check: 'allowance', result: 'UNKNOWN', detail: 'the supplier tells no limits' }
  const left = Math.min(...limits.map(({ share }) => share))
  return {
    check: 'allowance',
    result: left > 0 ? 'OK' : 'FAULT',
    detail: `${Math.round(left * 100)} % left, whole again in ${Math.ceil(Math.max(...limits.map(({ resetInMs }) => resetInMs)) / SECOND_MS)} s`,
  }
}
