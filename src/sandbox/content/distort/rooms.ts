import type { SandboxCatalogue } from '../../catalogue/catalogue.ts'
import { between, chance, hash32, pick } from '../../catalogue/hash.ts'
import { ROOM_KINDS, type RoomKind } from '../../catalogue/room-kinds.ts'
import type { SandboxLanguage, SandboxRgExt, SandboxSupplierCode, SandboxSupplierRoom } from '../../catalogue/types.ts'
import { scenarioOf } from '../../scenarios.ts'
import type { DistortedRoom, RoomSlip } from '../distorted-listing.ts'
import type { Oddities } from '../oddities.ts'
import { languageOf } from './name.ts'

type Roomed = {
  readonly supplierCode: SandboxSupplierCode
  readonly supplierHotelId: string
  readonly key: number
  readonly oddities: Oddities
}

const MANY = 60

/** The rooms of a listing's content: those that it sells, as far as the content knows them, and for some hotels many more. */
export function distortedRooms(catalogue: SandboxCatalogue, roomed: Roomed): readonly DistortedRoom[] {
  const { supplierCode, supplierHotelId, oddities, key } = roomed
  if (oddities.rooms === 'NONE') return []
  const hotelId = catalogue.findSupplierHotel(supplierCode, supplierHotelId)?.hotelId ?? 0
  const seen = new Set<string>()
  const sold = catalogue.supplierRooms(supplierCode, supplierHotelId).flatMap((room) => {
    const kind = kindOf(supplierCode, room)
    const { contentRoomId } = room
    if (contentRoomId === null || seen.has(contentRoomId) || !kind) return []
    seen.add(contentRoomId)
    return [distortedRoom(roomed, { kind, contentRoomId, rgExt: room.rgExt ?? null, note: '', hotelId })]
  })
  if (oddities.rooms !== 'SIXTY') return sold
  const more = Array.from({ length: MANY - sold.length }, (_, index) => {
    const kind = pick(hash32('more-rooms', key, index), ROOM_KINDS)
    const note = `, ${index + 2}F`
    return distortedRoom(roomed, { ...unsold(supplierCode, kind, { key, index }), kind, note, hotelId })
  })
  return [...sold, ...more]
}

/** The kind of a room that a supplier sells, by the supplier's name for it. */
function kindOf(supplierCode: SandboxSupplierCode, { name }: Pick<SandboxSupplierRoom, 'name'>): RoomKind | null {
  return ROOM_KINDS.find(({ supplierNames }) => supplierNames[supplierCode] === name) ?? null
}

/** Which room it is, of those of its hotel at all suppliers: its kind, and what RateHawk's numbers alone tell. */
export function trueRoomOf(
  supplierCode: SandboxSupplierCode,
  room: Pick<SandboxSupplierRoom, 'name'> & { readonly rgExt?: Floored },
): string | null {
  const kind = kindOf(supplierCode, room)
  return kind && trueRoom(kind, room.rgExt ?? null)
}

type Floored = Pick<SandboxRgExt, 'floor'>

function trueRoom({ kind }: RoomKind, rgExt: Floored | null): string {
  return rgExt?.floor ? `${kind}, floor ${rgExt.floor}` : kind
}

/** The id of a room that no price names. */
function unsold(
  supplierCode: SandboxSupplierCode,
  kind: RoomKind,
  { key, index }: { readonly key: number; readonly index: number },
): { readonly contentRoomId: string; readonly rgExt: SandboxRgExt | null } {
  if (supplierCode === 'hotelbeds') return { contentRoomId: `${kind.hotelbedsCode}-${index + 2}`, rgExt: null }
  if (supplierCode === 'expedia_rapid')
    return { contentRoomId: String(600_000_000 + (key % 999_983) * 64 + index), rgExt: null }
  if (supplierCode === 'liteapi')
    return { contentRoomId: String(40_000_000 + (key % 999_983) * 64 + index), rgExt: null }
  const rgExt = { ...PLAIN_ROOM, capacity: kind.maxOccupancy, floor: index + 3, view: index % 2 === 0 ? 5 : 0 }
  return { contentRoomId: Object.values(rgExt).join('-'), rgExt }
}

/** In the order of RateHawk's documentation. */
const PLAIN_ROOM: SandboxRgExt = {
  class: 3,
  quality: 2,
  sex: 0,
  bathroom: 2,
  bedding: 3,
  family: 0,
  capacity: 2,
  club: 0,
  bedrooms: 0,
  balcony: 0,
  view: 0,
  floor: 0,
}

type Room = {
  readonly kind: RoomKind
  readonly contentRoomId: string
  readonly rgExt: SandboxRgExt | null
  /** What stands behind the name. */
  readonly note: string
  readonly hotelId: number
}

function distortedRoom(roomed: Roomed, room: Room): DistortedRoom {
  const { kind, contentRoomId, rgExt } = room
  const { isSmoking, ...facts } = factsOf(room)
  const slip = slipOf(roomed, room)
  return {
    kind: trueRoom(kind, rgExt),
    slip,
    contentRoomId,
    rgExt,
    name: nameOf(roomed, room),
    beds: slip === 'BEDS' ? otherBeds(kind) : bedsOf(roomed, kind),
    maxOccupancy: kind.maxOccupancy,
    maxAdults: Math.min(kind.maxOccupancy, 3),
    hasCityView: kind.kind === 'deluxe_king',
    hasKitchenette: kind.kind === 'studio',
    ...facts,
    isSmoking: isSmoking !== (slip === 'SMOKING'),
  }
}

/** What is true of a room, whoever sells it: suppliers leave out and word otherwise, they seldom contradict each other. */
function factsOf({ kind, note, hotelId }: Room): Pick<DistortedRoom, 'squareMetres' | 'isSmoking' | 'isAccessible'> {
  const hash = hash32('room-content', hotelId, kind.kind, note)
  return {
    squareMetres: between(hash, 14, 24) + kind.maxOccupancy * 5,
    isSmoking: chance(hash >>> 6, 60),
    isAccessible: chance(hash >>> 12, 40),
  }
}

/** Rooms whose beds are in each supplier's name for them, so that a slip can be seen in the row itself. */
const NAMED_BY_BEDS: readonly string[] = ['standard_double', 'standard_twin', 'superior_queen', 'deluxe_king']
const SLIPS_PERMILLE: Readonly<Record<RoomSlip, number>> = { BEDS: 15, SMOKING: 10 }

function slipOf(roomed: Roomed, { kind, contentRoomId }: Room): RoomSlip | null {
  const { supplierCode, supplierHotelId, key } = roomed
  if (scenarioOf(supplierCode, supplierHotelId)) return null
  const canMistakeBeds =
    supplierCode !== 'ratehawk' && NAMED_BY_BEDS.includes(kind.kind) && bedsOf(roomed, kind).length > 0
  if (canMistakeBeds && chance(hash32('slip-beds', key, contentRoomId), SLIPS_PERMILLE.BEDS)) return 'BEDS'
  return chance(hash32('slip-smoking', key, contentRoomId), SLIPS_PERMILLE.SMOKING) ? 'SMOKING' : null
}

function otherBeds({ kind }: RoomKind): DistortedRoom['beds'] {
  return kind === 'standard_twin' ? [{ type: 'DOUBLE', count: 1 }] : [{ type: 'TWIN', count: 2 }]
}

function bedsOf({ supplierCode, oddities: { beds } }: Roomed, kind: RoomKind): DistortedRoom['beds'] {
  return beds === 'TOLD' || supplierCode === 'ratehawk' ? kind.beds : []
}

function nameOf({ supplierCode, oddities }: Roomed, { kind, note }: Room): DistortedRoom['name'] {
  const own = kind.supplierNames[supplierCode]
  return (language) => {
    const told = oddities.roomNames === 'OTHER_LANGUAGE' ? otherThan(languageOf(language)) : languageOf(language)
    return (told === 'en' ? english() : kind.names[told]) + note
  }
  function english(): string {
    // The English names of Rapid tell the beds.
    if (oddities.beds === 'IN_NAME_ONLY') return kind.supplierNames.expedia_rapid
    return oddities.beds === 'LEFT_OUT' && supplierCode === 'ratehawk' ? own.replace(EXTRAS, ')') : own
  }
}

/** The second pair of brackets of RateHawk's names. */
const EXTRAS = /\) \(.*\)$/

function otherThan(language: SandboxLanguage): SandboxLanguage {
  return language === 'fr' ? 'de' : 'fr'
}
