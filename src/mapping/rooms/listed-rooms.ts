import type { ListedRoom, Listing } from '../../domain/listing.ts'
import type { ProviderRoom } from '../../domain/rate.ts'
import { RG_EXT_FIELDS } from '../../domain/rg-ext.ts'
import type { RgExt, ToldRoom } from './room-attributes.ts'
import type { SuppliedRoom } from './service-rooms.ts'

/** The rooms of a listing, as they are compared with those of other suppliers. A room without any name is left out. */
export function listedRooms({ supplierCode, rooms }: Pick<Listing, 'supplierCode' | 'rooms'>): SuppliedRoom[] {
  return rooms.flatMap((room) => {
    const [language, name] = nameOf(room)
    if (!language || !name) return []
    return [
      {
        supplierCode,
        roomKey: room.key,
        name,
        language,
        bedChoices: room.bedChoices,
        maxOccupancy: room.maxOccupancy,
        maxAdults: room.maxAdults,
        view: room.view,
        amenities: room.amenities,
        isSmoking: room.isSmoking,
        isAccessible: room.isAccessible,
        ...codesOf(supplierCode, room),
      },
    ]
  })
}

/**
 * A room that only prices name, as it is compared with those of the content. Null for one of RateHawk with its twelve numbers: it is a
 * room of the content when all of them are equal, and else none ([E-06]).
 */
export function pricedRoom(supplierCode: string, { code, name, beds }: ProviderRoom): ToldRoom | null {
  if (name.trim() === '' || (supplierCode === 'ratehawk' && rgExtOf(code) !== null)) return null
  return {
    supplierCode,
    name,
    bedChoices: beds.length > 0 ? [beds] : [],
    ...(supplierCode === 'hotelbeds' ? { hotelbedsCode: code } : {}),
  }
}

/** English, which the tables know best, or else the first language by its tag. */
function nameOf({ names }: ListedRoom): readonly [language?: string, name?: string] {
  const told = Object.entries(names).filter(([, name]) => name.trim() !== '')
  const [first] = told.sort(([a], [b]) => Number(!a.startsWith('en')) - Number(!b.startsWith('en')) || (a < b ? -1 : 1))
  return first ?? []
}

function codesOf(
  supplierCode: string,
  { key }: ListedRoom,
): Pick<SuppliedRoom, 'hotelbedsCode' | 'rgExt' | 'mappedRoomId'> {
  if (supplierCode === 'hotelbeds') return { hotelbedsCode: key }
  if (supplierCode === 'liteapi') return { mappedRoomId: key }
  return supplierCode === 'ratehawk' ? { rgExt: rgExtOf(key) } : {}
}

/** Null when the key is not twelve numbers: a rate without `rg_ext` has its name as its key. */
function rgExtOf(key: string): RgExt | null {
  if (!/^\d+(-\d+){11}$/.test(key)) return null
  const numbers = key.split('-').map(Number)
  return Object.fromEntries(RG_EXT_FIELDS.map((part, at) => [part, numbers[at] ?? 0]))
}
