import { cellsAround } from '../../mapping/blocking.ts'
import type { Place } from '../../store/hotels.ts'
import type { DueFilter } from '../../store/proposals.ts'

/** How far from its point a listing may be to belong to a place. */
const RADIUS_KM: Readonly<Record<string, number>> = { region: 100, city: 25, district: 8, airport: 20, landmark: 5 }
const OTHER_RADIUS_KM = 25

/** Listings have points, and no place: those of a country are told by it, those of any other place lie around its point. */
export function filterOfPlace(place: Place | null): Pick<DueFilter, 'countryCode' | 'cells'> {
  if (!place) return { countryCode: null, cells: null }
  if (place.type === 'country') return { countryCode: place.countryCode, cells: null }
  return { countryCode: null, cells: cellsAround(place, RADIUS_KM[place.type] ?? OTHER_RADIUS_KM) }
}
