import { sql } from './database.ts'

/** Where a reading of listings has come to: neighbours come together, those without a point last. */
export type DueCursor = { readonly cell: number; readonly listingId: number }

const BEYOND_ALL_CELLS = 2_147_483_647

/** As an index has it. */
export const PLACE = sql`coalesce(cell, 2147483647)`

export const BEFORE_ALL: DueCursor = { cell: -1, listingId: 0 }

/** After a listing that was read. */
export function cursorOf({ cell, listingId }: { readonly cell: number | null; readonly listingId: number }): DueCursor {
  return { cell: cell ?? BEYOND_ALL_CELLS, listingId }
}
