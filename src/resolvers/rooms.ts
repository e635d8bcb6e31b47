import type { LoggedRoomEvent } from '../domain/contract/offer.ts'
import { invalid, type Problem } from '../domain/errors.ts'
import { type Issue, issue } from '../domain/issue.ts'
import { OFFER_ID_INPUT } from '../domain/meanings/booking-inputs.ts'
import { ROOM_STREAM_INPUT } from '../domain/meanings/search-inputs.ts'
import { err, type Result } from '../domain/result.ts'
import type { Caller } from '../operations/caller.ts'
import type { Gateway } from '../operations/gateway.ts'
import { roomStreamEvent } from '../operations/rooms/room-stream-log.ts'
import { OfferType, PrebookType } from '../schema/offer.ts'
import { PrebookInputType, RoomSearchInputType } from '../schema/offer-inputs.ts'
import { RoomSearchType, RoomStreamEventType } from '../schema/room-stream.ts'
import { builder, contextOf, resultUnion, told } from './builder.ts'
import { answer, open, write } from './context.ts'
import { toRoom } from './search.ts'

const OfferResult = resultUnion('OfferResult', 'Offer', OfferType)
const CreateRoomSearchResult = resultUnion('CreateRoomSearchResult', 'RoomSearch', RoomSearchType)
const PrebookResult = resultUnion('PrebookResult', 'Prebook', PrebookType)

const ROOMS = { scope: 'search', rateClass: 'rooms' } as const

builder.queryFields((t) => ({
  offer: t.field({
    type: OfferResult,
    nullable: true,
    ...told('getOffer', OFFER_ID_INPUT),
    args: { offerId: t.arg.id({ required: true }) },
    resolve: (_root, args, context) =>
      answer(contextOf(context), { scope: 'search', rateClass: 'status' }, (gateway, caller) =>
        gateway.getOffer(caller, args),
      ),
  }),
}))

builder.mutationFields((t) => ({
  createRoomSearch: t.field({
    type: CreateRoomSearchResult,
    nullable: true,
    ...told('createRoomSearch'),
    args: { input: t.arg({ type: RoomSearchInputType, required: true }) },
    resolve: (_root, { input }, context) =>
      write(contextOf(context), ROOMS, (gateway, caller) =>
        gateway.createRoomSearch(caller, { ...input, rooms: input.rooms.map(toRoom) }),
      ),
  }),
  prebook: t.field({
    type: PrebookResult,
    nullable: true,
    ...told('prebook'),
    args: { input: t.arg({ type: PrebookInputType, required: true }) },
    resolve: (_root, { input }, context) =>
      write(contextOf(context), { scope: 'search', rateClass: 'prebook' }, (gateway, caller) =>
        gateway.prebook(caller, input),
      ),
  }),
}))

type RoomOptionsArgs = {
  readonly input?: typeof RoomSearchInputType.$inferInput | null | undefined
  readonly streamId?: string | number | null | undefined
  readonly afterEventId?: number | null | undefined
}

/** Exactly one of `input` and `streamId` must be given; `afterEventId` is only allowed with `streamId`. */
function faultsOf({ input, streamId, afterEventId }: RoomOptionsArgs): Issue[] {
  return [
    ...((input == null) === (streamId == null)
      ? [issue('streamId', 'EXACTLY_ONE', 'give either input or streamId, not both')]
      : []),
    ...(input != null && afterEventId != null
      ? [issue('afterEventId', 'NOT_ALLOWED', 'a new search has no earlier event: resume with its streamId')]
      : []),
  ]
}

/**
 * Follows an existing stream, or starts a room search and follows it. A search continues when the client disconnects, because the
 * client may resume.
 */
async function openRoomOptions(
  gateway: Gateway,
  caller: Caller,
  args: RoomOptionsArgs,
): Promise<Result<AsyncIterable<LoggedRoomEvent | null>, Problem>> {
  const faults = faultsOf(args)
  if (faults.length > 0) return err(invalid(faults))
  const { input, streamId, afterEventId } = args
  if (streamId != null) return gateway.openRoomStream(caller, { streamId: String(streamId), afterEventId })
  if (input == null) return err(invalid(faults))
  const made = await gateway.createRoomSearch({ ...caller, signal: null }, { ...input, rooms: input.rooms.map(toRoom) })
  return made.ok ? gateway.openRoomStream(caller, { streamId: made.value.streamId }) : made
}

builder.subscriptionFields((t) => ({
  roomOptions: t.field({
    type: RoomStreamEventType,
    ...told('openRoomStream', ROOM_STREAM_INPUT),
    args: {
      input: t.arg({
        type: RoomSearchInputType,
        description:
          'A new room search to make and to follow, as {@createRoomSearch} makes it. Leave {streamId} out then.',
      }),
      streamId: t.arg.id(),
      afterEventId: t.arg.int(),
    },
    subscribe: (_root, args, context) =>
      open(contextOf(context), ROOMS, (gateway, caller) => openRoomOptions(gateway, caller, args)),
    resolve: (event) => roomStreamEvent(event),
  }),
}))
