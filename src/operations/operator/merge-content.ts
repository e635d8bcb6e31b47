import { CLEANING_VERSION } from '../../domain/content/clean-text.ts'
import { type MergedHotel, mergeHotel } from '../../domain/content/merge-hotel.ts'
import type { TrustOrders } from '../../domain/content/trust.ts'
import type { Listing } from '../../domain/listing.ts'
import type { MergedRow } from '../../store/hotel-contents.ts'
import type { Store } from '../../store/store.ts'

/** A hotel of the catalogue with its listings at all suppliers, those that are mapped to it now. */
export type ListedHotel = { readonly hotelId: number; readonly listings: readonly Listing[] }

/** The most hotels of one statement: each may have a hundred kilobytes of content. */
const BATCH = 100

/**
 * Merges what suppliers tell of hotels and writes it, for a job that has read suppliers' content; `trust` comes from `trustOrders`.
 * It never touches what the operator's file says, which comes first on the page, nor the hotels' own rows. Written again it changes
 * nothing. Returns the hotels whose content has changed: every process shows it from then on.
 */
export async function writeMergedContent(
  { store }: { readonly store: Pick<Store, 'hotelContents'> },
  hotels: readonly ListedHotel[],
  trust: TrustOrders,
): Promise<readonly number[]> {
  const changed: number[] = []
  for (let from = 0; from < hotels.length; from += BATCH) {
    const rows = hotels.slice(from, from + BATCH).map((hotel) => mergedRow(hotel, trust))
    changed.push(...(await store.hotelContents.writeMerged(rows)))
  }
  return changed
}

function mergedRow({ hotelId, listings }: ListedHotel, trust: TrustOrders): MergedRow {
  return rowOfMerged(hotelId, mergeHotel(listings, trust))
}

/** Null: a hotel whose listings are all closed has no content any more. */
export function rowOfMerged(hotelId: number, hotel: MergedHotel | null): MergedRow {
  return {
    hotelId,
    merged: hotel?.content ?? null,
    instructions: hotel?.instructions ?? {},
    cleaning: CLEANING_VERSION,
  }
}
