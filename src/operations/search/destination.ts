import { type Problem, problem } from '../../domain/errors.ts'
import type { Point } from '../../domain/geo.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import type { CatalogueHotel } from '../../hotel-index/catalogue.ts'
import type { Place } from '../../store/hotels.ts'
import type { Deps } from '../deps.ts'
import type { SearchInput } from '../inputs/search.ts'
import { noSuchHotel } from './no-such-hotel.ts'

/** The destination of a search: a place, or one hotel of a place. */
export type Destination = {
  readonly place: Place
  readonly hotel: CatalogueHotel | null
  /** The point from which distances are measured. */
  readonly centre: Point
  readonly timeZone: string | null
}

/** Returns DESTINATION_NOT_FOUND for an unknown id, and for an id of the other type. */
export async function findDestination(
  { catalogue, store }: Pick<Deps, 'catalogue' | 'store'>,
  { type, id }: SearchInput['destination'],
): Promise<Result<Destination, Problem>> {
  const [hotel = null] = type === 'hotel' ? await catalogue.hotels([id]) : []
  const place = await catalogue.place(type === 'hotel' ? (hotel?.placeId ?? 0) : id)
  if (!place)
    return err(
      type === 'hotel' ? await noSuchHotel({ store }, 'DESTINATION_NOT_FOUND', id) : problem('DESTINATION_NOT_FOUND'),
    )
  return ok({ place, hotel, centre: hotel ?? place, timeZone: hotel?.timeZone ?? place.timeZone })
}
