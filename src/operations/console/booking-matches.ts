import { timeOfId } from '../../domain/ids.ts'
import { fold } from '../../domain/text.ts'
import { named } from '../../hotel-index/catalogue.ts'
import type { LookupKind } from '../../store/booking-lookup.ts'
import type { BookingScope, FoundBooking } from '../../store/booking-search.ts'
import type { Deps } from '../deps.ts'

/** What a text was taken for, and how many bookings it led to as that. */
export type Recognised = { readonly kind: LookupKind | 'HOTEL'; readonly count: number }

export type NamedHotel = { readonly hotelId: number; readonly name: string }

export type BookingMatches = {
  readonly recognised: readonly Recognised[]
  readonly bookings: readonly FoundBooking[]
  /** Hotels of that id or name; their bookings are a filter away. */
  readonly hotels: readonly NamedHotel[]
  /** True: the text could be a guest's name or e-mail address, which only the search for guests finds. */
  readonly mayBeGuest: boolean
}

const MOST_HOTELS = 6
const LONGEST = 200

/** Finds bookings by whatever somebody was told of them; nothing is recognised in a text that names none. */
export async function matchBookings(
  deps: Pick<Deps, 'store' | 'rankings' | 'catalogue'>,
  {
    text,
    scope,
    suppliers,
  }: { readonly text: string; readonly scope: BookingScope; readonly suppliers: readonly string[] },
): Promise<BookingMatches> {
  const asked = text.trim().slice(0, LONGEST)
  if (asked === '') return { recognised: [], bookings: [], hotels: [], mayBeGuest: false }
  const [found, hotels] = await Promise.all([
    deps.store.bookingLookup.lookUp(asked, scope, suppliers),
    hotelsOf(deps, asked),
  ])
  const bookings = await deps.store.bookingLookup.byIds([...new Set(found.map(({ bookingId }) => bookingId))])
  const kinds = Map.groupBy(found, ({ kind }) => kind)
  const recognised = [...kinds].map(([kind, rows]): Recognised => ({ kind, count: rows.length }))
  return {
    recognised: hotels.length > 0 ? [...recognised, { kind: 'HOTEL', count: hotels.length }] : recognised,
    bookings,
    hotels,
    mayBeGuest: mayBeGuest(asked),
  }
}

/** Our own ids are nobody's names. */
function mayBeGuest(text: string): boolean {
  return /\p{L}{2}/u.test(text) && timeOfId(text) === null && !/^(case|whd|room|conn|org)_/.test(text)
}

async function hotelsOf(
  { rankings, catalogue }: Pick<Deps, 'rankings' | 'catalogue'>,
  text: string,
): Promise<NamedHotel[]> {
  const ids = /^\d{1,9}$/.test(text) ? [Number(text)] : await hotelIdsByName({ rankings }, text)
  const labels = ids.length === 0 ? [] : await catalogue.labels(ids)
  return labels.map(({ hotelId, names }) => ({ hotelId, name: named(names, 'en') }))
}

async function hotelIdsByName({ rankings }: Pick<Deps, 'rankings'>, text: string): Promise<number[]> {
  if (fold(text).length < 3 || timeOfId(text) !== null) return []
  const index = await rankings.destinations()
  return index
    .search(fold(text), 2 * MOST_HOTELS)
    .flatMap((entry) => (entry.type === 'hotel' ? [entry.hotelId] : []))
    .slice(0, MOST_HOTELS)
}
