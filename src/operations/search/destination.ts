import { type Problem, problem } from '../../domain/errors.ts'
import type { Point } from '../../domain/geo.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import type { CatalogueHotel } from '../../hotel-index/catalogue.ts'
import type { Place } from '../../store/hotels.ts'
import type { Deps } from '../deps.ts'
import type { SearchInput } from '../inputs/search.ts'
import { findHotelsById, type HotelsById } from './hotels-by-id.ts'
import { noSuchHotel } from './no-such-hotel.ts'

/** The destination of a search: a place, one hotel of a place, or hotels that are asked for by their ids. */
export type Destination = {
  /** Of hotels by their ids, the place of the first of them. */
  readonly place: Place
  readonly hotel: CatalogueHotel | null
  /** Absent in a search of a place or of one hotel. */
  readonly listed?: HotelsById
  /** The point from which distances are measured; those of hotels by their ids are from the centres of their own places. */
  readonly centre: Point
  /** Null where it is unknown, and for hotels by their ids, which may be in several zones. */
  readonly timeZone: string | null
}

type Where = Pick<SearchInput, 'destination' | 'hotelIds' | 'center'>

/** Returns DESTINATION_NOT_FOUND for an unknown id, and for an id of the other type. */
export async function findDestination(
  deps: Pick<Deps, 'catalogue' | 'store'>,
  { destination, hotelIds, center }: Where,
): Promise<Result<Destination, Problem>> {
  if (!destination) return findByIds(deps, hotelIds ?? [])
  const { catalogue, store } = deps
  const { type, id } = destination
  const [hotel = null] = type === 'hotel' ? await catalogue.hotels([id]) : []
  const place = await catalogue.place(type === 'hotel' ? (hotel?.placeId ?? 0) : id)
  if (!place)
    return err(
      type === 'hotel' ? await noSuchHotel({ store }, 'DESTINATION_NOT_FOUND', id) : problem('DESTINATION_NOT_FOUND'),
    )
  return ok({ place, hotel, centre: center ?? hotel ?? place, timeZone: hotel?.timeZone ?? place.timeZone })
}

async function findByIds(
  deps: Pick<Deps, 'catalogue' | 'store'>,
  hotelIds: readonly number[],
): Promise<Result<Destination, Problem>> {
  const listed = await findHotelsById(deps, hotelIds)
  if (!listed.ok) return listed
  const place = await deps.catalogue.place(listed.value.hotels[0]?.placeId ?? 0)
  return place
    ? ok({ place, hotel: null, listed: listed.value, centre: place, timeZone: null })
    : err(problem('DESTINATION_NOT_FOUND'))
}
