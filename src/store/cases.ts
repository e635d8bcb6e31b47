import type { CaseKind } from '../domain/case.ts'
import { newTimelessId } from '../domain/ids.ts'
import { type Money, money } from '../domain/money.ts'
import type { Instant } from '../domain/time.ts'
import { pooledRandomBytes } from '../platform/random-bytes.ts'
import type { CaseModel } from './client/models.ts'
import { type Database, type Sql, sql } from './database.ts'
import { settleDeadDeliveries } from './dead-deliveries.ts'
import { toDateOrNull, toInstant, toInstantOrNull } from './instants.ts'
import { when } from './optional-part.ts'
import { timeOf } from './own-time.ts'
import { type BoundedCount, bounded, MOST_COUNTED } from './webhook-health.ts'

/** What is known of something that needs a person. */
export type CaseFinding = {
  readonly kind: CaseKind
  /** The id of what it is about; domain/case.ts says for each kind which one. */
  readonly subject: string
  readonly organizationId: string | null
  readonly bookingId: string | null
  readonly connectionId: string | null
  readonly atStake: Money | null
  /** Until when somebody has to settle it. */
  readonly dueAt: Instant | null
  /** Codes, ids, amounts and counts. It must not contain personal data or a supplier's own words, which may. */
  readonly detail: Readonly<Record<string, unknown>>
}

/** A case is open until `closedAt`. While it is open, one operator can have taken it. */
export type Case = CaseFinding & {
  readonly caseId: string
  /** How often it was opened since it was last closed. */
  readonly seen: number
  readonly openedAt: Instant
  readonly seenAt: Instant
  readonly takenBy: string | null
  readonly takenAt: Instant | null
  /** `operator:<name>`, or `system` when the cause went away by itself. */
  readonly closedBy: string | null
  readonly closedAt: Instant | null
  readonly settledHow: string | null
  readonly note: string | null
}

/** Reviews are decided before a deadline; everything else has to be found out first. */
export const CASE_QUEUES = ['REVIEWS', 'CASES'] as const
export type CaseQueue = (typeof CASE_QUEUES)[number]

/** Which cases. Null or absent: all. */
export type CaseChoice = {
  readonly kinds: readonly CaseKind[] | null
  readonly queue?: CaseQueue | null
  /** True: only those whose deadline is over, in the time of their organization. */
  readonly isOverdue?: boolean
  readonly organizationId: string | null
  readonly isOpen: boolean
  readonly takenBy: string | null
}

type CaseFilter = CaseChoice & {
  readonly limit: number
  /** The id of the last case of the page before; null: the first page. */
  readonly after: string | null
}

const randomBytes = pooledRandomBytes()

/** The soonest deadline first, then the largest amount. Amounts are compared in minor units, whatever their currencies. */
const ORDER = sql`coalesce(c.due_at, 'infinity'), -coalesce(c.at_stake_minor, 0), c.id`

function chosen({ queue = null, isOverdue = false, organizationId, isOpen, takenBy }: CaseChoice): Sql {
  return sql`${isOpen ? sql`c.closed_at IS NULL` : sql`c.closed_at IS NOT NULL`}
    ${when(queue, (value) => (value === 'REVIEWS' ? sql`AND c.kind = 'REVIEW'` : sql`AND c.kind <> 'REVIEW'`))}
    ${isOverdue ? sql`AND c.due_at < ${timeOf(sql`c.organization_id`)}` : sql``}
    ${when(organizationId, (value) => sql`AND c.organization_id = ${value}`)}
    ${when(takenBy, (value) => sql`AND c.taken_by = ${value}`)}`
}

/** Everything that needs a person. All times are the database's, in the time of a case's organization. */
export function createCaseStore(db: Database) {
  return { ...createCaseFindings(db), ...createCaseReads(db), ...createCaseWork(db) }
}

/** What the system says. */
function createCaseFindings(db: Database) {
  return {
    /**
     * Opens a case. When there is an open one of the same kind and subject, it then says this and counts one more in `seen`, but
     * keeps its deadline when that is sooner.
     */
    open: async (finding: CaseFinding): Promise<void> => {
      const { kind, subject, organizationId, bookingId, connectionId, atStake, dueAt, detail } = finding
      await db.$executeRaw`
      INSERT INTO cases (id, kind, subject, organization_id, booking_id, connection_id, at_stake_minor, currency, due_at,
        detail, opened_at, seen_at)
      SELECT ${newTimelessId('case', randomBytes)}, ${kind}, ${subject}, ${organizationId}, ${bookingId}, ${connectionId},
        ${atStake?.amountMinor ?? null}::bigint, ${atStake?.currency ?? null}, ${toDateOrNull(dueAt)}::timestamptz,
        ${JSON.stringify(detail)}::jsonb, gateway_now(${organizationId}), gateway_now(${organizationId})
      ON CONFLICT (kind, subject) WHERE closed_at IS NULL DO UPDATE
      SET organization_id = EXCLUDED.organization_id, booking_id = EXCLUDED.booking_id,
        connection_id = EXCLUDED.connection_id, at_stake_minor = EXCLUDED.at_stake_minor, currency = EXCLUDED.currency,
        due_at = least(cases.due_at, EXCLUDED.due_at), detail = EXCLUDED.detail, seen = cases.seen + 1, seen_at = EXCLUDED.seen_at`
    },

    /** Closes the open cases of these kinds about a subject, because their cause is gone; `how` says why, without people. */
    settle: async (kinds: readonly CaseKind[], subject: string, how: string): Promise<void> => {
      await db.$executeRaw`
      UPDATE cases SET closed_at = gateway_now(organization_id), closed_by = 'system', settled_how = ${how}
      WHERE kind = ANY (${[...kinds]}::text[]) AND subject = ${subject} AND closed_at IS NULL`
    },

    settleDeadDeliveries: () => settleDeadDeliveries(db),
  }
}

function createCaseReads(db: Database) {
  return {
    list: async (filter: CaseFilter): Promise<Case[]> => {
      const { kinds, limit, after } = filter
      const wanted = sql`${chosen(filter)}
        ${when(after, (value) => sql`AND (${ORDER}) > (SELECT ${ORDER} FROM cases c WHERE c.id = ${value})`)}`
      // Those of each kind are in order, not those of several.
      const found = kinds
        ? sql`unnest(${[...kinds]}::text[]) AS asked(kind) CROSS JOIN LATERAL (
          SELECT * FROM cases c WHERE c.kind = asked.kind AND ${wanted} ORDER BY ${ORDER} LIMIT ${limit}::int
        ) c`
        : sql`cases c WHERE ${wanted}`
      const rows = await db.$queryRaw<CaseModel[]>`
      SELECT ${COLUMNS} FROM ${found} ORDER BY ${ORDER} LIMIT ${limit}::int`
      return rows.map(toCase)
    },

    /** How many there are of a choice, counted no further than needed. */
    count: async (choice: CaseChoice): Promise<BoundedCount> => {
      const kinds = choice.kinds && [...choice.kinds]
      const [row] = await db.$queryRaw<{ count: number }[]>`
      SELECT count(*)::int AS count FROM (
        SELECT 1 FROM cases c WHERE ${chosen(choice)} ${when(kinds, (value) => sql`AND c.kind = ANY (${value}::text[])`)}
        LIMIT ${MOST_COUNTED + 1}::int
      ) found`
      return bounded(row?.count ?? 0)
    },

    find: async (caseId: string): Promise<Case | null> => {
      const row = await db.case.findUnique({ where: { id: caseId } })
      return row && toCase(row)
    },

    /** The open cases about a booking, of any kind. */
    openOf: async (bookingId: string): Promise<Case[]> => {
      const rows = await db.case.findMany({ where: { bookingId, closedAt: null }, orderBy: { openedAt: 'asc' } })
      return rows.map(toCase)
    },
  }
}

type ReadCase = Pick<Case, 'caseId' | 'takenBy' | 'takenAt'>

/** Nobody has taken the case since it was read, and whoever had it has not taken it anew. */
function asRead({ caseId, takenBy, takenAt }: ReadCase): Sql {
  return sql`c.id = ${caseId} AND c.closed_at IS NULL AND c.taken_by IS NOT DISTINCT FROM ${takenBy}
        AND c.taken_at IS NOT DISTINCT FROM ${toDateOrNull(takenAt)}::timestamptz`
}

/** What operators do. */
function createCaseWork(db: Database) {
  return {
    /** Gives an open case to `who` from now on; null when it was closed or taken since it was read. */
    take: async (read: ReadCase, who: string): Promise<Case | null> => {
      const rows = await db.$queryRaw<CaseModel[]>`
      UPDATE cases c SET taken_by = ${who}, taken_at = gateway_now(c.organization_id)
      WHERE ${asRead(read)}
      RETURNING ${COLUMNS}`
      return rows[0] ? toCase(rows[0]) : null
    },

    /** Closes an open case for `who`; null when it was closed, taken or seen once more since it was read. */
    close: async (read: ReadCase & Pick<Case, 'seen'>, who: string, note: string): Promise<Case | null> => {
      const rows = await db.$queryRaw<CaseModel[]>`
      UPDATE cases c SET closed_at = gateway_now(c.organization_id), closed_by = ${who}, note = ${note}
      WHERE ${asRead(read)} AND c.seen = ${read.seen}::int
      RETURNING ${COLUMNS}`
      return rows[0] ? toCase(rows[0]) : null
    },
  }
}

const COLUMNS = sql`c.id, c.kind, c.subject, c.organization_id AS "organizationId", c.booking_id AS "bookingId",
  c.connection_id AS "connectionId", c.at_stake_minor AS "atStakeMinor", c.currency, c.due_at AS "dueAt", c.detail, c.seen,
  c.opened_at AS "openedAt", c.seen_at AS "seenAt", c.taken_by AS "takenBy", c.taken_at AS "takenAt",
  c.closed_by AS "closedBy", c.closed_at AS "closedAt", c.settled_how AS "settledHow", c.note`

/** Only this file writes kinds and details, so their types are known. */
function toCase({ id, kind, atStakeMinor, currency, detail, ...row }: CaseModel): Case {
  return {
    ...row,
    caseId: id,
    kind: kind as CaseKind,
    atStake: atStakeMinor === null || currency === null ? null : money(Number(atStakeMinor), currency),
    detail: detail as Case['detail'],
    dueAt: toInstantOrNull(row.dueAt),
    openedAt: toInstant(row.openedAt),
    seenAt: toInstant(row.seenAt),
    takenAt: toInstantOrNull(row.takenAt),
    closedAt: toInstantOrNull(row.closedAt),
  }
}
