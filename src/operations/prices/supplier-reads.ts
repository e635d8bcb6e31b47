import { rateFilterKey } from '../../domain/rate-filter.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import type { SellingRules } from '../../domain/selling.ts'
import type { EnabledSupplier } from '../../store/organizations.ts'
import type { CallContext, RoomsAnswer, RoomsRequest, SearchAnswer, SearchRequest } from '../../suppliers/supplier.ts'
import type { SupplierFailure } from '../../suppliers/supplier-call.ts'
import type { Deps } from '../deps.ts'
import { stayKey } from './known-price.ts'
import { offeredRates } from './offered-rates.ts'

type ReadDeps = Pick<Deps, 'suppliers' | 'flights' | 'metrics' | 'clock' | 'credentials'>

/** The client has gone, and no other caller was asking the same. */
const LEFT: SupplierFailure = {
  kind: 'ABORTED',
  httpStatus: null,
  supplierErrorCode: null,
  retryAfterMs: null,
  detail: 'the caller went away',
}

/**
 * Asks a supplier about at most as many hotels as it accepts in one call. An equal question that is already running is joined.
 * The call may take as long as the supplier's own limit allows: a caller with less patience stops waiting, and the answer goes to
 * the cache.
 */
export async function searchSupplier(
  deps: ReadDeps,
  { supplierCode, connectionId }: EnabledSupplier,
  { request, context }: { readonly request: SearchRequest; readonly context: CallContext },
): Promise<Result<SearchAnswer, SupplierFailure>> {
  const world = worldOf(deps, context)
  const key = `search|${world}|${connectionId}|${stayKey(request)}|${rateFilterKey(request)}|${request.supplierHotelIds.join()}`
  async function start(signal: AbortSignal): Promise<Result<SearchAnswer, SupplierFailure>> {
    const { supplier, call } = await deps.suppliers.open(connectionId, 'search', {
      ...context,
      signal,
      timeoutMs: null,
    })
    const answer = deps.credentials.hear({ supplierCode, connectionId }, await supplier.search(call, request))
    if (answer.ok) deps.metrics.countDroppedRates(supplierCode, 'search', answer.value.droppedRates)
    return answer
  }
  return (await deps.flights.join(key, { start, signal: context.signal })) ?? err(LEFT)
}

type RoomsQuestion = {
  readonly request: Omit<RoomsRequest, 'sells'>
  readonly context: CallContext
  readonly rules: SellingRules
}

/** Only who sells alike is offered the same rates. */
function keyOf({ sells, closedUserGroup, sellingPriceRule }: SellingRules): string {
  return `${sells.join()}|${closedUserGroup}|${sellingPriceRule}`
}

/**
 * Asks a supplier for every rate of one hotel, and joins equal questions as `searchSupplier` does. Names are in the caller's
 * language.
 */
export async function roomsOfSupplier(
  deps: ReadDeps & Pick<Deps, 'exchangeRates'>,
  { supplierCode, connectionId }: EnabledSupplier,
  { request, context, rules }: RoomsQuestion,
): Promise<Result<AskedRooms, SupplierFailure>> {
  const world = worldOf(deps, context)
  const key = `rooms|${world}|${connectionId}|${stayKey(request)}|${request.supplierHotelId}|${context.language}|${keyOf(rules)}`
  async function start(signal: AbortSignal): Promise<Result<AskedRooms, SupplierFailure>> {
    const { supplier, call } = await deps.suppliers.open(connectionId, 'rooms', { ...context, signal, timeoutMs: null })
    const answer = deps.credentials.hear(
      { supplierCode, connectionId },
      await supplier.rooms(call, { ...request, sells: rules.sells }),
    )
    if (!answer.ok) return answer
    deps.metrics.countDroppedRates(supplierCode, 'rooms', answer.value.droppedRates)
    const rates = await offeredRates(deps, supplierCode, { rates: answer.value.rates, rules })
    return ok({ ...answer.value, rates, sessionId: context.sessionId })
  }
  return (await deps.flights.join(key, { start, signal: context.signal })) ?? err(LEFT)
}

/** Rooms, and the session in which the supplier was asked for them: whoever joined goes on in that one. */
type AskedRooms = RoomsAnswer & { readonly sessionId: string | null }

/** Equal questions are joined within a world only: another one has other days, and faults of its own. */
function worldOf({ clock }: ReadDeps, { organizationId }: CallContext): string {
  return organizationId === null ? '' : clock.of(organizationId).world
}

/** The outcome of a search or room search at a supplier that did not answer. */
export function failureOutcome({
  kind,
}: SupplierFailure): 'TIMEOUT' | 'RATE_LIMITED' | 'BUDGET_SPENT' | 'CREDENTIALS_REFUSED' | 'ERROR' {
  if (kind === 'TIMEOUT' || kind === 'BUDGET_SPENT') return kind
  if (kind === 'UNAUTHORIZED') return 'CREDENTIALS_REFUSED'
  return kind === 'RATE_LIMITED' || kind === 'OVERLOADED' ? 'RATE_LIMITED' : 'ERROR'
}
