import type { RoomOptionView, RoomProviderView } from '../../domain/contract/offer.ts'
import type { SellingRules } from '../../domain/selling.ts'
import { nightsOf } from '../../domain/stay.ts'
import { dateInZone, daysBetween } from '../../domain/time.ts'
import type { Traveller } from '../../domain/traveller.ts'
import type { UnavailableReason } from '../../domain/unavailable-reason.ts'
import type { Hotel, SupplierHotel } from '../../store/hotels.ts'
import type { RoomsRequest } from '../../suppliers/supplier.ts'
import type { SupplierFailure } from '../../suppliers/supplier-call.ts'
import type { ChosenSupplier } from '../access/choose-connections.ts'
import type { Tenant } from '../access/tenants.ts'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { callContext } from '../prices/asker.ts'
import { showAgain } from '../prices/no-price.ts'
import { failureOutcome, roomsOfSupplier } from '../prices/supplier-reads.ts'
import type { ProgressBoard } from './progress-board.ts'
import { type OptionSource, roomOption } from './room-options.ts'
import type { RoomStreamLog } from './room-stream-log.ts'

/** One room search: the caller, the hotel, the request, and where the answers are written. */
export type RoomSearch = {
  readonly caller: Caller
  readonly hotel: Hotel
  readonly request: Omit<RoomsRequest, 'supplierHotelId' | 'sells'>
  readonly tenant: Tenant
  readonly rules: SellingRules
  readonly language: string
  readonly traveller: Traveller
  /** The currency of list prices. */
  readonly listCurrency: string
  readonly log: RoomStreamLog
  readonly board: ProgressBoard
  /** Aborted when no reader is waiting for the answers any more. */
  readonly signal: AbortSignal
}

type SkipReason = 'UNMAPPED' | 'NOT_ENABLED' | 'RATE_LIMITED'

/** What a skipped supplier is told as in the end. A supplier of whose connections none may sell to these guests there is not enabled for them. */
export const SKIPPED: Readonly<Record<SkipReason, RoomProviderView['outcome']>> = {
  UNMAPPED: 'SKIPPED_UNMAPPED',
  NOT_ENABLED: 'MARKET_NOT_SOLD',
  RATE_LIMITED: 'RATE_LIMITED',
}

interface AskedSupplier {
  readonly enabled: ChosenSupplier
  readonly listing: SupplierHotel | undefined
}

/**
 * Asks one supplier for the hotel's rooms. Its answer is written to the stream's log as soon as it arrives. An answer that we cannot
 * handle, or a fault of our own, ends this supplier with an error: the others go on, and nobody waits for it.
 */
export async function askRooms(deps: Deps, search: RoomSearch, asked: AskedSupplier): Promise<void> {
  const { supplierCode } = asked.enabled
  try {
    await ask(deps, search, asked)
  } catch (error) {
    const { requestId } = search.caller
    deps.log.error({ err: error, supplierCode, requestId }, 'a supplier’s rooms could not be handled')
    await told(search, supplierCode, { code: 'ERROR', retryable: true, latencyMs: null, retryAfterMs: null })
  }
}

async function ask(deps: Deps, search: RoomSearch, { enabled, listing }: AskedSupplier): Promise<void> {
  const { supplierCode } = enabled
  if (!listing) return skip(search, supplierCode, { reason: 'UNMAPPED', retryAfterMs: null })
  if (enabled.notSold) return skip(search, supplierCode, { reason: 'NOT_ENABLED', retryAfterMs: null })
  if (!takes(deps, supplierCode, search))
    return offer(search, supplierCode, { ...NOTHING, latencyMs: null, outcome: 'STAY_NOT_SUPPORTED' })
  const startedAt = performance.now()
  const request = { ...search.request, supplierHotelId: listing.supplierHotelId }
  const context = { ...callContext(search), signal: search.signal, timeoutMs: null }
  const [answer, rooms, rates, details] = await Promise.all([
    roomsOfSupplier(deps, enabled, { request, context, rules: search.rules }),
    deps.store.hotels.rooms(supplierCode, listing.supplierHotelId),
    deps.exchangeRates.dated(),
    deps.store.hotels.details(search.hotel.hotelId, listing),
  ])
  const latencyMs = Math.round(performance.now() - startedAt)
  if (!answer.ok) return fail(deps, search, { supplierCode, failure: answer.error, latencyMs })
  const known = new Map(rooms.map((room) => [room.supplierRoomId, room]))
  const priced = answer.value.rates.flatMap((rate) => rate.rooms.map(({ providerRoom }) => providerRoom))
  const source: OptionSource = {
    caller: search.caller,
    hotel: search.hotel,
    details,
    supplierCode,
    connectionId: enabled.connectionId,
    request,
    mappingVersion: listing.version ?? null,
    language: search.language,
    // Who joined an equal question that was under way goes on in the session of that one.
    traveller: { ...search.traveller, sessionId: answer.value.sessionId ?? search.traveller.sessionId },
    list: { currency: search.listCurrency, rates },
    rooms: known,
    unseenRooms: await deps.unseenRooms.find(listing, priced, known),
  }
  const options = answer.value.rates.map((rate) => roomOption(deps, source, rate))
  const unavailableReason = (answer.value.rates.length === 0 && answer.value.unavailableReason) || null
  if (options.length > 0 && search.board.options.length === 0) nowPriced(deps, search)
  return offer(search, supplierCode, { options, unavailableReason, latencyMs })
}

/** Once in a search, by the first supplier that has an option. */
function nowPriced(deps: Deps, { caller, tenant, hotel, request }: RoomSearch): void {
  const time = deps.clock.of(caller.organizationId)
  showAgain(deps, hotel.hotelId, { caller, tenant, question: { ...request, time } })
}

/** A request beyond the supplier's limits is not sent, because the supplier could only refuse it. */
function takes(deps: Deps, supplierCode: string, { caller, request }: RoomSearch): boolean {
  const { stay, occupancy } = request
  const capabilities = deps.suppliers.find(supplierCode)?.capabilities
  const now = deps.clock.of(caller.organizationId).now()
  return (
    capabilities !== undefined &&
    occupancy.length <= capabilities.maxRooms &&
    nightsOf(stay) <= capabilities.maxNights &&
    daysBetween(dateInZone(now, 'UTC'), stay.checkInDate) <= capabilities.maxDaysAhead
  )
}

const NOTHING = { options: [], unavailableReason: null } as const

interface Offered {
  readonly options: readonly RoomOptionView[]
  readonly unavailableReason: UnavailableReason | null
  readonly latencyMs: number | null
  readonly outcome?: RoomProviderView['outcome']
}

async function offer(
  { log, board }: RoomSearch,
  supplierCode: string,
  { options, unavailableReason, latencyMs, outcome = options.length > 0 ? 'PRICED' : 'NO_AVAILABILITY' }: Offered,
): Promise<void> {
  board.options.push(...options)
  board.settle({ supplierCode, outcome, latencyMs, retryAfterMs: null, unavailableReason })
  await log.append({ eventType: 'provider_options', supplierCode, options: [...options], unavailableReason })
}

/** Records that the supplier was not asked. */
async function skip(
  { log, board }: RoomSearch,
  supplierCode: string,
  {
    reason,
    retryAfterMs,
    outcome = SKIPPED[reason],
  }: {
    readonly reason: SkipReason
    readonly retryAfterMs: number | null
    readonly outcome?: RoomProviderView['outcome']
  },
): Promise<void> {
  board.settle({ supplierCode, outcome, latencyMs: null, retryAfterMs, unavailableReason: null })
  await log.append({ eventType: 'provider_skipped', supplierCode, reason })
}

interface Failed {
  readonly supplierCode: string
  readonly failure: SupplierFailure
  readonly latencyMs: number
}

async function fail(deps: Deps, search: RoomSearch, { supplierCode, failure, latencyMs }: Failed): Promise<void> {
  const { kind, httpStatus, retryAfterMs, detail } = failure
  const code = failureOutcome(failure)
  deps.log.debug({ supplierCode, kind, detail, requestId: search.caller.requestId }, 'room request failed')
  if (code === 'BUDGET_SPENT' || (code === 'RATE_LIMITED' && httpStatus === null))
    return skip(search, supplierCode, { reason: 'RATE_LIMITED', outcome: code, retryAfterMs })
  const retryable = kind !== 'REJECTED' && kind !== 'UNAUTHORIZED'
  await told(search, supplierCode, { code, retryable, latencyMs, retryAfterMs })
}

interface Fault {
  readonly code: Exclude<ReturnType<typeof failureOutcome>, 'BUDGET_SPENT'>
  readonly retryable: boolean
  readonly latencyMs: number | null
  readonly retryAfterMs: number | null
}

/** Tells that asking the supplier has failed. */
async function told({ board, log }: RoomSearch, supplierCode: string, fault: Fault): Promise<void> {
  const { code, retryable, latencyMs, retryAfterMs } = fault
  board.settle({ supplierCode, outcome: code, latencyMs, retryAfterMs, unavailableReason: null })
  await log.append({ eventType: 'provider_error', supplierCode, error: { code, retryable } })
}
