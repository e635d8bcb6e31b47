import type { ListedRoom } from '../src/domain/listing.ts'
import { judgeAttributes } from '../src/mapping/rooms/judge-rooms.ts'
import { listedRooms } from '../src/mapping/rooms/listed-rooms.ts'
import { parseRoom } from '../src/mapping/rooms/parse-room.ts'
import { type SuppliedRoom, serviceRoomsOf } from '../src/mapping/rooms/service-rooms.ts'
import { trueRoomOf } from '../src/sandbox/content/distort/rooms.ts'
import type { RoomSlip } from '../src/sandbox/content/distorted-listing.ts'
import { type RoomRow, roomRowOf } from './mapping-rooms.ts'
import type { TrueListing, Truth } from './truth-listings.ts'

/** A room of a supplier's content that the sandbox knows the kind of. */
type TrueRoom = {
  readonly supplied: SuppliedRoom
  readonly room: ListedRoom
  readonly kind: string
  readonly slip: RoomSlip | null
}

/**
 * What two rooms of one kind are told to be.
 * - ALIKE: nothing that is told contradicts; one may say less than the other.
 * - SLIP: the one contradicts its own name: a CONFLICT, and not EQUAL to anything.
 * - USE: the one is for smokers, or for guests with a wheelchair, and the other is told not to be: no guest would take either for the other.
 * - CHOICE: the one leaves a choice of beds, of which the other is one: REVIEW, by section 10 of `shared/design/mapping.md`.
 */
type Telling = 'ALIKE' | 'SLIP' | 'USE' | 'CHOICE'

type Judged = {
  readonly pair: { readonly label: 'EQUAL' | 'NOT_EQUAL' }
  readonly verdict: string
  /** Two kinds are ALIKE as well: they are part of every figure. */
  readonly telling: Telling
}

const ONE_KIND = 'pairs, one kind'

/** How rooms of the sandbox's hotels are told apart: pair by pair, in each language, and as they are placed in service rooms. */
export function truthRoomRows(truth: Truth): readonly RoomRow[] {
  const hotels = [...Map.groupBy(truth.listings, ({ listed }) => listed.hotelId).values()].map((listings) =>
    listings.map((listing) => trueRooms(truth, listing)),
  )
  const languages = new Set(hotels.flat(2).flatMap(({ room }) => Object.keys(room.names)))
  const pairs = hotels.flatMap((listings) => judgedPairs(listings, (one) => one.supplied))
  const placed = hotels.map(placedRooms)
  return [
    roomRowOf('sandbox', 'pairs', pairs.filter(isAlike)),
    roomRowOf('sandbox', 'pairs, with all that follow', pairs),
    ...(['SLIP', 'USE', 'CHOICE'] as const).map((telling) =>
      roomRowOf('sandbox', `${ONE_KIND}: ${telling}`, pairs.filter((one) => one.telling === telling).map(asNotEqual)),
    ),
    ...[...languages].sort().map((language) => {
      const some = hotels.flatMap((listings) => judgedPairs(listings, (one) => toldIn(one, language)))
      return roomRowOf('sandbox', `pairs, both in ${language}`, some.filter(isAlike))
    }),
    roomRowOf('sandbox', 'service rooms', placed.flatMap(judgedPlaces).filter(isAlike)),
    roomRowOf('sandbox', 'rooms that contradict themselves, as CONFLICT', placed.flat().map(judgedConflict)),
  ]
}

function isAlike({ telling }: Judged): boolean {
  return telling === 'ALIKE'
}

/** What is told otherwise is right when it is anything but EQUAL. */
function asNotEqual(one: Judged): Judged {
  return { ...one, pair: { label: 'NOT_EQUAL' } }
}

function trueRooms(truth: Truth, { listing, listed }: TrueListing): TrueRoom[] {
  const { supplierCode, supplierHotelId } = listed
  const kinds = new Map(
    truth.catalogue.supplierRooms(supplierCode, supplierHotelId).flatMap((sold) => {
      const kind = trueRoomOf(supplierCode, sold)
      return sold.contentRoomId === null || kind === null ? [] : [[sold.contentRoomId, kind] as const]
    }),
  )
  const slips = new Map(
    truth.world.describe(listed, truth.day).rooms.map(({ contentRoomId, slip }) => [contentRoomId, slip]),
  )
  const rooms = new Map(listing.rooms.map((room) => [room.key, room]))
  return listedRooms(listing).flatMap((supplied) => {
    const room = rooms.get(supplied.roomKey)
    // Prices may name a room otherwise than the content.
    const kind = room && (kinds.get(room.rateKey ?? room.key) ?? kinds.get(room.key))
    return room && kind !== undefined ? [{ supplied, room, kind, slip: slips.get(room.key) ?? null }] : []
  })
}

function toldIn(one: TrueRoom, language: string): SuppliedRoom | null {
  const name = one.room.names[language]
  return name === undefined ? null : { ...one.supplied, name, language }
}

/** All pairs of rooms of one hotel at two suppliers. */
function judgedPairs(
  listings: readonly (readonly TrueRoom[])[],
  told: (one: TrueRoom) => SuppliedRoom | null,
): Judged[] {
  const read = listings.map((rooms) =>
    rooms.flatMap((one) => {
      const room = told(one)
      return room ? [{ ...one, supplierCode: room.supplierCode, is: parseRoom(room) }] : []
    }),
  )
  return crossed(read).map(([a, b]) => judgedOf(a, b, judgeAttributes(a.is, b.is).verdict))
}

type Place = { readonly status: string; readonly candidates: readonly number[] } | undefined
type PlacedRoom = TrueRoom & { readonly supplierCode: string; readonly place: Place; readonly nth: number }

function placedRooms(listings: readonly (readonly TrueRoom[])[]): PlacedRoom[] {
  const all = listings.flatMap((rooms, nth) =>
    rooms.map((one) => ({
      ...one,
      nth,
      supplierCode: one.supplied.supplierCode,
      supplied: { ...one.supplied, roomKey: `${nth}/${one.supplied.roomKey}` },
    })),
  )
  const { placements } = serviceRoomsOf(
    all.map(({ supplied }) => supplied),
    [],
    [],
  )
  const places = new Map(placements.map((one) => [`${one.supplierCode} ${one.roomKey}`, one]))
  return all.map((one) => ({ ...one, place: places.get(`${one.supplierCode} ${one.supplied.roomKey}`) }))
}

/** EQUAL: both are certain to be one service room. */
function judgedPlaces(placed: readonly PlacedRoom[]): Judged[] {
  return crossed([...Map.groupBy(placed, ({ nth }) => nth).values()]).map(([a, b]) =>
    judgedOf(a, b, verdictOf(a.place, b.place)),
  )
}

/** EQUAL stands for CONFLICT here: a room that contradicts itself is found, or another one is wrongly said to be in conflict. */
function judgedConflict({ slip, place }: PlacedRoom): Judged {
  return {
    pair: { label: slip === 'BEDS' ? 'EQUAL' : 'NOT_EQUAL' },
    verdict: place?.status === 'CONFLICT' ? 'EQUAL' : place?.status === 'MATCHED' ? 'DIFFERENT' : 'REVIEW',
    telling: 'ALIKE',
  }
}

function judgedOf(a: TrueRoom, b: TrueRoom, verdict: string): Judged {
  const isOne = a.kind === b.kind
  return { pair: { label: isOne ? 'EQUAL' : 'NOT_EQUAL' }, verdict, telling: isOne ? tellingOf(a, b) : 'ALIKE' }
}

function tellingOf(a: TrueRoom, b: TrueRoom): Telling {
  if (a.slip === 'BEDS' || b.slip === 'BEDS') return 'SLIP'
  const { isSmoking: ours, isAccessible } = a.supplied
  const { isSmoking: theirs } = b.supplied
  const isSmokingOther = typeof ours === 'boolean' && typeof theirs === 'boolean' && ours !== theirs
  if (isSmokingOther || Boolean(isAccessible) !== Boolean(b.supplied.isAccessible)) return 'USE'
  return hasChoice(a) === hasChoice(b) || !tellsBeds(a) || !tellsBeds(b) ? 'ALIKE' : 'CHOICE'
}

function hasChoice({ supplied: { bedChoices = [] } }: TrueRoom): boolean {
  return bedChoices.length > 1
}

/** RateHawk tells beds in the name. */
function tellsBeds({ supplied: { supplierCode, bedChoices = [] } }: TrueRoom): boolean {
  return bedChoices.length > 0 || supplierCode === 'ratehawk'
}

function verdictOf(a: Place, b: Place): string {
  if (a?.status !== 'MATCHED' || b?.status !== 'MATCHED') return 'REVIEW'
  return a.candidates[0] === b.candidates[0] ? 'EQUAL' : 'DIFFERENT'
}

function crossed<T extends { readonly supplierCode: string }>(
  listings: readonly (readonly T[])[],
): (readonly [T, T])[] {
  return listings.flatMap((rooms, index) =>
    rooms.flatMap((a) =>
      listings
        .slice(index + 1)
        .flat()
        .filter((b) => a.supplierCode !== b.supplierCode)
        .map((b) => [a, b] as const),
    ),
  )
}
