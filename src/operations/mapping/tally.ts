import type { MappingChange } from '../../store/mappings.ts'
import type { StoredProposal } from '../../store/proposals.ts'

/** How many listings came to what, and why. */
export type TallyRow = { readonly verdict: TallyVerdict; readonly reason: string; readonly listings: number }

/** AUTO is mapped without a person; STAYS was mapped before and is not doubted; NEW is no hotel of the catalogue. */
type TallyVerdict = 'AUTO' | 'REVIEW' | 'NEW' | 'STAYS'

export type Tally = {
  readonly add: (verdict: TallyVerdict, reason: string, listings: number) => void
  readonly addProposals: (proposals: readonly StoredProposal[], changes: readonly MappingChange[]) => void
  readonly rows: () => readonly TallyRow[]
}

const ORDER: readonly TallyVerdict[] = ['AUTO', 'REVIEW', 'NEW', 'STAYS']

export function createTally(): Tally {
  const counts = new Map<string, TallyRow>()
  function add(verdict: TallyVerdict, reason: string, listings: number): void {
    if (listings === 0) return
    const key = `${verdict} ${reason}`
    counts.set(key, { verdict, reason, listings: (counts.get(key)?.listings ?? 0) + listings })
  }
  return {
    add,
    addProposals: (proposals, changes) => {
      // What is judged only is counted when its hotel is settled, what is new when it is grouped.
      for (const { outcome, why } of proposals) if (outcome === 'REVIEW') add('REVIEW', why ?? '', 1)
      for (const { reason } of changes) if (reason === 'AUTO') add('AUTO', 'VERIFIED_AGAIN', 1)
    },
    rows: () =>
      [...counts.values()].sort(
        (a, b) => ORDER.indexOf(a.verdict) - ORDER.indexOf(b.verdict) || (a.reason < b.reason ? -1 : 1),
      ),
  }
}
