import type { RoomSearchView } from '../../domain/contract/offer.ts'
import { invalid, type Problem } from '../../domain/errors.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import { toRfc3339 } from '../../domain/time.ts'
import { type Traveller, travellerOf } from '../../domain/traveller.ts'
import type { Hotel, SupplierHotel } from '../../store/hotels.ts'
import type { Caller } from '../caller.ts'
import { endsWithin } from '../deadline.ts'
import { type Deps, makeId } from '../deps.ts'
import { type RoomSearchInput, roomSearchInput } from '../inputs/search.ts'
import { parseTold } from '../inputs/traveller-headers.ts'
import { supplierWarnings } from '../prices/supplier-warnings.ts'
import { checkAvailabilityRequest, stayOf } from '../search/availability-request.ts'
import { noSuchHotel } from '../search/no-such-hotel.ts'
import { occupancyMismatch, sessionOfSearch } from '../search/search-record.ts'
import { createBoard } from './progress-board.ts'
import { FIRST_CONNECTION_MS, openLog } from './room-stream-log.ts'
import { runRoomSearch } from './run-room-search.ts'
import { sellingOf } from './selling-settings.ts'
import { newOwnerId, ownStream } from './stream-owner.ts'

/**
 * Asks every enabled supplier for a hotel's rooms, in parallel and immediately; each answer is written to the stream's log as it
 * arrives. With `max_wait_ms` this answer contains the options that arrive in time, for clients that do not stream.
 */
export async function createRoomSearch(
  deps: Deps,
  caller: Caller,
  raw: unknown,
): Promise<Result<RoomSearchView, Problem>> {
  // A fully parsed request is checked later, with the local date of the hotel.
  const input = parseTold(roomSearchInput, { raw, caller }, (read, isWhole) =>
    isWhole ? [] : checkAvailabilityRequest(read, deps.clock.of(caller.organizationId).now(), null),
  )
  if (!input.ok) return input
  const hotel = await deps.store.hotels.find(input.value.hotelId)
  const issues = checkAvailabilityRequest(
    input.value,
    deps.clock.of(caller.organizationId).now(),
    hotel?.timeZone ?? null,
  )
  if (issues.length > 0) return err(invalid(issues))
  if (!hotel) return err(await noSuchHotel(deps, 'HOTEL_NOT_FOUND', input.value.hotelId))
  const mismatch = await occupancyMismatch(deps, caller, input.value)
  if (mismatch) return err(mismatch)
  const listings = await deps.store.hotels.suppliersOf(hotel.hotelId)
  const traveller = travellerOf(input.value.traveller, null, () => sessionOf(deps, input.value))
  return ok(await start(deps, caller, { input: input.value, hotel, listings, traveller }))
}

interface Start {
  readonly input: RoomSearchInput
  readonly hotel: Hotel
  readonly listings: readonly SupplierHotel[]
  readonly traveller: Traveller
}

/** The session of the search that the rooms belong to, or one of their own. */
function sessionOf(deps: Deps, { searchId }: RoomSearchInput): string {
  return sessionOfSearch(searchId ?? makeId(deps, 'search'))
}

async function start(
  deps: Deps,
  caller: Caller,
  { input, hotel, listings, traveller }: Start,
): Promise<RoomSearchView> {
  const streamId = makeId(deps, 'stream')
  const ownerId = newOwnerId(deps)
  const language = input.language ?? caller.language
  const { requestId, ip } = caller
  const question = { input, language, requestId, ip, traveller }
  const { rules, tenant, listCurrency } = await sellingOf(deps, caller.organizationId, { input, hotel })
  const [log] = await Promise.all([
    openLog(deps, caller, { streamId, hotelId: hotel.hotelId, question }),
    ownStream(deps, streamId, ownerId),
  ])
  await log.append({ eventType: 'stream_ready', suppliers: tenant.suppliers.map(({ supplierCode }) => supplierCode) })
  const board = createBoard(tenant.suppliers)
  const settled = runRoomSearch(deps, {
    streamId,
    ownerId,
    search: {
      caller,
      hotel,
      request: {
        stay: stayOf(input),
        occupancy: input.rooms,
        nationality: input.nationality,
        hotelTimeZone: hotel.timeZone,
      },
      tenant,
      rules,
      language,
      traveller,
      listCurrency,
      log,
      board,
    },
    asked: tenant.suppliers,
    listings,
  })
  if (input.maxWaitMs) await endsWithin(settled, input.maxWaitMs)
  return {
    hotelId: String(hotel.hotelId),
    streamId,
    sseStreamUrl: `/hotels/${hotel.hotelId}/rooms/stream/${streamId}`,
    streamExpiresAt: toRfc3339(deps.clock.of(caller.organizationId).now() + FIRST_CONNECTION_MS),
    singleUse: true,
    providers: board.providers(),
    options: input.maxWaitMs ? [...board.options] : [],
    warnings: supplierWarnings(board.providers()),
  }
}
