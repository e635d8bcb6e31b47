import { type Problem, problem } from '../../domain/errors.ts'
import type { BookingMode } from '../../domain/rate.ts'
import type { ListingId } from '../../store/hotels.ts'
import type { Mapping } from '../../store/mappings.ts'
import type { Deps } from '../deps.ts'

/** A listing that was shown or offered as a hotel. */
type Shown = ListingId & {
  readonly hotelId: number
  /** How it is to be booked; null: it is not booked yet. */
  readonly mode: BookingMode | null
}

/**
 * GONE: the hotel is no longer in the catalogue, or the catalogue no longer has the listing. CLOSED: the supplier's content says that the
 * house is closed, gone, or not sold over this connection.
 */
export type MappingFault = Problem | 'GONE' | 'CLOSED'

/** Why a token or an offer of such a listing is over, after "The … has expired: ". */
export const UNLISTED = 'its hotel is no longer sold by this supplier; ask for the rooms again'

const MOVED = 'The supplier’s listing is no longer known to be this hotel: ask for the rooms again'

/**
 * Null when the listing still is the hotel that it was shown as, so that the guest arrives at that house. Nothing may reach the supplier
 * otherwise.
 */
export async function mappingFault({ store }: Pick<Deps, 'store'>, shown: Shown): Promise<MappingFault | null> {
  const mapping = await store.mappings.find(shown)
  if (mapping?.hotelId === shown.hotelId) return doubtOf(mapping, shown)
  // Whoever moved it, or took it off its hotel, says that it is another house. Of what left the catalogue, by SQL, nobody says that.
  const last = mapping ? null : await store.mappings.lastVersion(shown)
  const isMoved = mapping !== null || (last !== null && last.reason !== 'WRITTEN')
  return isMoved ? problem('HOTEL_MAPPING_UNVERIFIED', MOVED) : 'GONE'
}

/** What failed verification is not sold, unless an operator says so. A hold of it costs nobody a room: it is not confirmed. */
function doubtOf({ verification, soldUnverified, onSale }: Mapping, { mode }: Shown): MappingFault | null {
  if (!onSale) return 'CLOSED'
  if (verification !== 'UNVERIFIED' || mode === 'HOLD') return null
  return soldUnverified && mode === null ? null : problem('HOTEL_MAPPING_UNVERIFIED')
}
