import { type CalendarDate, daysBetween } from '../../../domain/time.ts'
import type { PassKind, StoredPass } from '../../../store/content-passes.ts'

type PassPlan = {
  readonly kind: PassKind
  readonly language: string
  readonly since: CalendarDate | null
  /** A pass that was cut off, or that a brake holds and an operator accepts; null: it begins. */
  readonly stored: StoredPass | null
}

export type Wishes = {
  /** Changes since that day; null: since the last complete pass. */
  readonly since: CalendarDate | null
  readonly isWhole: boolean
  readonly isAccepted: boolean
  readonly isDryRun: boolean
}

type Known = {
  readonly today: CalendarDate
  readonly wholeEveryDays: number
  /** Passes of this connection and language that are not over. */
  readonly open: readonly StoredPass[]
  /** The last complete ones of each kind. */
  readonly done: readonly StoredPass[]
}

/** So many runs, one after the other, that bring a pass no further: its mark leads nowhere, and it begins anew. */
const MOST_FRUITLESS = 3

/**
 * What is read in a language. What was cut off goes on; else everything when that was never read whole, or not for so many days, else
 * what has changed since the day on which the last complete pass began, that day included.
 */
export function planPass(language: string, wishes: Wishes, known: Known): PassPlan {
  const wanted = wantedPass(wishes)
  const stored = wishes.isDryRun ? null : (known.open.findLast((pass) => goesOn(pass, wanted, wishes)) ?? null)
  if (stored) return { kind: stored.kind, language, since: stored.since, stored }
  return { ...(wanted.kind === 'ANY' ? nextPass(known) : wanted), language, stored: null }
}

type Wanted = { readonly kind: PassKind; readonly since: CalendarDate | null } | { readonly kind: 'ANY' }

function wantedPass({ since, isWhole }: Wishes): Wanted {
  if (isWhole) return { kind: 'WHOLE', since: null }
  return since !== null ? { kind: 'CHANGES', since } : { kind: 'ANY' }
}

function goesOn({ kind, since, state, fruitless }: StoredPass, wanted: Wanted, { isAccepted }: Wishes): boolean {
  const isWanted = wanted.kind === 'ANY' || (wanted.kind === kind && wanted.since === since)
  return isWanted && (state === 'HELD' || state === 'HELD_READ' ? isAccepted : fruitless < MOST_FRUITLESS)
}

function nextPass({ done, today, wholeEveryDays }: Known): Exclude<Wanted, { kind: 'ANY' }> {
  const whole = done.find(({ kind }) => kind === 'WHOLE')
  if (!whole || daysBetween(whole.beganDate, today) >= wholeEveryDays) return { kind: 'WHOLE', since: null }
  return changesSince(done)
}

/** What has changed since the last complete pass of either kind. */
export function changesSince(done: readonly StoredPass[]): { readonly kind: 'CHANGES'; readonly since: CalendarDate } {
  const [last = ''] = done.map(({ beganDate }) => beganDate).sort((a, b) => (a < b ? 1 : -1))
  return { kind: 'CHANGES', since: last }
}
