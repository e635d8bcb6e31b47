import { invalid, type Problem, problem } from '../domain/errors.ts'
import type { RoomSearchView } from '../domain/contract/offer.ts'
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
import { askRooms, type RoomSearch } from './rooms/ask-rooms.ts'
import { createBoard, type ProgressBoard } from './rooms/progress-board.ts'
import { FIRST_CONNECTION_MS, openLog, type RoomStreamLog } from './rooms/room-stream-log.ts'
import { watchReader } from './rooms/watch-reader.ts'
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
  const left = new AbortController()
  const board = createBoard(enabled)
  const search: RoomSearch = {
    caller,
    hotel,
    request: {
      stay: stayOf(input),
      occupancy: input.rooms,
      nationality: input.nationality,
      hotelTimeZone: hotel.timeZone,
    },
    language: input.language ?? caller.language,
    log,
    board,
    signal: caller.signal ? AbortSignal.any([caller.signal, left.signal]) : left.signal,
  }
  const settled = Promise.all(
    enabled.map((supplier) =>
      askRooms(
        deps,
        search,
        supplier,
        listings.find(({ supplierCode }) => supplierCode === supplier.supplierCode),
      ),
    ),
  )
  deps.background.follow('room-search', finish(deps, search, streamId, settled, left))
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

/** Writes `done` when every supplier has settled, at the deadline, or when the reader has left and its work was ended. */
const finish = async (
  deps: Deps,
  { board, log, signal }: RoomSearch,
  streamId: string,
  settled: Promise<unknown>,
  left: AbortController,
): Promise<void> => {
  const over = new AbortController()
  deps.background.follow(
    'watch-reader',
    watchReader(deps, streamId, over.signal, () => left.abort()),
  )
  const all = await endsWithin(settled, STREAM_DEADLINE_MS)
  over.abort()
  if (!all) await giveUpOn(log, board)
  await log.append({
    eventType: 'done',
    reason: signal.aborted ? 'EXPIRED' : all ? 'ALL_SETTLED' : 'DEADLINE',
    optionsCount: board.options.length,
    providers: board.providers(),
  })
  left.abort()
}

/** Every enabled supplier gets its event: those that have not answered by the deadline are told as such. */
const giveUpOn = async (log: RoomStreamLog, board: ProgressBoard): Promise<void> => {
  for (const pending of board.providers().filter(({ outcome }) => outcome === 'PENDING')) {
    board.settle({ ...pending, outcome: 'TIMEOUT' })
    const { supplierCode } = pending
    await log.append({ eventType: 'provider_error', supplierCode, error: { code: 'TIMEOUT', retryable: true } })
  }
}
