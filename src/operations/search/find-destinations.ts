import type { DestinationView } from '../../domain/contract/search.ts'
import type { Problem } from '../../domain/errors.ts'
import { ok, type Result } from '../../domain/result.ts'
import { fold } from '../../domain/text.ts'
import { named } from '../../hotel-index/catalogue.ts'
import type { HotelLabel, Place } from '../../store/hotels.ts'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { parseInput } from '../inputs/input.ts'
import { destinationsInput } from '../inputs/search.ts'
import { matchLanguage } from './languages.ts'

const DEFAULT_LIMIT = 10

/**
 * Finds places and hotels whose names begin with the text or with something similar (a typing error); the best match comes first.
 */
export async function findDestinations(
  deps: Deps,
  caller: Caller,
  raw: unknown,
): Promise<Result<readonly DestinationView[], Problem>> {
  const input = parseInput(destinationsInput, raw)
  if (!input.ok) return input
  const language = matchLanguage(input.value.language) ?? caller.language
  const index = await deps.rankings.destinations()
  const found = index.search(fold(input.value.q), input.value.limit ?? DEFAULT_LIMIT)
  const hotelIds = found.flatMap((entry) => (entry.type === 'hotel' ? [entry.hotelId] : []))
  const hotels = new Map((await deps.catalogue.labels(hotelIds)).map((hotel) => [hotel.hotelId, hotel]))
  const shown = { places: await deps.catalogue.places(), language }
  return ok(
    found.flatMap((entry): DestinationView[] => {
      if (entry.type === 'place') return [placeView(entry, shown)]
      const hotel = hotels.get(entry.hotelId)
      const place = hotel && shown.places.get(hotel.placeId)
      return hotel && place ? [hotelView(hotel, place, shown)] : []
    }),
  )
}

/** The places that names refer to, and the language in which they are shown. */
type Shown = { readonly places: ReadonlyMap<number, Place>; readonly language: string }

function label(name: string, around: readonly (Place | undefined)[], language: string): string {
  return [name, ...around.flatMap((place) => (place ? [named(place.names, language)] : []))].join(', ')
}

function placeView(
  { place, hotelCount }: { readonly place: Place; readonly hotelCount: number },
  { places, language }: Shown,
): DestinationView {
  const name = named(place.names, language)
  return {
    type: 'place',
    id: place.placeId,
    name,
    countryCode: place.countryCode,
    label: label(name, [places.get(place.parentId ?? 0)], language),
    latitude: place.latitude,
    longitude: place.longitude,
    placeType: place.type,
    hotelCount,
  }
}

function hotelView(hotel: HotelLabel, place: Place, { places, language }: Shown): DestinationView {
  const name = named(hotel.names, language)
  return {
    type: 'hotel',
    id: hotel.hotelId,
    name,
    countryCode: place.countryCode,
    label: label(name, [place, places.get(place.parentId ?? 0)], language),
    latitude: hotel.latitude,
    longitude: hotel.longitude,
    placeType: null,
    hotelCount: 1,
  }
}
