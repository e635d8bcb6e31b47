import { cityRow } from '../catalogue/cities.ts'
import type { CityRow } from '../catalogue/city-row.ts'
import { sharesDoor } from '../catalogue/further-hotels.ts'
import { between, chance, hash32, pick } from '../catalogue/hash.ts'
import { phoneOf } from '../catalogue/phones.ts'
import { CHAINS } from '../catalogue/terms.ts'
import type { FurtherHotel, LocalizedNames, SandboxHotel } from '../catalogue/types.ts'
import { SCRIPT_LANGUAGES, type ScriptLanguage, spelledIn } from './local-words.ts'
import { latinStreet, postcodeOf, stateOf } from './true-address.ts'

/** What is true of a hotel, whatever suppliers say about it. */
export type TrueHotel = {
  readonly hotel: SandboxHotel
  readonly city: CityRow
  readonly names: LocalizedNames
  /** In the script of its country, where that is none of the languages above. */
  readonly localName: { readonly language: ScriptLanguage; readonly name: string } | null
  /** English, under its former brand; null for most. */
  readonly formerName: string | null
  readonly address: TrueAddress
  /** E.164. */
  readonly phone: string | null
  readonly email: string
  readonly website: string
  readonly chain: { readonly id: number; readonly name: string } | null
  readonly brand: { readonly id: number; readonly name: string } | null
  readonly roomsCount: number
  readonly floors: number
  readonly yearBuilt: number
  /** HH:MM. */
  readonly checkIn: string
  readonly checkOut: string
  /** How it stands to a hotel of the catalogue that it is not. */
  readonly beside: { readonly kind: 'NEIGHBOUR' | 'UNIT'; readonly hotelId: number } | null
}

export type TrueAddress = {
  readonly number: string
  /** As it is written there, and in Latin letters. */
  readonly street: string
  readonly latinStreet: string
  /** Null where the country has none. */
  readonly postcode: string | null
  readonly stateCode: string | null
  readonly stateName: string | null
}

/** Of a thousand hotels of chains, so many changed their brand. */
const RENAMED_PERMILLE = 60

export function trueHotel(hotel: SandboxHotel, further: FurtherHotel | null): TrueHotel {
  const city = cityRow(hotel.placeId)
  const hash = hash32('truth', hotel.hotelId)
  const chain = CHAINS.find(({ id }) => id === hotel.chainId)
  const named = chain ? { id: chain.id, name: chain.names.en } : null
  const door = further && sharesDoor(further) ? further.besideHotelId : null
  const roomsCount = between(hash >>> 5, 8, 60) * (hotel.stars ?? 1)
  const slug = hotel.names.en
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  return {
    hotel,
    city,
    names: hotel.names,
    localName: localNameOf(hotel, city),
    formerName: chain && chance(hash32('renamed', hotel.hotelId), RENAMED_PERMILLE) ? formerNameOf(hotel, city) : null,
    address: addressOf(hotel, city),
    phone: phoneOfHotel(door ?? hotel.hotelId, hotel),
    email: `stay@${slug}.example`,
    website: `https://${slug}.example`,
    chain: named,
    brand: named && {
      id: 700 + named.id * 10,
      name: / Express /.test(hotel.names.en) ? `${named.name} Express` : named.name,
    },
    roomsCount,
    floors: between(hash >>> 9, 2, 24),
    yearBuilt: between(hash >>> 13, 1_890, 2_024),
    checkIn: pick(hash >>> 3, ['14:00', '15:00', '15:00', '16:00']),
    checkOut: pick(hash >>> 7, ['10:00', '11:00', '11:00', '12:00']),
    beside:
      further?.besideHotelId && (further.kind === 'NEIGHBOUR' || further.kind === 'UNIT')
        ? { kind: further.kind, hotelId: further.besideHotelId }
        : null,
  }
}

/** As `hotelDetails` of the catalogue has it. */
function phoneOfHotel(hotelId: number, { countryCode }: SandboxHotel): string | null {
  const hash = hash32('details', hotelId)
  return chance(hash >>> 4, 50) ? null : phoneOf(countryCode, hash)
}

/** The name without its city, which stands last in the catalogue's names. */
export function withoutCity(name: string, city: string): string {
  return name.endsWith(` ${city}`) ? name.slice(0, -city.length - 1) : name
}

function localNameOf({ names }: SandboxHotel, city: CityRow): TrueHotel['localName'] {
  const language = SCRIPT_LANGUAGES.find((one) => one === city.localLanguage)
  const spelled = language ? spelledIn(language, withoutCity(names.en, city.names.en)) : null
  return language && spelled !== null ? { language, name: `${spelled} ${city.localName}` } : null
}

/** Another chain's name for the same house. */
function formerNameOf({ names, chainId, hotelId }: SandboxHotel, city: CityRow): string {
  const chain = CHAINS.find(({ id }) => id === chainId)?.names.en ?? ''
  const former = pick(
    hash32('former', hotelId),
    CHAINS.filter(({ id }) => id !== chainId),
  ).names.en
  return `${former} ${withoutCity(names.en, city.names.en).replace(chain, '').trim()} ${city.names.en}`
}

function addressOf({ address, latitude, longitude }: SandboxHotel, city: CityRow): TrueAddress {
  const pattern = city.addressPattern
    .replace(/[.*+?^$()[\]\\|]/g, '\\$&')
    .replace('{n}', '(?<number>[\\d-]+)')
    .replace('{s}', '(?<street>.+?)')
  const { number = '', street = address } = new RegExp(`^${pattern}$`).exec(address)?.groups ?? {}
  return {
    number,
    street,
    latinStreet: latinStreet(street),
    postcode: postcodeOf(city, { latitude, longitude }),
    ...stateOf(city),
  }
}
