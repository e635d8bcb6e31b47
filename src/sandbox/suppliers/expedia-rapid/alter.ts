import type { Instant } from '../../../domain/time.ts'
import type { Alteration } from '../alteration.ts'
import type { SandboxDeps } from '../exchange.ts'
import { alterationOf, movedDates, ownCancellation, resized } from '../stock/alter.ts'
import { pricedIn, scaled, totalMinor } from '../stock/room-price.ts'
import { ITINERARY, itineraryIdOf, type StoredItinerary, type StoredRoom, toItinerary, toRecord } from './itinerary.ts'
import { RAPID } from './offer.ts'

/** A new itinerary as Rapid writes it down, with what waits for its property. */
export async function writtenDown(deps: SandboxDeps, itinerary: StoredItinerary): Promise<StoredItinerary> {
  const nowAt = deps.clock.now()
  const listing = { supplierCode: RAPID, supplierHotelId: itinerary.propertyId }
  const moved = movedDates(itinerary, listing)
  return { ...altered(moved, await alterationOf(deps, listing), nowAt), ...ownCancellation(listing, nowAt) }
}

/** Alters the itinerary under a reference, and returns how many there are. */
export async function alterItinerary(deps: SandboxDeps, reference: string, alteration: Alteration): Promise<number> {
  const changed = await deps.state.update(ITINERARY, itineraryIdOf(reference), (before) =>
    toRecord(altered(toItinerary(before, deps.clock.now()), alteration, deps.clock.now())),
  )
  return changed === null ? 0 : 1
}

function altered(itinerary: StoredItinerary, alteration: Alteration, nowAt: Instant): StoredItinerary {
  const { forgotten, check_in_date, check_out_date, rooms: count } = alteration
  return {
    ...itinerary,
    checkInDate: check_in_date ?? itinerary.checkInDate,
    checkOutDate: check_out_date ?? itinerary.checkOutDate,
    rooms: resized(itinerary.rooms, count).map((room, index) => alteredRoom(room, index, { alteration, nowAt })),
    ...(forgotten ? { forgotten } : {}),
  }
}

function alteredRoom(
  room: StoredRoom,
  index: number,
  { alteration, nowAt }: { readonly alteration: Alteration; readonly nowAt: Instant },
): StoredRoom {
  const { cancelled, price_permille: permille = 1_000, guests = [] } = alteration
  const price = pricedIn(scaled(room.price, permille), alteration.currency ?? room.price.currency)
  const guest = guests[index]
  return {
    ...room,
    // A room that was added has an id of its own.
    id: `${room.id.slice(0, -1)}${index}`,
    price,
    givenName: guest?.given_name ?? room.givenName,
    familyName: guest?.family_name ?? room.familyName,
    ...(cancelled ? { canceledAt: nowAt, refundMinor: totalMinor(price) } : {}),
  }
}
