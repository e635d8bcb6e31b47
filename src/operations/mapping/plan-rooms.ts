import { cleanLine } from '../../domain/content/clean-text.ts'
import { pageImages } from '../../domain/content/images.ts'
import { MOST } from '../../domain/content/page-content.ts'
import { textsOf } from '../../domain/content/texts.ts'
import { byTrust } from '../../domain/content/trust.ts'
import type { ListedRoom, Listing } from '../../domain/listing.ts'
import { type MappingStatus, worstMapping } from '../../domain/mapping.ts'
import { listedRooms } from '../../mapping/rooms/listed-rooms.ts'
import { namesOf } from '../../mapping/rooms/room-names.ts'
import {
  type FixedRoom,
  type KnownServiceRoom,
  type PlannedServiceRoom,
  type RoomRef,
  type SuppliedRoom,
  serviceRoomsOf,
} from '../../mapping/rooms/service-rooms.ts'
import type { Names } from '../../store/hotels.ts'
import type { DecidedRoom, RoomPin, RoomPlan, StoredServiceRoom } from '../../store/service-rooms.ts'

/** What the rooms of a hotel are planned from. */
export type RoomsOfHotel = {
  readonly hotelId: number
  /** The staged listings that are certain to be it. */
  readonly listings: readonly Listing[]
  /** Its service rooms until now. */
  readonly stored: readonly StoredServiceRoom[]
  /** What catalogue files say of its listings' rooms. */
  readonly imported: readonly DecidedRoom[]
  readonly pins: readonly RoomPin[]
}

type Planning = {
  /** Whose names and pictures of rooms are trusted, the most trusted first. */
  readonly trust: readonly string[]
  readonly newRoomId: () => string
}

/** The most rooms of a listing that are compared; further ones are UNMAPPED. Few hotels have as many kinds of room. */
const MOST_COMPARED = 200

/**
 * The service rooms of a hotel over all its listings, and which of them each room is that prices may name. A person's word comes first,
 * then a catalogue file's, then what the rooms themselves tell.
 */
export function planRooms(hotel: RoomsOfHotel, { trust, newRoomId }: Planning): RoomPlan {
  const sold = soldRooms(hotel.listings, trust)
  const words = wordsOf(hotel)
  // What a person has put into a room says nothing about the others there: they would not be like it.
  const guests = sold.filter(({ code }) => words.pinned.has(code) && words.fixed.get(code) !== null)
  const compared = sold.filter((room) => !words.silenced.has(room.code) && !guests.includes(room))
  const fixed = compared.flatMap(({ supplied, code }): FixedRoom[] => {
    const roomId = words.fixed.get(code)
    return roomId === undefined ? [] : [{ ...refOf(supplied), roomId }]
  })
  const told = compared.map(({ supplied }) => supplied)
  const known = knownRooms(hotel)
  const planned = serviceRoomsOf(told, known, fixed)
  const byRef = new Map(compared.map((room) => [keyOf(room.supplied), room]))
  const rooms = withPinned(planned.rooms, { words, known }).map((room) => {
    const own = room.members.flatMap((ref) => byRef.get(keyOf(ref)) ?? [])
    const pinned = guests.filter(({ code }) => words.fixed.get(code) === room.roomId)
    return serviceRoom(room, { members: [...own, ...pinned], hotel, newRoomId })
  })
  const placed = planned.placements.flatMap(({ status, candidates, ...ref }) => {
    const [only] = candidates
    const code = byRef.get(keyOf(ref))?.code
    return code === undefined ? [] : [{ code, status, room: status === 'MATCHED' ? (rooms[only ?? -1] ?? null) : null }]
  })
  return { hotelId: hotel.hotelId, serviceRooms: rooms, supplierRooms: supplierRooms(placed, { words, rooms, hotel }) }
}

/** With the rooms that only persons' words keep. */
function withPinned(
  planned: readonly PlannedServiceRoom[],
  { words, known }: { readonly words: Words; readonly known: readonly KnownServiceRoom[] },
): PlannedServiceRoom[] {
  const wanted = new Set([...words.pinned].flatMap((code) => words.fixed.get(code) ?? []))
  const there = new Set(planned.map(({ roomId }) => roomId))
  const more = known
    .filter(({ roomId }) => wanted.has(roomId) && !there.has(roomId))
    .map(({ roomId, names }) => ({ roomId, names, members: [], isApart: false }))
  return [...planned, ...more]
}

// ------------------------------------------------------------------------------------------------ what is sold

/** A room of a listing's content; `code` is how prices name it, with supplier and listing. */
type SoldRoom = {
  readonly supplied: SuppliedRoom
  readonly code: string
  readonly listing: Listing
  readonly room: ListedRoom
}

/** In the order in which the listings are trusted. A room without any name cannot be compared. */
function soldRooms(listings: readonly Listing[], trust: readonly string[]): SoldRoom[] {
  const open = listings.filter(({ status }) => status === 'ACTIVE' || status === 'NOT_ON_SALE')
  return byTrust(open, trust).flatMap((listing) => {
    const { supplierCode, supplierHotelId } = listing
    const rooms = listing.rooms.slice(0, MOST_COMPARED)
    const byKey = new Map(rooms.map((room) => [room.key, room]))
    return listedRooms({ supplierCode, rooms }).flatMap((supplied): SoldRoom[] => {
      const room = byKey.get(supplied.roomKey)
      if (!room) return []
      return [
        {
          supplied: { ...supplied, supplierHotelId, roomKey: `${supplierHotelId}/${supplied.roomKey}` },
          code: codeOf({ supplierCode, supplierHotelId, supplierRoomId: room.rateKey ?? room.key }),
          listing,
          room,
        },
      ]
    })
  })
}

function refOf({ supplierCode, roomKey }: RoomRef): RoomRef {
  return { supplierCode, roomKey }
}

function keyOf({ supplierCode, roomKey }: RoomRef): string {
  return `${supplierCode}\n${roomKey}`
}

type RoomCode = { readonly supplierCode: string; readonly supplierHotelId: string; readonly supplierRoomId: string }

function codeOf({ supplierCode, supplierHotelId, supplierRoomId }: RoomCode): string {
  return JSON.stringify([supplierCode, supplierHotelId, supplierRoomId])
}

function ofCode(code: string): RoomCode {
  // `codeOf` has written it.
  const [supplierCode, supplierHotelId, supplierRoomId] = JSON.parse(code) as [string, string, string]
  return { supplierCode, supplierHotelId, supplierRoomId }
}

// ------------------------------------------------------------------------------------------------ what is said

type Words = {
  /** The room by code; null: a room of its own. */
  readonly fixed: ReadonlyMap<string, string | null>
  /** What a catalogue file says is no certain room. */
  readonly silenced: ReadonlySet<string>
  readonly pinned: ReadonlySet<string>
  /** What no plan writes: a catalogue file has said it, and no person otherwise. */
  readonly kept: ReadonlySet<string>
}

/** A pin to a room of another hotel says nothing here: the listing has moved since. */
function wordsOf({ stored, imported, pins }: RoomsOfHotel): Words {
  const known = new Set([...stored.map(({ roomId }) => roomId), ...imported.flatMap(({ roomId }) => roomId ?? [])])
  const heard = pins.filter(({ roomId }) => roomId === null || known.has(roomId))
  const pinned = new Set(heard.map(codeOf))
  const others = imported.filter((row) => !pinned.has(codeOf(row)))
  const certain = others.filter(({ mappingStatus, roomId }) => mappingStatus === 'MATCHED' && roomId !== null)
  return {
    fixed: new Map([...certain, ...heard].map((one) => [codeOf(one), one.roomId])),
    silenced: new Set(others.filter((row) => !certain.includes(row)).map(codeOf)),
    pinned,
    kept: new Set(others.map(codeOf)),
  }
}

/** A room of a catalogue file is called as the file says. */
function knownRooms({ stored, imported }: RoomsOfHotel): KnownServiceRoom[] {
  const known = new Map<string, KnownServiceRoom>(
    stored.map(({ roomId, names, members }) => [
      roomId,
      { roomId, names, members: members.map(asSupplied).map(refOf) },
    ]),
  )
  for (const { roomId, names, mappingStatus } of imported) {
    if (roomId === null || mappingStatus !== 'MATCHED') continue
    const before = known.get(roomId)
    known.set(roomId, { roomId, names: { ...before?.names, ...names }, members: before?.members ?? [] })
  }
  return [...known.values()]
}

/** Only `planRooms` makes members, and they are rooms as they are compared. */
export function asSupplied(member: Readonly<Record<string, unknown>>): SuppliedRoom {
  return member as SuppliedRoom
}

// ------------------------------------------------------------------------------------------------ what is written

type ServiceRoom = RoomPlan['serviceRooms'][number]

type Making = {
  /** Its members, the most trusted first. */
  readonly members: readonly SoldRoom[]
  readonly hotel: RoomsOfHotel
  readonly newRoomId: () => string
}

function serviceRoom(planned: PlannedServiceRoom, { members, hotel, newRoomId }: Making): ServiceRoom {
  const imported = hotel.imported.filter(({ roomId }) => roomId !== null && roomId === planned.roomId)
  const ownImages = imported.flatMap(({ imageUrls }) => imageUrls)
  return {
    roomId: planned.roomId ?? newRoomId(),
    names: shownNames({ ...namesOf(members.flatMap(({ room }) => inAllLanguages(room))), ...planned.names }),
    imageUrls: ownImages.length > 0 ? [...new Set(ownImages)] : picturesOf(members),
    members: members.map(({ supplied }) => ({ ...supplied })),
    isApart: planned.isApart,
  }
}

function inAllLanguages({ names }: ListedRoom) {
  return Object.entries(names)
    .filter(([, name]) => name.trim() !== '')
    .map(([language, name]) => ({ language, name }))
}

const MAX_NAME = 200

/** English stands for every language that is missing. */
function shownNames(told: Names): Names {
  const names = textsOf(told, (raw) => cleanLine(raw, MAX_NAME))
  return { ...names, en: names['en'] ?? Object.values(names)[0] ?? cleanLine(Object.values(told)[0] ?? '', MAX_NAME) }
}

/** Those of the first member that has any: two suppliers have the same pictures under other addresses. */
function picturesOf(members: readonly SoldRoom[]): readonly string[] {
  for (const { listing, room } of members) {
    const told = [...room.images, ...listing.images.filter(({ roomKey }) => roomKey === room.key)]
    const urls = pageImages(told, MOST.roomImages).flatMap(({ sizes }) => sizes[0]?.url ?? [])
    if (urls.length > 0) return urls
  }
  return []
}

type Placed = { readonly code: string; readonly status: MappingStatus; readonly room: ServiceRoom | null }

/** One row for each code; several rooms of a listing's content may share one. */
function supplierRooms(
  placed: readonly Placed[],
  {
    words,
    rooms,
    hotel,
  }: { readonly words: Words; readonly rooms: readonly ServiceRoom[]; readonly hotel: RoomsOfHotel },
): RoomPlan['supplierRooms'] {
  const certain = new Set(hotel.listings.map((one) => JSON.stringify([one.supplierCode, one.supplierHotelId])))
  const byPrice = [...words.pinned].filter((code) => {
    const { supplierCode, supplierHotelId } = ofCode(code)
    return certain.has(JSON.stringify([supplierCode, supplierHotelId])) && !placed.some((one) => one.code === code)
  })
  const untold = byPrice.flatMap((code): Placed[] => {
    const room = rooms.find(({ roomId }) => roomId === words.fixed.get(code))
    return room ? [{ code, status: 'MATCHED', room }] : []
  })
  return [...Map.groupBy([...placed, ...untold], ({ code }) => code)]
    .filter(([code]) => !words.kept.has(code))
    .map(([code, ofCodes]) => ({
      ...ofCode(code),
      ...supplierRoom(ofCodes),
      decidedBy: words.pinned.has(code) ? 'PERSON' : 'ENGINE',
    }))
}

function supplierRoom(placed: readonly Placed[]) {
  const rooms = new Set(placed.map(({ room }) => room))
  const [room] = rooms
  const worst = worstMapping(placed.map(({ status }) => status))
  // Two rooms of the content under one code: the code does not say which.
  const mappingStatus = worst === 'MATCHED' && rooms.size > 1 ? 'AMBIGUOUS' : worst
  if (mappingStatus !== 'MATCHED' || !room) return { mappingStatus, roomId: null, names: null, imageUrls: [] }
  return { mappingStatus, roomId: room.roomId, names: room.names, imageUrls: room.imageUrls }
}
