import {
  OfferType,
  PrebookInputType,
  PrebookType,
  RoomSearchInputType,
  RoomSearchType,
  RoomStreamEventType,
} from '../schema/offer.ts'
import { builder, contextOf, resultUnion } from './builder.ts'
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
    description: 'An offer while it lives.',
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
    description: 'Asks the suppliers for the rooms of a hotel. HTTP: `POST /hotels/{hotel_id}/rooms`.',
    args: { input: t.arg({ type: RoomSearchInputType, required: true }) },
    resolve: (_root, { input }, context) =>
      write(contextOf(context), ROOMS, (gateway, caller) =>
        gateway.createRoomSearch(caller, { ...input, rooms: input.rooms.map(toRoom) }),
      ),
  }),
  prebook: t.field({
    type: PrebookResult,
    nullable: true,
    description: 'Checks an option with the supplier. HTTP: `POST /hotels/prebook`.',
    args: { input: t.arg({ type: PrebookInputType, required: true }) },
    resolve: (_root, { input }, context) =>
      write(contextOf(context), { scope: 'search', rateClass: 'prebook' }, (gateway, caller) =>
        gateway.prebook(caller, input),
      ),
  }),
}))

builder.subscriptionFields((t) => ({
  roomOptions: t.field({
    type: RoomStreamEventType,
    description:
      'Room options as the suppliers answer; `afterEventId` resumes. HTTP: `GET /hotels/{hotel_id}/rooms/stream/{stream_id}`.',
    args: { streamId: t.arg.id({ required: true }), afterEventId: t.arg.int() },
    subscribe: (_root, args, context) =>
      open(contextOf(context), ROOMS, (gateway, caller) => gateway.openRoomStream(caller, args)),
    resolve: (event) => event,
  }),
}))
