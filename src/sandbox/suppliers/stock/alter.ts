import { hash } from 'node:crypto'
import { addDays, type Instant } from '../../../domain/time.ts'
import { behaviourOf } from '../../scenarios.ts'
import { type Alteration, alterationSchema } from '../alteration.ts'
import type { SandboxDeps } from '../exchange.ts'
import type { Json } from '../state.ts'
import { BOOKING, type BookedLine, findByReference, type StoredBooking, toRecord } from './booking.ts'
import { pricedIn, scaled } from './room-price.ts'

/** Alterations that wait for the bookings of a hotel, by the supplier's hotel id. */
const ALTERATION = 'alteration'

/** A list with exactly `count` elements: cut at the end, or its last element repeated. */
export function resized<T>(list: readonly T[], count: number | undefined): readonly T[] {
  if (count === undefined) return list
  return Array.from({ length: count }, (_, index) => list[Math.min(index, list.length - 1)]).filter(
    (one) => one !== undefined,
  )
}

type ListingKey = { readonly supplierCode: string; readonly supplierHotelId: string }

/** What new bookings of a hotel are altered by: what waits for them, else what the hotel's scenario says; empty when nothing does. */
export async function alterationOf({ state }: SandboxDeps, listing: ListingKey): Promise<Alteration> {
  const { bookedPricePermille } = behaviourOf(listing.supplierCode, listing.supplierHotelId)
  const waiting = alterationSchema.parse((await state.get(ALTERATION, listing.supplierHotelId)) ?? {})
  return bookedPricePermille === 1_000 ? waiting : { price_permille: bookedPricePermille, ...waiting }
}

/** When the hotel cancels a new booking on its own, in a form that is stored with it. */
export function ownCancellation(listing: ListingKey, nowAt: Instant): { readonly cancelsAt?: Instant } {
  const { hotelCancelsAfterMs } = behaviourOf(listing.supplierCode, listing.supplierHotelId)
  return hotelCancelsAfterMs === null ? {} : { cancelsAt: nowAt + hotelCancelsAfterMs }
}

/** Lets an alteration wait for every new booking of a hotel; an empty one ends that. */
export function alterNextBookings(
  { state }: SandboxDeps,
  supplierHotelId: string,
  alteration: Alteration,
): Promise<void> {
  return state.put(ALTERATION, supplierHotelId, JSON.parse(JSON.stringify(alteration)))
}

/** Takes the error code that waits for the next such call about the hotel; null when none does. */
export async function waitingError(
  { state }: Pick<SandboxDeps, 'state'>,
  supplierHotelId: string,
  operation: 'book_form' | 'book' | 'find' | 'cancel',
): Promise<string | null> {
  let taken: string | null = null
  await state.update(ALTERATION, supplierHotelId, (before) => {
    const { errors = [], ...others } = alterationSchema.parse(before)
    const index = errors.findIndex((error) => error.operation === operation)
    taken = errors[index]?.code ?? null
    return taken === null ? null : JSON.parse(JSON.stringify({ ...others, errors: errors.toSpliced(index, 1) }))
  })
  return taken
}

/** In some hotels the stay begins and ends a day later in the supplier's books. */
export function movedDates<T extends { readonly checkInDate: string; readonly checkOutDate: string }>(
  booking: T,
  listing: ListingKey,
): T {
  if (!behaviourOf(listing.supplierCode, listing.supplierHotelId).movesDates) return booking
  const { checkInDate, checkOutDate } = booking
  return { ...booking, checkInDate: addDays(checkInDate, 1), checkOutDate: addDays(checkOutDate, 1) }
}

/** A new booking as the supplier writes it down, with what waits for its hotel. */
export async function writtenDown(
  deps: SandboxDeps,
  supplierCode: string,
  booking: StoredBooking,
): Promise<StoredBooking> {
  const nowAt = deps.clock.now()
  const listing = { supplierCode, supplierHotelId: booking.supplierHotelId }
  const moved = movedDates(booking, listing)
  return { ...altered(moved, await alterationOf(deps, listing), nowAt), ...ownCancellation(listing, nowAt) }
}

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A reference of the same form that the partner never made. */
export function otherReference(reference: string): string {
  const digest = Buffer.from(hash('sha256', `past ${reference}`), 'hex')
  return Array.from(digest.subarray(0, 20), (byte) => ALPHABET[byte % 32]).join('')
}

/** In some hotels each booking is there twice: once more under a reference that the partner does not know. */
export async function bookPastUs(
  { state }: SandboxDeps,
  supplierCode: string,
  { booking, id }: { readonly booking: StoredBooking; readonly id: (reference: string) => string },
): Promise<void> {
  if (!behaviourOf(supplierCode, booking.supplierHotelId).alsoBooksPastUs) return
  const reference = otherReference(booking.reference)
  const other = { ...booking, id: id(reference), reference }
  await state.put(BOOKING, other.id, toRecord(other))
}

/** Alters every booking under a reference, and returns how many there are. */
export async function alterStored(deps: SandboxDeps, reference: string, alteration: Alteration): Promise<number> {
  const found = await findByReference(deps, reference)
  for (const { id } of found)
    await deps.state.update(BOOKING, id, (before) =>
      // Only bookings are written under this kind.
      toRecord(altered(before as unknown as StoredBooking, alteration, deps.clock.now())),
    )
  return found.length
}

function altered(booking: StoredBooking, alteration: Alteration, nowAt: Instant): StoredBooking {
  const { cancelled, forgotten, order_status: orderStatus, rooms, guests = [] } = alteration
  const { price_permille: permille = 1_000 } = alteration
  const [first, ...others] = booking.lines
  return {
    ...booking,
    checkInDate: alteration.check_in_date ?? booking.checkInDate,
    checkOutDate: alteration.check_out_date ?? booking.checkOutDate,
    lines: (first ? [withRooms(first, rooms), ...(rooms === undefined ? others : [])] : []).map((line) => ({
      ...line,
      prices: line.prices.map((price) => pricedIn(scaled(price, permille), alteration.currency ?? price.currency)),
    })),
    people: renamed(booking.people, [...guests]),
    ...(cancelled ? { cancelledAt: nowAt, chargedMinor: 0 } : {}),
    ...(forgotten ? { forgotten } : {}),
    ...(orderStatus ? { orderStatus } : {}),
  }
}

function withRooms(line: BookedLine, rooms: number | undefined): BookedLine {
  return { ...line, parties: resized(line.parties, rooms), prices: resized(line.prices, rooms) }
}

/** How the protocols call a guest's given and family name. */
const NAMES = [
  ['name', 'surname'],
  ['first_name', 'last_name'],
  ['firstName', 'lastName'],
] as const

/** The people with the first guests renamed; whoever booked keeps the name. `guests` is emptied on the way. */
function renamed(people: Json, guests: { given_name: string; family_name: string }[]): Json {
  if (Array.isArray(people)) return people.map((one: Json) => renamed(one, guests))
  if (people === null || typeof people !== 'object') return people
  // Array.isArray does not exclude readonly arrays from the type; the remaining value is the object.
  const fields = people as { readonly [key: string]: Json }
  const pair = NAMES.find(([given, family]) => given in fields && family in fields)
  const next = pair && guests.shift()
  if (pair && next) return { ...fields, [pair[0]]: next.given_name, [pair[1]]: next.family_name }
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      name === 'holder' || name === 'user' ? value : renamed(value, guests),
    ]),
  )
}
