import { ROOM_KINDS } from '../../../catalogue/room-kinds.ts'
import { CHAINS } from '../../../catalogue/terms.ts'
import type { DistortedListing, PictureKind } from '../../../content/distorted-listing.ts'

/** By the catalogue's property type. */
const ACCOMMODATIONS: Readonly<Record<string, readonly [code: string, name: string]>> = {
  hotel: ['H', 'HOTEL'],
  aparthotel: ['T', 'APTHOTEL'],
  hostel: ['Q', 'HOSTEL'],
  resort: ['S', 'RESORT'],
  guest_house: ['P', 'GUEST HOUSE'],
  villa: ['V', 'VILLA'],
  apartment: ['A', 'APARTMENT'],
}

export function accommodationOf(propertyType: string): string {
  return ACCOMMODATIONS[propertyType]?.[0] ?? 'H'
}

export function accommodationRows(): readonly object[] {
  return Object.values(ACCOMMODATIONS).map(([code, name]) => ({
    code,
    typeDescription: name,
    typeMultiDescription: { languageCode: 'ENG', content: name },
  }))
}

type Category = {
  readonly code: string
  readonly simpleCode: number
  readonly group: string
  readonly description: string
  readonly short: string
}

/** Stars, keys (of apartments) and halves; the codes of halves are a guess of the documentation that we read. */
const CATEGORIES: readonly Category[] = [
  ...[1, 2, 3, 4, 5].map((stars) => ({
    code: `${stars}EST`,
    simpleCode: stars,
    group: `GRUPO${stars}`,
    description: `${stars} STAR${stars === 1 ? '' : 'S'}`,
    short: `${stars}*`,
  })),
  ...[1, 2, 3, 4].map((stars) => ({
    code: `H${stars}_5`,
    simpleCode: stars,
    group: `GRUPO${stars}`,
    description: `${stars} STARS AND A HALF`,
    short: `${stars}.5*`,
  })),
  ...[1, 2, 3, 4, 5].map((keys) => ({
    code: `${keys}LL`,
    simpleCode: keys,
    group: `GRUPO${keys}`,
    description: `${keys} KEY${keys === 1 ? '' : 'S'}`,
    short: `${keys}K`,
  })),
  { code: 'SC', simpleCode: 0, group: 'GRUPO0', description: 'NOT CLASSIFIED', short: '' },
]

/** The category of a listing; null where it tells none. Apartments and their like have keys. */
export function categoryOf({ stars, propertyType }: DistortedListing): Category | null {
  if (stars === null) return null
  const hasKeys = propertyType === 'aparthotel' || propertyType === 'apartment'
  const code =
    stars < 1 ? 'SC' : Number.isInteger(stars) ? `${stars}${hasKeys ? 'LL' : 'EST'}` : `H${Math.floor(stars)}_5`
  return CATEGORIES.find((category) => category.code === code) ?? null
}

export function categoryRows(): readonly object[] {
  return CATEGORIES.map(({ code, simpleCode, group, description }) => ({
    code,
    simpleCode,
    accommodationType: code.endsWith('LL') ? 'APARTMENT' : 'HOTEL',
    group,
    description: { languageCode: 'ENG', content: description },
  }))
}

export function groupCategoryRows(): readonly object[] {
  return [0, 1, 2, 3, 4, 5].map((order) => ({
    code: `GRUPO${order}`,
    order,
    name: { content: order === 0 ? 'NOT CLASSIFIED' : `${order} STARS` },
    description: { content: order === 0 ? 'NOT CLASSIFIED' : `${order} STARS` },
  }))
}

/** `TAMAG`: up to five letters of the name. */
export function chainCodeOf(name: string): string {
  return name
    .replace(/[^A-Za-z]/g, '')
    .slice(0, 5)
    .toUpperCase()
}

export function chainRows(): readonly object[] {
  return CHAINS.map(({ names }) => ({ code: chainCodeOf(names.en), description: { content: names.en.toUpperCase() } }))
}

const IMAGE_TYPES: Readonly<Record<PictureKind, readonly [code: string, letters: string, name: string]>> = {
  exterior: ['GEN', 'a', 'General view'],
  lobby: ['COM', 'l', 'Lobby'],
  room: ['HAB', 'ro', 'Room'],
  bathroom: ['HAB', 'ba', 'Room'],
  restaurant: ['RES', 'r', 'Restaurant'],
  pool: ['PIS', 'p', 'Pool'],
}

export function imageTypeOf(kind: PictureKind): readonly [code: string, letters: string] {
  const [code, letters] = IMAGE_TYPES[kind]
  return [code, letters]
}

export function imageTypeRows(): readonly object[] {
  return [...new Map(Object.values(IMAGE_TYPES).map(([code, , name]) => [code, name]))].map(([code, name]) => ({
    code,
    description: { languageCode: 'ENG', content: name },
  }))
}

export function roomRows(): readonly object[] {
  return ROOM_KINDS.map(({ hotelbedsCode, supplierNames, maxOccupancy }) => {
    const [type = '', characteristic = ''] = hotelbedsCode.split('.')
    return {
      code: hotelbedsCode,
      type,
      characteristic,
      minPax: 1,
      maxPax: maxOccupancy,
      maxAdults: Math.min(3, maxOccupancy),
      maxChildren: maxOccupancy - 1,
      minAdults: 1,
      description: supplierNames.hotelbeds,
      typeDescription: { content: type },
      characteristicDescription: { content: characteristic },
    }
  })
}

function coded(entries: readonly (readonly [code: string | number, name: string])[]): readonly object[] {
  return entries.map(([code, name]) => ({ code, description: { languageCode: 'ENG', content: name } }))
}

export const SMALL_TABLES = {
  boards: coded([
    ['RO', 'ROOM ONLY'],
    ['BB', 'BED AND BREAKFAST'],
    ['SC', 'SELF CATERING'],
  ]),
  currencies: ['EUR', 'GBP', 'USD', 'JPY', 'AED', 'KWD', 'THB', 'NZD'].map((code) => ({
    code,
    currencyType: code,
    description: { content: code },
  })),
  segments: coded([
    [34, 'City hotels'],
    [37, 'Beach hotels'],
    [81, 'Family friendly'],
  ]),
  issues: [{ code: 'KEYCODE', type: 'RECEPTION', description: { content: 'Reception' }, alternative: false }],
  promotions: coded([['073', 'Non-refundable rate. No amendments permitted']]),
} as const
