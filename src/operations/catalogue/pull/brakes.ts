import type { Tally } from './tally.ts'

/** Below so many an outlier is no pattern. */
const FEW = 20
const MOST_BAD = 0.01
const MOST_GONE = 0.02
const MOST_MOVED = 0.05
const LEAST_ROWS = 0.9

type Known = {
  /** Listings that were ACTIVE when the pass began. */
  readonly active: number
  /** Rows of the last whole pass in this language that was complete; null: there was none. */
  readonly lastRows: number | null
}

/** Why a pass is stopped where it is; null while nothing is wrong. */
export function brakeWhileReading(tally: Tally, { active, lastRows }: Known): string | null {
  const { rows, bad, moved, ended } = tally
  // Of a pass that has just begun, nobody knows yet how many rows there will be.
  const most = Math.max(FEW, MOST_BAD * Math.max(rows, lastRows ?? 0))
  if (bad > most) return `${bad} of ${rows} rows are bad, more than ${percent(MOST_BAD)}`
  if (moved > Math.max(FEW, MOST_MOVED * active))
    return `${moved} of ${active} listings have moved by more than 1 km, more than ${percent(MOST_MOVED)}`
  if (ended > Math.max(FEW, MOST_GONE * active))
    return `the supplier ends ${ended} of ${active} listings, more than ${percent(MOST_GONE)}`
  return null
}

/** Why nothing is concluded from what a whole pass did not have; null when nothing speaks against it. */
export function brakeAtEnd(
  { rows, nameless }: Tally,
  { active, lastRows, missing }: Known & { readonly missing: number },
): string | null {
  if (lastRows !== null && rows < LEAST_ROWS * lastRows)
    return `${rows} rows are less than ${percent(LEAST_ROWS)} of the ${lastRows} of the last whole pass`
  if (missing > Math.max(FEW, MOST_GONE * active))
    return `${missing} of ${active} listings are missing, more than ${percent(MOST_GONE)}`
  if (missing > 0 && nameless > 0)
    return `${missing} listings are missing, but ${nameless} rows do not say which hotel they are`
  return null
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`
}
