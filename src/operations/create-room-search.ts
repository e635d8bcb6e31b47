import { type Problem, problem } from '../domain/errors.ts'
import { invalid } from '../domain/errors.ts'
import type { RoomOptionView, RoomProviderView, RoomSearchView } from '../domain/contract/offer.ts'
import { err, ok, type Result } from '../domain/result.ts'
import { toRfc3339 } from '../domain/time.ts'
import type { Hotel, SupplierHotel } from '../store/hotels.ts'
import type { EnabledSupplier } from '../store/organizations.ts'
import { checkAvailabilityRequest, stayOf } from './availability-request.ts'
import type { Caller } from './caller.ts'
import { endsWithin } from './deadline.ts'
import { type Deps, makeId } from './deps.ts'
import { parseInput } from './inputs/input.ts'
import { type RoomSearchInput, roomSearchInput } from './inputs/search.ts'
import { type OptionSource, roomOption } from './room-options.ts'
import { FIRST_CONNECTION_MS, openLog, type RoomStreamLog } from './room-stream-log.ts'
import { occupancyMismatch } from './search/search-record.ts'

/** Every supplier has settled, or is given up on, by then. */
const STREAM_DEADLINE_MS = 20_000

/**
 * Asks every enabled supplier for a hotel's rooms, in parallel and right away; each answer goes into the stream's log as it
 * arrives. `max_wait_ms` collects what arrives in time into this answer, for clients that do not stream.
 */
export const createRoomSearch = async (
  deps: Deps,
  caller: Caller,
  raw: unknown,
): Promise<Result<RoomSearchView, Problem>> => {
  const input = parseInput(roomSearchInput, raw)
  if (!input.ok) return input
  const hotel = await deps.store.hotels.find(input.value.hotelId)
  const issues = checkAvailabilityRequest(input.value, deps.clock.now(), hotel?.timeZone ?? null)
  if (issues.length > 0) return err(invalid(issues))
  if (!hotel) return err(problem('HOTEL_NOT_FOUND'))
  const mismatch = input.value.searchId
    ? await occupancyMismatch(deps, caller, input.value.searchId, input.value)
    : null
  if (mismatch) return err(mismatch)
  const enabled = await deps.store.organizations.enabledSuppliers(caller.organizationId)
  const listings = await deps.store.hotels.suppliersOf(hotel.hotelId)
  return ok(await start(deps, caller, input.value, hotel, enabled, listings))
}

const start = async (
  deps: Deps,
  caller: Caller,
  input: RoomSearchInput,
  hotel: Hotel,
  enabled: readonly EnabledSupplier[],
  listings: readonly SupplierHotel[],
): Promise<RoomSearchView> => {
  const streamId = makeId(deps, 'stream')
  const log = await openLog(deps, caller, streamId, hotel.hotelId)
  await log.append({ eventType: 'stream_ready', suppliers: enabled.map(({ supplierCode }) => supplierCode) })
  const board = createBoard(enabled)
  const asked = enabled.map((supplier) => {
    const listing = listings.find(({ supplierCode }) => supplierCode === supplier.supplierCode)
    return listing ? ask(deps, caller, input, hotel, supplier, listing, log, board) : skip(log, board, supplier)
  })
  const settled = Promise.all(asked)
  const ended = endsWithin(settled, STREAM_DEADLINE_MS).then((all) =>
    log.append({
      eventType: 'done',
      reason: all ? 'ALL_SETTLED' : 'DEADLINE',
      optionsCount: board.options.length,
      providers: board.providers(),
    }),
  )
  deps.background.follow('room-search', ended)
  if (input.maxWaitMs) await endsWithin(settled, input.maxWaitMs)
  return {
    hotelId: String(hotel.hotelId),
    streamId,
    sseStreamUrl: `/hotels/${hotel.hotelId}/rooms/stream/${streamId}`,
    streamExpiresAt: toRfc3339(deps.clock.now() + FIRST_CONNECTION_MS),
    singleUse: true,
    providers: board.providers(),
    options: input.maxWaitMs ? [...board.options] : [],
  }
}

/** Where each supplier stands. */
type ProgressBoard = {
  readonly options: RoomOptionView[]
  readonly settle: (provider: RoomProviderView) => void
  readonly providers: () => RoomProviderView[]
}

const createBoard = (enabled: readonly EnabledSupplier[]): ProgressBoard => {
  const providers = new Map<string, RoomProviderView>(
    enabled.map(({ supplierCode }) => [
      supplierCode,
      { supplierCode, outcome: 'PENDING', latencyMs: null, retryAfterMs: null },
    ]),
  )
  return {
    options: [],
    settle: (provider) => providers.set(provider.supplierCode, provider),
    providers: () => [...providers.values()],
  }
}

const skip = async (log: RoomStreamLog, board: ProgressBoard, { supplierCode }: EnabledSupplier): Promise<void> => {
  board.settle({ supplierCode, outcome: 'SKIPPED_UNMAPPED', latencyMs: null, retryAfterMs: null })
  await log.append({ eventType: 'provider_skipped', supplierCode, reason: 'UNMAPPED' })
}

const ask = async (
  deps: Deps,
  caller: Caller,
  input: RoomSearchInput,
  hotel: Hotel,
  { supplierCode, connectionId }: EnabledSupplier,
  listing: SupplierHotel,
  log: RoomStreamLog,
  board: ProgressBoard,
): Promise<void> => {
  const startedAt = performance.now()
  const language = input.language ?? caller.language
  const request = {
    supplierHotelId: listing.supplierHotelId,
    stay: stayOf(input),
    occupancy: input.rooms,
    nationality: input.nationality,
    hotelTimeZone: hotel.timeZone,
  }
  const { supplier, call } = await deps.suppliers.open(connectionId, 'rooms', {
    requestId: caller.requestId,
    language,
    customerIp: caller.ip,
    signal: null,
    timeoutMs: null,
  })
  const [answer, rooms] = await Promise.all([
    supplier.rooms(call, request),
    deps.store.hotels.rooms(supplierCode, listing.supplierHotelId),
  ])
  const latencyMs = Math.round(performance.now() - startedAt)
  if (!answer.ok) {
    const { kind, retryAfterMs } = answer.error
    const outcome = kind === 'TIMEOUT' ? 'TIMEOUT' : kind === 'RATE_LIMITED' ? 'RATE_LIMITED' : 'ERROR'
    board.settle({ supplierCode, outcome, latencyMs, retryAfterMs })
    deps.log.warn(
      { supplierCode, kind, detail: answer.error.detail, requestId: caller.requestId },
      'room request failed',
    )
    await log.append({
      eventType: 'provider_error',
      supplierCode,
      error: { code: outcome, retryable: kind !== 'REJECTED' && kind !== 'UNAUTHORIZED' },
    })
    return
  }
  const source: OptionSource = {
    caller,
    hotelId: hotel.hotelId,
    supplierCode,
    connectionId,
    request,
    language,
    rooms: new Map(rooms.map((room) => [room.supplierRoomId, room])),
  }
  const options = answer.value.rates.map((rate) => roomOption(deps, source, rate))
  board.options.push(...options)
  board.settle({
    supplierCode,
    outcome: options.length > 0 ? 'PRICED' : 'NO_AVAILABILITY',
    latencyMs,
    retryAfterMs: null,
  })
  await log.append({ eventType: 'provider_options', supplierCode, options })
}
