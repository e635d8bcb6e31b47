import {
  addCounts,
  type ComparedDay,
  type ComparisonCounts,
  type ComparisonProgress,
  comparedDays,
  NOTHING_COUNTED,
} from '../../../domain/comparison.ts'
import { addDays, dateInZone } from '../../../domain/time.ts'
import type { Booking } from '../../../store/booking.ts'
import type { ListAnswer, ListedBooking, ListRequest } from '../../../suppliers/supplier.ts'
import type { SupplierFailure } from '../../../suppliers/supplier-call.ts'
import type { Deps } from '../../deps.ts'
import { nobodysContext, referenceOf } from '../../supplier-calls.ts'
import { lookAtBooking } from '../follow-up/look-at-booking.ts'
import { confirmOnlyThere } from './confirm-only-there.ts'
import { judgeListed } from './judge-listed.ts'

/** Our own bookings are read, and asked about by reference, so many at a time; no supplier takes more ids in a call. */
const A_PAGE = 50
/** A day of more pages than these is cut short, and says so in the log. */
const MAX_PAGES = 500

/** Why a comparison does not go on: in words for operators. */
export class ComparisonError extends Error {}

type Comparison = {
  readonly connectionId: string
  readonly progress: ComparisonProgress
  /** Called before each call to the supplier: waits for its turn. Throws when the comparison is no longer this process's. */
  readonly turn: () => Promise<void>
  /** Called after each unit of work. Throws like `turn`. */
  readonly save: (progress: ComparisonProgress) => Promise<void>
}

/** A part of a comparison. `asked`: the entries because of which the supplier was asked in it, each of them once. */
type Part = Comparison & { readonly asked: Set<string> }

/**
 * Compares a connection's bookings with its supplier's books: what differs is looked at, and what only the supplier has becomes a case.
 * It goes on where `progress` is. Nothing of it is kept in memory but the references of one day. Throws a
 * `ComparisonError` when the supplier does not answer.
 */
export async function compareConnection(deps: Deps, comparison: Comparison): Promise<ComparisonCounts> {
  const listsBy = await listsByOf(deps, comparison.connectionId)
  const days = comparedDays(comparison.progress.period, listsBy)
  let { progress } = comparison
  for (const day of days.slice(progress.daysDone)) {
    const counts = addCounts(progress.counts, await compareDay(deps, comparison, day))
    progress = { ...progress, counts, daysDone: progress.daysDone + 1 }
    await comparison.save(progress)
  }
  if (listsBy.includes('CHECK_IN')) return progress.counts
  const checkOutFrom = dateInZone(deps.clock.real(), 'UTC')
  for (;;) {
    const query = { checkOutFrom, after: progress.after, limit: A_PAGE }
    const page = await deps.store.bookings.standingUntil(comparison.connectionId, query)
    const last = page.at(-1)
    if (!last) return progress.counts
    const compared = listsBy.includes('REFERENCE')
      ? await compareByReference(deps, comparison, page)
      : await lookAtEach(deps, comparison, page)
    const after = { checkOutDate: last.terms.stay.checkOutDate, bookingId: last.bookingId }
    progress = { ...progress, counts: addCounts(progress.counts, compared), after }
    await comparison.save(progress)
  }
}

async function listsByOf(deps: Deps, connectionId: string): Promise<readonly string[]> {
  const { supplier } = await deps.suppliers.open(
    connectionId,
    'list_bookings',
    nobodysContext(`req_job_${connectionId}`),
  )
  return supplier.listBookings ? (supplier.capabilities.listsBy ?? []) : []
}

async function list(deps: Deps, { connectionId, turn }: Comparison, request: ListRequest): Promise<ListAnswer> {
  await turn()
  const context = nobodysContext(`req_job_${connectionId}`)
  const { supplier, call } = await deps.suppliers.open(connectionId, 'list_bookings', context)
  const answer = await supplier.listBookings?.(call, request)
  if (!answer?.ok) throw new ComparisonError(`the supplier does not show its books: ${reasonOf(answer?.error)}`)
  return answer.value
}

function reasonOf(failure: SupplierFailure | undefined): string {
  if (!failure) return 'it has no list'
  return failure.detail === '' ? failure.kind : `${failure.kind}: ${failure.detail}`
}

/** All pages of a day; of the day on which bookings were made also those of ours that are not among them. */
async function compareDay(deps: Deps, comparison: Comparison, day: ComparedDay): Promise<ComparisonCounts> {
  const seen = new Set<string>()
  const entries = new Set<string>()
  const part = { ...comparison, asked: new Set<string>() }
  let counts = NOTHING_COUNTED
  for (let page = 1; ; page++) {
    const listed = await list(deps, comparison, { ...day, page })
    for (const { supplierReference } of listed.bookings) if (supplierReference !== null) seen.add(supplierReference)
    counts = addCounts(counts, await judgeAll(deps, part, listed))
    const known = entries.size
    for (const entry of listed.bookings) entries.add(entryOf(entry))
    // A page that adds nothing is the last one, whatever the supplier says: some repeat it without end.
    if (!listed.hasMore || (entries.size === known && listed.unreadable === 0)) break
    if (page === MAX_PAGES) {
      deps.log.warn({ connectionId: comparison.connectionId, ...day }, 'a day of a supplier’s books is too long')
      return counts
    }
  }
  return day.by === 'CREATION' ? addCounts(counts, await lookForMissing(deps, comparison, { day, seen })) : counts
}

function entryOf({ supplierReference, record: { supplierBookingId } }: ListedBooking): string {
  return JSON.stringify([supplierReference, supplierBookingId])
}

async function judgeAll(
  deps: Deps,
  comparison: Part,
  { bookings, unreadable }: ListAnswer,
): Promise<Partial<ComparisonCounts>> {
  const { connectionId } = comparison
  // Read after the books: a booking that is in them was written here before its supplier was asked.
  const references = bookings.flatMap(({ supplierReference }) => supplierReference ?? [])
  const known = await deps.store.bookings.findBySupplierReferences(connectionId, references)
  const byReference = new Map(known.map((booking) => [booking.supplierReference, booking]))
  let counts = addCounts(NOTHING_COUNTED, { compared: bookings.length, unreadable })
  for (const listed of bookings)
    counts = addCounts(
      counts,
      await judge(deps, comparison, { listed, booking: byReference.get(listed.supplierReference ?? '') ?? null }),
    )
  return counts
}

async function judge(
  deps: Deps,
  comparison: Part,
  { listed, booking }: { readonly listed: ListedBooking; readonly booking: Booking | null },
): Promise<Partial<ComparisonCounts>> {
  const verdict = judgeListed(deps, booking, listed)
  if (verdict === 'AGREES') return {}
  if (verdict === 'FOREIGN') return { foreign: 1 }
  const entry = entryOf(listed)
  if (comparison.asked.has(entry)) return {}
  comparison.asked.add(entry)
  switch (verdict) {
    case 'LOOK':
      if (booking) await look(deps, comparison, booking)
      return { differing: 1 }
    default: {
      await comparison.turn()
      const isThere = await confirmOnlyThere(deps, comparison, { listed, booking })
      if (isThere === null) return { unreadable: 1 }
      return isThere ? { onlyThere: 1 } : {}
    }
  }
}

async function look(deps: Deps, { turn }: Comparison, { bookingId }: Booking): Promise<void> {
  await turn()
  await lookAtBooking(deps, { bookingId, look: { leaseId: null }, context: nobodysContext(`req_job_${bookingId}`) })
}

type Missing = { readonly day: ComparedDay; readonly seen: ReadonlySet<string> }

async function lookForMissing(
  deps: Deps,
  comparison: Comparison,
  { day: { date }, seen }: Missing,
): Promise<Partial<ComparisonCounts>> {
  const made = { from: Date.parse(date), until: Date.parse(addDays(date, 1)) }
  let missing = 0
  for (let after: Booking | null = null; ; ) {
    const page: Booking[] = await deps.store.bookings.standingMade(comparison.connectionId, {
      ...made,
      after,
      limit: A_PAGE,
    })
    for (const booking of page)
      if (!seen.has(booking.supplierReference)) {
        await look(deps, comparison, booking)
        missing += 1
      }
    const last = page.at(-1)
    if (!last) return { missing }
    after = last
  }
}

async function compareByReference(
  deps: Deps,
  comparison: Comparison,
  page: readonly Booking[],
): Promise<Partial<ComparisonCounts>> {
  const references = page.map((booking) => referenceOf(deps, booking))
  const listed = await list(deps, comparison, { by: 'REFERENCE', references })
  const seen = new Set(listed.bookings.map(({ supplierReference }) => supplierReference))
  const missing = page.filter(({ supplierReference }) => !seen.has(supplierReference))
  for (const booking of missing) await look(deps, comparison, booking)
  return addCounts(addCounts(NOTHING_COUNTED, await judgeAll(deps, { ...comparison, asked: new Set() }, listed)), {
    missing: missing.length,
  })
}

/** For suppliers without lists: every booking that stands is asked about. */
async function lookAtEach(
  deps: Deps,
  comparison: Comparison,
  page: readonly Booking[],
): Promise<Partial<ComparisonCounts>> {
  let differing = 0
  for (const booking of page) {
    await look(deps, comparison, booking)
    const after = await deps.store.bookings.findAnywhere(booking.bookingId)
    if (after && after.sequence !== booking.sequence) differing += 1
  }
  return { compared: page.length, differing }
}
