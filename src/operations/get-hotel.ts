import type { HotelContent } from '../domain/contract/search.ts'
import { type Problem, problem } from '../domain/errors.ts'
import { err, ok, type Result } from '../domain/result.ts'
import type { Caller } from './caller.ts'
import type { Deps } from './deps.ts'
import { parseInput } from './inputs/input.ts'
import { hotelIdInput } from './inputs/search.ts'
import { matchLanguage } from './languages.ts'
import { hotelContent } from './search/hotel-item.ts'

/** What the catalogue knows of a hotel. */
export const getHotel = async (deps: Deps, caller: Caller, raw: unknown): Promise<Result<HotelContent, Problem>> => {
  const input = parseInput(hotelIdInput, raw)
  if (!input.ok) return input
  const hotel = await deps.store.hotels.find(input.value.hotelId)
  if (!hotel) return err(problem('HOTEL_NOT_FOUND'))
  const [places, terms] = await Promise.all([deps.catalogue.places(), deps.catalogue.terms()])
  return ok(hotelContent(hotel, { places, terms, language: matchLanguage(input.value.language) ?? caller.language }))
}
