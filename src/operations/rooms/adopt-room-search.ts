import type { RoomProviderView, RoomStreamEvent } from '../../domain/contract/offer.ts'
import type { Deps } from '../deps.ts'
import { stayOf } from '../search/availability-request.ts'
import { createBoard, type ProgressBoard } from './progress-board.ts'
import { continueLog, readAll, readRecord } from './room-stream-log.ts'
import { runRoomSearch } from './run-room-search.ts'
import { newOwnerId, takeStream } from './stream-owner.ts'

/**
 * Goes on with a search whose process has died: the suppliers that the stream does not tell of yet are asked again, here.
 * Does nothing for a stream that is over, or that another process was faster to take.
 */
export async function adoptRoomSearch(deps: Deps, streamId: string): Promise<void> {
  const record = await readRecord(deps, streamId)
  if (!record?.question) return
  const ownerId = newOwnerId(deps)
  if (!(await takeStream(deps, streamId, ownerId))) return
  const events = await readAll(deps, streamId)
  if (events.length === 0 || events.at(-1)?.eventType === 'done') return
  const { organizationId, environment, hotelId } = record
  const { input, language, requestId, ip } = record.question
  const hotel = await deps.store.hotels.find(hotelId)
  if (!hotel) return
  const enabled = await deps.store.organizations.enabledSuppliers(organizationId)
  const listings = await deps.store.hotels.suppliersOf(hotelId)
  const board = createBoard(enabled)
  const told = new Set(events.flatMap((event) => tellBoard(board, event)))
  deps.log.warn({ streamId, told: told.size, of: enabled.length }, 'a room search is taken over from a dead process')
  await runRoomSearch(deps, {
    streamId,
    ownerId,
    search: {
      caller: {
        keyId: null,
        actor: 'system',
        organizationId,
        environment,
        scopes: [],
        requestId,
        language,
        ip,
        signal: null,
      },
      hotel,
      request: {
        stay: stayOf(input),
        occupancy: input.rooms,
        nationality: input.nationality,
        hotelTimeZone: hotel.timeZone,
      },
      language,
      log: continueLog(deps, streamId, hotelId),
      board,
    },
    asked: enabled.filter(({ supplierCode }) => !told.has(supplierCode)),
    listings,
  })
}

/** Puts what the stream has told already on the board; answers the supplier that it was about. */
function tellBoard(board: ProgressBoard, event: RoomStreamEvent): string[] {
  if (event.eventType === 'stream_ready' || event.eventType === 'done') return []
  const { supplierCode } = event
  if (event.eventType === 'provider_options') board.options.push(...event.options)
  board.settle({ supplierCode, outcome: outcomeOf(event), latencyMs: null, retryAfterMs: null })
  return [supplierCode]
}

type Told = Exclude<RoomStreamEvent, { readonly eventType: 'stream_ready' | 'done' }>

function outcomeOf(event: Told): RoomProviderView['outcome'] {
  if (event.eventType === 'provider_options') return event.options.length > 0 ? 'PRICED' : 'NO_AVAILABILITY'
  if (event.eventType === 'provider_skipped')
    return event.reason === 'RATE_LIMITED' ? 'RATE_LIMITED' : 'SKIPPED_UNMAPPED'
  const { code } = event.error
  return code === 'TIMEOUT' || code === 'RATE_LIMITED' ? code : 'ERROR'
}
