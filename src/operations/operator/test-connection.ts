import { addDays, dateInZone, type Instant, SECOND_MS } from '../../domain/time.ts'
import type { Supplier, SupplierDirectory } from '../../suppliers/supplier.ts'
import type { SupplierCall, SupplierFailure, SupplierFetch, SupplierResponse } from '../../suppliers/supplier-call.ts'
import type { Deps } from '../deps.ts'
import { nobodysContext } from '../supplier-calls.ts'

/** What a check of a connection found: one line for each thing that has to be right before anything is sold over it. */
export type ConnectionCheck = {
  readonly check: 'settings' | 'reachability' | 'credentials' | 'clock' | 'search' | 'allowance'
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

/** Asks the supplier for the rates of one hotel, and tells by that what the connection lacks. Nothing is stored. */
export async function testConnection(
  deps: Pick<Deps, 'suppliers' | 'store' | 'clock'>,
  { connectionId, supplierHotelId }: Asked,
): Promise<readonly ConnectionCheck[] | null> {
  const stored = await deps.store.connections.find(connectionId)
  if (!stored) return null
  const { supplier, call, seen } = await listenIn(deps.suppliers, connectionId, deps.clock.real)
  const faults = supplier.checkConnection({ credentials: call.connection.credentials, settings: stored.settings })
  const settings: ConnectionCheck =
    faults.length > 0
      ? { check: 'settings', result: 'FAULT', detail: faults.join('; ') }
      : { check: 'settings', result: 'OK', detail: 'as the adapter wants them' }
  if (faults.length > 0) return [settings]
  const hotel = supplierHotelId ?? (await deps.store.hotels.anyListing(supplier.code))?.supplierHotelId ?? null
  if (hotel === null)
    return [
      settings,
      { check: 'search', result: 'UNKNOWN', detail: 'no hotel is mapped: name one by the supplier’s id' },
    ]
  const today = dateInZone(deps.clock.real(), 'UTC')
  const markets = stored.settings['markets']
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
    reachability(last, failure),
    credentials(last, failure),
    clock(last),
    {
      check: 'search',
      result: failure ? 'FAULT' : 'OK',
      detail: failure
        ? `${failure.kind}: ${failure.detail}`
        : `${answer.ok ? answer.value.quotes.length : 0} of 1 hotel has a price (hotel ${hotel}, ${DAYS_AHEAD} days ahead)`,
    },
    allowance(supplier, last, deps.clock.real()),
  ]
}

/** A call whose answers are seen by us as well. */
async function listenIn(suppliers: SupplierDirectory, connectionId: string, now: () => Instant) {
  const { supplier, call } = await suppliers.open(connectionId, 'search', {
    ...nobodysContext(`req_test_${connectionId}`.slice(0, 64)),
    timeoutMs: WITHIN_MS,
  })
  const seen: { last: Seen | null } = { last: null }
  const fetch: SupplierFetch = async (request) => {
    const startedAt = performance.now()
    const answer = await call.fetch(request)
    if (answer.ok) seen.last = { response: answer.value, at: now(), tookMs: Math.round(performance.now() - startedAt) }
    return answer
  }
  const heard: SupplierCall = { ...call, fetch }
  return { supplier, call: heard, seen: () => seen.last }
}

function reachability(seen: Seen | null, failure: SupplierFailure | null): ConnectionCheck {
  return seen || (failure?.httpStatus ?? null) !== null
    ? { check: 'reachability', result: 'OK', detail: seen ? `answered in ${seen.tookMs} ms` : 'answered' }
    : { check: 'reachability', result: 'FAULT', detail: failure?.detail ?? 'no answer' }
}

function credentials(seen: Seen | null, failure: SupplierFailure | null): ConnectionCheck {
  if (failure?.kind === 'UNAUTHORIZED')
    return { check: 'credentials', result: 'FAULT', detail: `refused: ${failure.detail}` }
  return seen && !failure
    ? { check: 'credentials', result: 'OK', detail: 'accepted' }
    : { check: 'credentials', result: 'UNKNOWN', detail: 'the call failed for another reason' }
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
