import { nearest } from '../operations/inputs/nearest.ts'
import type { Route } from './routes/route.ts'

/** Longer paths are not compared: no route is near them. */
const MAX_LENGTH = 200
const MAX_SEGMENTS = 8

/** Words of other hotel APIs, by the word of a path of ours. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  hotels: ['hotel', 'properties'],
  book: ['bookings', 'booking', 'reservations', 'reservation', 'orders', 'order'],
  search: ['availability', 'list', 'offers'],
  rooms: ['room', 'options', 'rates'],
  details: ['detail', 'full'],
  'cancellation-quote': ['cancel-quote', 'quote', 'cancellation'],
  cancel: ['cancellation', 'cancellations', 'delete'],
  'confirm-hold': ['confirm', 'hold'],
  autocomplete: ['search', 'suggest', 'suggestions'],
  destinations: ['destination', 'places', 'cities', 'locations'],
  keys: ['api-keys', 'apikeys'],
  endpoints: ['endpoint'],
}

/** How unlike two segments are: 0 the same or a parameter, 1 alike, 3 neither. */
function distance(given: string, known: string): number {
  if (known.startsWith(':')) return /\d|_/.test(given) ? 0 : 2
  if (given === known) return 0
  if (WORDS[known]?.includes(given)) return 1
  return nearest(given, [known]) ? 1 : 3
}

function unlikeness(given: readonly string[], known: readonly string[]): number {
  const missing = Math.abs(given.length - known.length) * 2
  const pairs = known.slice(0, given.length).map((segment, index) => distance(given[index] ?? '', segment))
  return pairs.reduce((sum, one) => sum + one, missing)
}

/** Other APIs begin their paths with `/api/v1`. */
function withoutVersion(segments: readonly string[]): readonly string[] {
  const first = segments.findIndex((segment) => !/^(api|v\d{1,2})$/.test(segment))
  return first < 0 ? [] : segments.slice(first)
}

function segmentsOf(path: string): string[] {
  return path.split('/').filter(Boolean)
}

/**
 * The route that a client probably meant by a path that there is not, as `GET /hotels/book/{booking_id}`; null when none is near. A
 * route of the same method comes first.
 */
export function nearestRoute(routes: readonly Route[], method: string, url: string): string | null {
  const path = url.split('?')[0] ?? ''
  const given = withoutVersion(segmentsOf(path.toLowerCase()))
  if (path.length > MAX_LENGTH || given.length === 0 || given.length > MAX_SEGMENTS) return null
  const ranked = routes
    .map((route) => ({
      route,
      unlike: unlikeness(given, segmentsOf(route.path)) + (route.method === method ? 0 : 0.5),
    }))
    .sort((a, b) => a.unlike - b.unlike)
  const best = ranked[0]
  if (!best || best.unlike > Math.max(2.5, given.length)) return null
  return `${best.route.method} ${best.route.path.replace(/:(\w+)/g, '{$1}')}`
}
