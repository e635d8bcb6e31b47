import { nightsOf } from '../../domain/stay.ts'
import { named, type Terms } from '../../hotel-index/catalogue.ts'
import type { SearchInput } from '../inputs/search.ts'
import type { PriceAsker } from '../prices/asker.ts'
import type { PriceQuestion } from '../prices/known-price.ts'
import { stayOf } from './availability-request.ts'
import type { Destination } from './destination.ts'

/** Everything about one search that is fixed before any hotel is looked at. */
export type SearchSession = PriceAsker & {
  /** What the search is kept under. */
  readonly key: string
  readonly input: SearchInput
  readonly destination: Destination
  readonly terms: Terms
}

export function questionOf(input: SearchInput): PriceQuestion {
  return {
    stay: stayOf(input),
    occupancy: input.rooms,
    nationality: input.nationality,
    refundableOnly: input.refundableOnly ?? false,
  }
}

export function roomNightsOf(input: SearchInput): number {
  return nightsOf(stayOf(input)) * input.rooms.length
}

export function placeName({ destination, language }: SearchSession): string {
  return named(destination.place.names, language)
}
