import { MINUTE_MS } from '../../../domain/time.ts'
import type { StoredPass } from '../../../store/content-passes.ts'
import { stageListings } from '../stage-listings.ts'
import { brakeAtEnd } from './brakes.ts'
import { inOneOrder } from './merge-languages.ts'
import { BrakeError } from './pull-error.ts'
import type { Reading } from './read-pass.ts'
import type { Tally } from './tally.ts'

/** Listings that are ended in one transaction. */
const AT_ONCE = 250
/** A miss is counted once for a pass, so all are counted in one transaction: of a million listings, in about a minute. */
const COUNTED_WITHIN_MS = 10 * MINUTE_MS

/**
 * Ends the listings that a whole pass did not have, when no brake speaks against it. Their mapping stays: when they return they are sold
 * as before. Whoever is cut off here goes on here: the pass is CONCLUDING, and what is ended already is no longer missing.
 */
export async function concludePass(reading: Reading, state: StoredPass['state'], tally: Tally): Promise<void> {
  const { store, pass, source, supplierCode, known, isAccepted, lease, runId, runCounts } = reading
  const ofPass = { ...pass, supplierCode }
  const passes = source.passesUntilGone
  const missed = passes > 1 ? passes : 0
  if (state !== 'CONCLUDING') {
    const missing = await store.pulledListings.countMissing(ofPass, passes - 1)
    const brake = isAccepted ? null : brakeAtEnd(tally, { ...known, missing })
    if (brake !== null) throw new BrakeError(brake)
    await store.transaction(async (tx) => {
      await lease.hold(tx)
      if (passes > 1) await tx.pulledListings.countMisses(ofPass)
      await tx.pulledListings.leaveToOthers(ofPass, missed)
      await tx.contentPasses.setState(pass.passId, 'CONCLUDING')
    }, COUNTED_WITHIN_MS)
  }
  for (let isOver = false; !isOver; )
    isOver = await store.transaction(async (tx) => {
      await lease.hold(tx)
      const gone = await tx.pulledListings.takeMissing(ofPass, { missed, limit: AT_ONCE })
      if (gone.length === 0) return true
      tally.gone += gone.length
      await stageListings(
        tx,
        gone.map((listing) => inOneOrder({ ...listing, status: 'GONE' as const })),
        { runId, pulled: new Map() },
      )
      await tx.contentPasses.setState(pass.passId, 'CONCLUDING', tally)
      await tx.catalogueRuns.advance(runId, { counts: runCounts(tally), faults: [] })
      return false
    })
}

/** What concluding a dry run would have come to: how many would be gone, and which brake would hold it; null: none. */
export async function foresee(
  { store, pass, source, supplierCode, known }: Reading,
  tally: Tally,
): Promise<{ readonly missing: number; readonly brake: string | null }> {
  const missing = await store.pulledListings.countMissing({ ...pass, supplierCode }, source.passesUntilGone - 1)
  return { missing, brake: brakeAtEnd(tally, { ...known, missing }) }
}
