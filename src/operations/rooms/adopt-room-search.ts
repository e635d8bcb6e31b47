import type { RoomProviderView, RoomStreamEvent } from '../../domain/contract/offer.ts'
import { travellerOf } from '../../domain/traveller.ts'
import type { Deps } from '../deps.ts'
import { stayOf } from '../search/availability-request.ts'
import { sessionOfSearch } from '../search/search-record.ts'
import { SKIPPED } from './ask-rooms.ts'
import { createBoard, type ProgressBoard } from './progress-board.ts'
import { continueLog, readAll, readRecord } from './room-stream-log.ts'
import { runRoomSearch } from './run-room-search.ts'
import { sellingOf } from './selling-settings.ts'
import { newOwnerId, takeStream } from './stream-owner.ts'

/**
 * Continues a search whose process has died: this process asks the suppliers that have no event in the stream yet. Does nothing
 * for a finished stream, or when another process has taken it first.
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
  const traveller = travellerOf(null, record.question.traveller ?? null, () => sessionOfSearch(streamId))
  const hotel = await deps.store.hotels.find(hotelId)
  if (!hotel) return
  const { rules, tenant, listCurrency } = await sellingOf(deps, organizationId, { input, hotel })
  const listings = await deps.store.hotels.suppliersOf(hotelId)
  const board = createBoard(tenant.suppliers)
  const told = new Set(events.flatMap((event) => tellBoard(board, event)))
  deps.log.warn(
    { streamId, told: told.size, of: tenant.suppliers.length },
    'continuing a room search whose process has died',
  )
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
      tenant,
      rules,
      language,
      traveller,
      listCurrency,
      log: continueLog(deps, { streamId, hotelId, organizationId }),
      board,
    },
    asked: tenant.suppliers.filter(({ supplierCode }) => !told.has(supplierCode)),
    listings,
  })
}

/** Enters an event of the stream on the board; returns the supplier that the event is about. */
function tellBoard(board: ProgressBoard, event: RoomStreamEvent): string[] {
  if (event.eventType === 'stream_ready' || event.eventType === 'done') return []
  const { supplierCode } = event
  if (event.eventType === 'provider_options') board.options.push(...event.options)
  // An event of an earlier release has no reason.
  const unavailableReason = (event.eventType === 'provider_options' && event.unavailableReason) || null
  board.settle({ supplierCode, outcome: outcomeOf(event), latencyMs: null, retryAfterMs: null, unavailableReason })
  return [supplierCode]
}

type Told = Exclude<RoomStreamEvent, { readonly eventType: 'stream_ready' | 'done' }>

function outcomeOf(event: Told): RoomProviderView['outcome'] {
  if (event.eventType === 'provider_options') return event.options.length > 0 ? 'PRICED' : 'NO_AVAILABILITY'
  if (event.eventType === 'provider_skipped')
    return Object.hasOwn(SKIPPED, event.reason) ? SKIPPED[event.reason as keyof typeof SKIPPED] : 'SKIPPED_UNMAPPED'
  const { code } = event.error
  return code === 'TIMEOUT' || code === 'RATE_LIMITED' || code === 'CREDENTIALS_REFUSED' ? code : 'ERROR'
}
