import { stageListings } from '../stage-listings.ts'
import { inOneOrder } from './merge-languages.ts'
import type { Reading } from './read-pass.ts'
import type { Tally } from './tally.ts'

/** No building is so many hotels: whoever has no better point for them has told the middle of their city. */
const FEWEST = 20
const AT_ONCE = 250

/**
 * A point that 20 hotels of a supplier share to the last digit says in which city they are, and nothing more: their listings are marked,
 * and the judge takes such points for no evidence. Who gets a better point later is a row that has changed, and is read as it is told.
 */
export async function markCentres(
  { store, lease, supplierCode, runId, pass, runCounts }: Reading,
  tally: Tally,
): Promise<void> {
  if (tally.added + tally.changed === 0) return
  for (const point of await store.pulledListings.repeatedPoints(supplierCode, FEWEST))
    for (let isOver = false; !isOver; ) {
      await lease.turn()
      isOver = await store.transaction(async (tx) => {
        await lease.hold(tx)
        const listings = await tx.pulledListings.takeSaidToBeAt(supplierCode, point, AT_ONCE)
        if (listings.length === 0) return true
        tally.cleaned['city_centre'] = (tally.cleaned['city_centre'] ?? 0) + listings.length
        const marked = listings.map((listing) => inOneOrder({ ...listing, pointQuality: 'CITY' as const }))
        await stageListings(tx, marked, { runId, pulled: new Map() })
        await tx.contentPasses.setState(pass.passId, pass.kind === 'WHOLE' ? 'CONCLUDING' : 'READING', tally)
        await tx.catalogueRuns.advance(runId, { counts: runCounts(tally), faults: [] })
        return false
      })
    }
}
