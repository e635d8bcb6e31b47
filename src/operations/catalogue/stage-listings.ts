import { hash } from 'node:crypto'
import type { Listing } from '../../domain/listing.ts'
import { cellOf, keysOf, pointOf } from '../../mapping/blocking.ts'
import { factsOf } from '../../mapping/hotel-facts.ts'
import type { StagedListing } from '../../store/listings.ts'
import type { StoreParts } from '../../store/store.ts'

type Staging = {
  /** The run that brings them: `catalogue_runs`. */
  readonly runId: number
  /** What a pull has read of them, by the supplier's own hotel id; absent for what came as lines of ours. */
  readonly pulled?: ReadonlyMap<string, PulledSource>
  /** Over which connection those came that are new. */
  readonly connectionId?: string
}

/** What a pull has read of a listing in one language. */
export type PulledSource = {
  /** As the supplier sent it, compressed; null: what is kept of it stays. */
  readonly raw: Uint8Array | null
  readonly sourceHashes: Readonly<Record<string, string>>
}

/**
 * Stages listings as they were read from a supplier's content; what is equal already is not written. Returns how many are new or
 * changed. Nothing is sold by it: `mapping propose` says which hotels they are. Only a listing that its supplier has closed is not
 * asked any more from now on.
 */
export async function stageListings(
  { listings: store }: Pick<StoreParts, 'listings'>,
  listings: readonly Listing[],
  { runId, pulled, connectionId }: Staging,
): Promise<number> {
  return store.stage(
    listings.map((listing) => toStaged(listing, pulled?.get(listing.supplierHotelId) ?? OF_A_LINE)),
    { runId, origin: pulled ? 'PULL' : 'LINE', connectionId: connectionId ?? null },
  )
}

const OF_A_LINE: PulledSource = { raw: null, sourceHashes: {} }

function toStaged(listing: Listing, { raw, sourceHashes }: PulledSource): StagedListing {
  const facts = factsOf(listing)
  const point = pointOf(facts)
  return {
    supplierCode: listing.supplierCode,
    supplierHotelId: listing.supplierHotelId,
    status: listing.status,
    content: listing,
    contentHash: hashOf(listing),
    raw: raw && Buffer.from(raw).toString('base64'),
    sourceHashes,
    facts,
    factsHash: hashOf(facts),
    cell: point && cellOf(point),
    keys: keysOf(facts),
  }
}

/** The first 128 bits of SHA-256 over the JSON of a value, in hexadecimal digits. */
export function hashOf(value: unknown): string {
  return hash('sha256', JSON.stringify(value), 'hex').slice(0, 32)
}
