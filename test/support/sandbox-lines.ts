import type { SandboxCatalogue } from '../../src/sandbox/catalogue/catalogue.ts'
import type { DistortedListing, DistortedRoom } from '../../src/sandbox/content/distorted-listing.ts'
import type { Listed, World } from '../../src/sandbox/content/world.ts'
import { createWorld } from '../../src/sandbox/content/world.ts'
import { SOME_DAY } from './content-rows.ts'
import type { Json } from './http-client.ts'

export const LANGUAGES = ['en', 'fr', 'de', 'ja', 'ar'] as const

export type SandboxLines = {
  readonly world: World
  /** Ordinary hotels that all of the suppliers list, and only once each, in the order of their ids. */
  readonly sharedHotels: (suppliers: number, count: number) => readonly number[]
  readonly listingsOf: (hotelId: number) => readonly Listed[]
  /** A listing as a line of a file, as its supplier describes it in all languages. */
  readonly line: (listed: Listed) => Json
}

/** The sandbox's listings as lines: what their readers make of them, without the suppliers' protocols. */
export function sandboxLines(catalogue: SandboxCatalogue): SandboxLines {
  const world = createWorld(catalogue)
  const byHotel = Map.groupBy(
    (['expedia_rapid', 'hotelbeds', 'ratehawk', 'liteapi'] as const)
      .flatMap((code) => world.listings(code))
      .filter(({ standing }) => standing === 'MAPPED'),
    ({ hotelId }) => hotelId,
  )
  return {
    world,
    sharedHotels: (suppliers, count) =>
      [...byHotel]
        .filter(([, all]) => new Set(all.map(({ supplierCode }) => supplierCode)).size >= suppliers)
        .filter(([, all]) => all.every((one) => world.life(one, SOME_DAY).isListed))
        .map(([hotelId]) => hotelId)
        .sort((a, b) => a - b)
        .slice(0, count),
    listingsOf: (hotelId) => byHotel.get(hotelId) ?? [],
    line: (listed) => toLine(world.describe(listed, SOME_DAY)),
  }
}

function toLine(told: DistortedListing): Json {
  const { address, point, times } = told
  return {
    type: 'listing',
    supplier_code: told.supplierCode,
    supplier_hotel_id: told.supplierHotelId,
    names: byLanguage(told.name),
    address_lines: address.lines,
    city: address.city,
    postcode: address.postcode,
    country_code: address.countryCode,
    ...(point.kind === 'TOLD' ? { latitude: point.latitude, longitude: point.longitude } : {}),
    phones: told.phone === null ? [] : [{ number: told.phone, kind: 'HOTEL' }],
    stars: told.stars,
    stars_source: told.isOfficial ? 'OFFICIAL' : 'SUPPLIER',
    descriptions: LANGUAGES.flatMap((language) => {
      const { headline, general } = told.texts(language)
      return [
        { kind: 'headline', language, html: headline },
        { kind: 'general', language, html: withoutScripts(general) },
      ]
    }),
    images: told.images.map((picture, order) => ({
      urls: { 1000: `https://img.example/${told.supplierCode}/${picture.hash}-1000.jpg` },
      captions: byLanguage(picture.caption),
      category: picture.kind,
      room_key: picture.room === null ? null : told.rooms[picture.room]?.contentRoomId,
      order,
      is_hero: picture.isHero,
    })),
    check_in: { from: '15:00', min_age: times.minAge, instructions: times.instructions, special: times.special },
    check_out_until: '11:00',
    fees: [
      {
        kind: 'parking',
        amount: String(told.fees.parking),
        currency: told.fees.currency,
        unit: 'night',
        is_mandatory: false,
      },
    ],
    policies: [{ kind: 'know_before_you_go', language: 'en', html: times.knowBeforeYouGo }],
    rooms: told.rooms.map((room) => toRoom(told.supplierCode, room)),
  }
}

/** A few texts of the world have some, and lines with them are refused. */
function withoutScripts(html: string): string {
  return html.replaceAll(/<\/?(script|iframe|style|link)[^>]*>|\son\w+="[^"]*"|javascript:/gi, '')
}

function byLanguage(told: (language: string) => string): Json {
  return Object.fromEntries(LANGUAGES.map((language) => [language, told(language)]))
}

/** Hotelbeds' and RateHawk's beds are in the name alone, or in RateHawk's twelve numbers. */
function toRoom(supplierCode: string, room: DistortedRoom): Json {
  const tellsBeds = supplierCode === 'expedia_rapid' || supplierCode === 'liteapi'
  return {
    key: room.contentRoomId,
    names: byLanguage(room.name),
    bed_choices: tellsBeds && room.beds.length > 0 ? [room.beds] : [],
    max_occupancy: room.rgExt?.capacity ?? room.maxOccupancy,
    max_adults: room.maxAdults,
    view: room.hasCityView ? 'City view' : null,
    square_metres: room.squareMetres,
    is_smoking: supplierCode === 'hotelbeds' ? null : room.isSmoking,
    is_accessible: room.isAccessible,
    amenities: room.hasKitchenette ? ['Kitchenette'] : [],
  }
}
