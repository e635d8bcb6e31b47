import type { Core } from '../core.ts'
import { CASE_KINDS, type CaseKind } from '../domain/case.ts'
import { toDecimal } from '../domain/money.ts'
import { type Instant, toRfc3339 } from '../domain/time.ts'
import { standingCause } from '../operations/operator/cases/standing-cause.ts'
import { claimedUntil, closeCase, takeCase } from '../operations/operator/cases/work-cases.ts'
import type { Case } from '../store/cases.ts'
import { type Command, optionalText, type Rows, text, UsageError, type Values, wholeNumber } from './command.ts'
import { knownOrganization } from './known-organization.ts'

const MAX_LISTED = 1_000
/** How many entries of the audit log `case show` prints, newest first. */
const MOST_DONE = 20

function when(at: Instant | null): string | null {
  return at === null ? null : toRfc3339(at)
}

function briefly(one: Case): Rows[number] {
  const { caseId, kind, subject, organizationId, atStake, dueAt, seen, openedAt, takenBy, closedBy, closedAt } = one
  return {
    caseId,
    kind,
    dueAt: when(dueAt),
    atStake: atStake && `${toDecimal(atStake)} ${atStake.currency}`,
    organizationId,
    subject,
    seen,
    openedAt: when(openedAt),
    takenBy,
    ...(closedAt === null ? {} : { closedBy, closedAt: when(closedAt) }),
  }
}

function kindsOf(values: Values): readonly CaseKind[] | null {
  const given = optionalText(values, 'kind')
  return (
    given?.split(',').map((name) => {
      const kind = CASE_KINDS.find((one) => one === name.toUpperCase())
      if (!kind) throw new UsageError(`--kind is one or more of ${CASE_KINDS.join(', ')}`)
      return kind
    }) ?? null
  )
}

const list: Command = {
  noun: 'case',
  verb: 'list',
  summary:
    'lists what needs a person: the soonest deadline first, then the largest amount; --mine: what you have taken; --overdue: what is past its deadline',
  usage:
    '[--kind REVIEW,DISCREPANCY] [--organization org_…] [--closed] [--mine] [--overdue] [--limit 50] [--after case_…]',
  options: {
    kind: { type: 'string' },
    organization: { type: 'string' },
    closed: { type: 'boolean' },
    mine: { type: 'boolean' },
    overdue: { type: 'boolean' },
    limit: { type: 'string' },
    after: { type: 'string' },
  },
  required: [],
  run: async ({ store }, values, actor) => {
    const organizationId = optionalText(values, 'organization')
    if (organizationId !== null) await knownOrganization(store, organizationId)
    const cases = await store.cases.list({
      kinds: kindsOf(values),
      organizationId,
      isOpen: values['closed'] !== true,
      takenBy: values['mine'] === true ? actor : null,
      isOverdue: values['overdue'] === true,
      limit: Math.min(MAX_LISTED, wholeNumber(values, 'limit') ?? 50),
      after: optionalText(values, 'after'),
    })
    return cases.map(briefly)
  },
}

/** The booking of a case as far as it tells of no person: `booking show` tells more, and leaves an entry in the audit log. */
async function bookingOf({ store }: Core, bookingId: string): Promise<Rows[number] | null> {
  const booking = await store.bookings.findAnywhere(bookingId)
  if (!booking) return null
  const attempts = await store.attempts.list(bookingId)
  return {
    bookingId,
    status: booking.status,
    pendingOperation: booking.pendingOperation,
    needsOperator: booking.needsOperator,
    supplierCode: booking.supplierCode,
    supplierReference: booking.supplierReference,
    supplierBookingId: booking.supplierBookingId,
    attempts: attempts.map(({ operation, startedAt, outcome, supplierHttpStatus, supplierErrorCode }) => ({
      operation,
      startedAt,
      outcome,
      supplierHttpStatus,
      supplierErrorCode,
    })),
  }
}

async function doneSoFar({ store }: Core, { caseId, bookingId }: Case): Promise<Rows> {
  const subjects = bookingId === null ? [caseId] : [caseId, bookingId]
  const entries = await Promise.all(
    subjects.map((subject) => store.audit.list({ since: null, actor: null, action: null, subject, limit: MOST_DONE })),
  )
  return entries
    .flat()
    .sort((a, b) => b.createdAt - a.createdAt)
    .slice(0, MOST_DONE)
    .map(({ createdAt, actor, action }) => ({ at: when(createdAt), actor, action }))
}

const show: Command = {
  noun: 'case',
  verb: 'show',
  summary: 'shows a case: its booking, the supplier’s attempts, what was done so far, and the commands that settle it',
  usage: '--id case_…',
  options: { id: { type: 'string' } },
  required: ['id'],
  run: async (core, values) => {
    const caseId = text(values, 'id')
    const found = await core.store.cases.find(caseId)
    if (!found) throw new UsageError(`no case ${caseId}`)
    const { stands, commands } = await standingCause(core.deps, found)
    const { connectionId, detail, seenAt, takenAt, settledHow, note } = found
    const takenUntil = claimedUntil(core.deps, found)
    return [
      {
        ...briefly(found),
        connectionId,
        detail,
        seenAt: when(seenAt),
        takenAt: when(takenAt),
        takenUntil: when(takenUntil),
        settledHow,
        note,
        booking: found.bookingId === null ? null : await bookingOf(core, found.bookingId),
        done: await doneSoFar(core, found),
        stands,
        commands: found.closedAt === null ? commands : [],
      },
    ]
  },
}

const take: Command = {
  noun: 'case',
  verb: 'take',
  summary:
    'gives a case to you for ten minutes, so that nobody else works on it; --force takes it over from whoever has it',
  usage: '--id case_… [--force]',
  options: { id: { type: 'string' }, force: { type: 'boolean' } },
  required: ['id'],
  run: async ({ deps }, values, actor) => {
    const taken = await takeCase(deps, { caseId: text(values, 'id'), actor, force: values['force'] === true })
    if (!taken.ok) throw new UsageError(taken.error)
    return [briefly(taken.value)]
  },
}

const close: Command = {
  noun: 'case',
  verb: 'close',
  summary: 'closes a case with a note; refuses while its cause stands, and says which command settles that',
  usage: '--id case_… --note "…"',
  options: { id: { type: 'string' }, note: { type: 'string' } },
  required: ['id', 'note'],
  run: async ({ deps }, values, actor) => {
    const closed = await closeCase(deps, { caseId: text(values, 'id'), actor, note: text(values, 'note') })
    if (!closed.ok) throw new UsageError(closed.error)
    return [briefly(closed.value)]
  },
}

export const CASE_COMMANDS: readonly Command[] = [list, show, take, close]
