import type { Listing } from '../src/domain/listing.ts'
import { listing } from '../test/support/listing.ts'
import { roll, word } from './make-catalogue.ts'

/** A hotel of `make-catalogue.ts`, as its line has it. */
export type MadeHotel = {
  readonly id: number
  readonly place_id: number
  readonly names: Readonly<Record<string, string>>
  readonly address: string
  readonly phone: string
  readonly latitude: number
  readonly longitude: number
  readonly stars: number
}

/** Where a made hotel is, in words. */
export type MadeCity = Pick<Listing, 'city' | 'countryCode'>

const DEGREE_METERS = 111_195

/**
 * How a supplier may describe a made hotel, the same every time: another spelling, a point some way off, half of the telephones. Its id is H
 * and the hotel's; one in ten is N and the hotel's, of a house next door that the catalogue lacks.
 */
export function madeListing(hotel: MadeHotel, city: MadeCity): Listing {
  const isOther = roll(hotel.id, 40, 10) === 0
  return listing({
    ...city,
    supplierCode: 'hotelbeds',
    supplierHotelId: `${isOther ? 'N' : 'H'}${hotel.id}`,
    names: { en: isOther ? `${word(hotel.id, 41)} ${word(hotel.id, 42)} Hotel` : spelt(hotel) },
    addressLines: isOther
      ? [`${roll(hotel.id, 43, 300)} ${word(hotel.id, 44)} Street`]
      : [hotel.address.replace('Street', 'St.')],
    ...pointOf(hotel),
    phones: isOther || roll(hotel.id, 45, 2) === 0 ? [] : [{ number: hotel.phone.replaceAll(' ', ''), kind: 'HOTEL' }],
    stars: roll(hotel.id, 46, 4) === 0 ? null : hotel.stars,
  })
}

function spelt({ id, names }: MadeHotel): string {
  const name = names['en'] ?? ''
  const [first = '', ...others] = name.split(' ')
  return [name, name.toUpperCase(), `${others.join(' ')} ${first}`, `The ${name}`][roll(id, 47, 4)] ?? name
}

/** Most points are some ten metres off; six in a hundred several hundred, two in a hundred are not told. */
function pointOf({ id, latitude, longitude }: MadeHotel) {
  const luck = roll(id, 48, 100)
  if (luck < 2) return { latitude: null, longitude: null, pointQuality: 'NONE' as const }
  const meters = luck < 8 ? 200 + roll(id, 49, 700) : roll(id, 50, 120)
  const angle = (roll(id, 51, 360) * Math.PI) / 180
  return {
    latitude: round(latitude + (meters * Math.cos(angle)) / DEGREE_METERS),
    longitude: round(longitude + (meters * Math.sin(angle)) / DEGREE_METERS / Math.cos((latitude * Math.PI) / 180)),
    pointQuality: 'EXACT' as const,
  }
}

function round(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6
}
