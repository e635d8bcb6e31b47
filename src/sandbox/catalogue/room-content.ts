import { chance, hash32 } from './hash.ts'
import { ROOM_KINDS, type RoomKind } from './room-kinds.ts'
import type { SandboxRgExt, SandboxSupplierHotel, SandboxSupplierRoom } from './types.ts'

type ContentOfRoom = Pick<SandboxSupplierRoom, 'contentRoomId' | 'rgExt' | 'mappedRoomId'>

const KINDS: Readonly<Record<string, Partial<SandboxRgExt>>> = {
  single: { bedding: 2 },
  standard_twin: { bedding: 4 },
  superior_queen: { quality: 5 },
  studio: { class: 7 },
  triple: { bedding: 7 },
  deluxe_king: { quality: 6, view: 5 },
  family: { family: 1, bedding: 7 },
  junior_suite: { class: 4 },
  executive_suite: { class: 5, quality: 8, bedding: 7 },
}

/** RateHawk's description of a room in twelve numbers. Its hotels may tell two rooms apart by `floor` alone. */
function rgExtOf({ kind, beds }: RoomKind, floor: number): SandboxRgExt {
  return {
    class: 3,
    quality: 2,
    sex: 0,
    bathroom: 2,
    bedding: 3,
    family: 0,
    club: 0,
    bedrooms: 0,
    balcony: 0,
    view: 0,
    ...KINDS[kind],
    capacity: mainPlacesOf(beds),
    floor,
  }
}

/** `capacity` counts main places only: a sofa bed is none. */
function mainPlacesOf(beds: RoomKind['beds']): number {
  return beds.reduce((sum, { type, count }) => sum + count * (PLACES[type] ?? 2), 0)
}

const PLACES: Readonly<Record<string, number>> = { SINGLE: 1, TWIN: 1, SOFA_BED: 0 }

/** The order of RateHawk's documentation. */
function codeOf(room: SandboxRgExt): string {
  const {
    class: roomClass,
    quality,
    sex,
    bathroom,
    bedding,
    family,
    capacity,
    club,
    bedrooms,
    balcony,
    view,
    floor,
  } = room
  return [roomClass, quality, sex, bathroom, bedding, family, capacity, club, bedrooms, balcony, view, floor].join('-')
}

type Described = { readonly listing: SandboxSupplierHotel; readonly kind: RoomKind; readonly roomCode: string }

/**
 * By which id the supplier's content has a room that it prices. One RateHawk room in twenty-five is in none of the hotel's groups.
 * LiteAPI maps seven rooms of ten; of those one in twenty is mapped to a room that its content lacks. Scenarios map all.
 */
export function contentOfRoom(
  { listing: { supplierCode, supplierHotelId }, kind, roomCode }: Described,
  { isScenario, floor = 0 }: { readonly isScenario: boolean; readonly floor?: number },
): ContentOfRoom {
  const hash = hash32('content', supplierCode, supplierHotelId, roomCode)
  if (supplierCode === 'ratehawk') {
    const rgExt = rgExtOf(kind, floor)
    return { rgExt, contentRoomId: !isScenario && chance(hash, 40) ? null : codeOf(rgExt) }
  }
  if (supplierCode !== 'liteapi') return { contentRoomId: roomCode }
  const mappedRoomId =
    isScenario || chance(hash, 700) ? 1_000_000 + (hash % 99_991) * 16 + ROOM_KINDS.indexOf(kind) : null
  const isLacking = !isScenario && chance(hash >>> 10, 50)
  return { mappedRoomId, contentRoomId: mappedRoomId === null || isLacking ? null : String(mappedRoomId) }
}

/** How many of every thousand ordinary RateHawk hotels sell a duplex under the name of their standard room as well. */
export const DUPLEX_PERMILLE = 250
/** `floor` is no number of a storey: 1 is a penthouse, 2 a duplex, 3 a basement, 4 an attic. */
export const DUPLEX_FLOOR = 2
