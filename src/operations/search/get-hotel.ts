import type { HotelContent } from '../../domain/contract/search.ts'
import type { Problem } from '../../domain/errors.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { parseInput } from '../inputs/input.ts'
import { hotelIdInput } from '../inputs/search.ts'
import { hotelContent } from './hotel-item.ts'
import { matchLanguage } from './languages.ts'
import { noSuchHotel } from './no-such-hotel.ts'

/** Returns what the catalogue contains about a hotel. */
export async function getHotel(deps: Deps, caller: Caller, raw: unknown): Promise<Result<HotelContent, Problem>> {
  const input = parseInput(hotelIdInput, raw)
  if (!input.ok) return input
  const language = matchLanguage(input.value.language) ?? caller.language
  const [hotel] = await describeHotels(deps, [input.value.hotelId], language)
  return hotel ? ok(hotel) : err(await noSuchHotel(deps, 'HOTEL_NOT_FOUND', input.value.hotelId))
}

/** Reads many hotels together, in the order of their ids; null for those that the catalogue no longer has. */
export function getHotels(deps: Deps, caller: Caller, hotelIds: readonly number[]): Promise<(HotelContent | null)[]> {
  return describeHotels(deps, hotelIds, caller.language)
}

async function describeHotels(
  deps: Deps,
  hotelIds: readonly number[],
  language: string,
): Promise<(HotelContent | null)[]> {
  const [hotels, places, terms] = await Promise.all([
    deps.store.hotels.findMany(hotelIds),
    deps.catalogue.places(),
    deps.catalogue.terms(),
  ])
  const byId = new Map(hotels.map((hotel) => [hotel.hotelId, hotel]))
  return hotelIds.map((id) => {
    const hotel = byId.get(id)
    return hotel ? hotelContent(hotel, { places, terms, language }) : null
  })
}
