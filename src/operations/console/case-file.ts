import type { Role } from '../../domain/console-role.ts'
import type { Instant } from '../../domain/time.ts'
import type { FoundBooking } from '../../store/booking-search.ts'
import type { Case } from '../../store/cases.ts'
import type { Deps } from '../deps.ts'
import { standingCause } from '../operator/cases/standing-cause.ts'
import { claimedUntil } from '../operator/cases/work-cases.ts'
import { attemptEntry, auditEntry, type HistoryEntry } from './booking-history.ts'

/** A case as people list it. */
export type ListedCase = Case & {
  /** Until when it is whose who has taken it; null: anybody may take it. */
  readonly takenUntil: Instant | null
  readonly booking: FoundBooking | null
}

/** Cases with their bookings, read together. */
export async function withBookings(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  cases: readonly Case[],
): Promise<ListedCase[]> {
  const ids = [...new Set(cases.flatMap(({ bookingId }) => bookingId ?? []))]
  const found = new Map((await store.bookingLookup.byIds(ids)).map((booking) => [booking.bookingId, booking]))
  return cases.map((one) => ({
    ...one,
    takenUntil: claimedUntil({ clock }, one),
    booking: (one.bookingId && found.get(one.bookingId)) || null,
  }))
}

/** What was tried at the supplier for a case's booking, the newest first. */
export async function triedFor({ store }: Pick<Deps, 'store'>, { bookingId }: Case): Promise<HistoryEntry[]> {
  if (bookingId === null) return []
  const attempts = await store.bookingRecords.attempts(bookingId)
  return attempts.map((attempt) => attemptEntry(attempt, { isPartner: false })).sort((one, other) => other.at - one.at)
}

/** What people have done about a case and its booking, the newest first. */
export async function doneAbout({ store }: Pick<Deps, 'store'>, { caseId, bookingId }: Case): Promise<HistoryEntry[]> {
  const entries = await store.bookingRecords.audit(bookingId === null ? [caseId] : [caseId, bookingId])
  return entries.map(auditEntry).sort((one, other) => other.at - one.at)
}

/** TAKE also has a case longer that is one's own; TAKE_OVER takes it from somebody who has it still. */
export const CASE_ACTIONS = ['TAKE', 'TAKE_OVER', 'CLOSE'] as const
export type CaseAction = (typeof CASE_ACTIONS)[number]

type CaseFile = {
  /** Why the case cannot be closed yet; null: nothing stands in the way. */
  readonly stands: string | null
  /** The commands of the command line that can settle it. */
  readonly commands: readonly string[]
  /** What would succeed now for who asks. */
  readonly actions: readonly CaseAction[]
}

/** What a case waits for, and what somebody may do to it now. */
export async function caseFile(
  deps: Pick<Deps, 'store' | 'clock'>,
  one: Case,
  { actor, roles }: { readonly actor: string; readonly roles: ReadonlySet<Role> },
): Promise<CaseFile> {
  if (one.closedAt !== null) return { stands: null, commands: [], actions: [] }
  const { stands, commands } = await standingCause(deps, one)
  if (!roles.has('support')) return { stands, commands, actions: [] }
  const isTheirs = claimedUntil(deps, one) !== null && one.takenBy !== actor
  if (isTheirs) return { stands, commands, actions: ['TAKE_OVER'] }
  return { stands, commands, actions: stands === null ? ['TAKE', 'CLOSE'] : ['TAKE'] }
}
