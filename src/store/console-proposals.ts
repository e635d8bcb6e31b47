import type { Instant } from '../domain/time.ts'
import type { ConsoleProposalModel } from './client/models.ts'
import { type Database, DB_NULL, json } from './database.ts'
import { toDate, toInstant, toInstantOrNull } from './instants.ts'
import { type BoundedCount, bounded, MOST_COUNTED } from './webhook-health.ts'

export type ProposalDecision = 'APPROVED' | 'REJECTED'

/** What one person wants done and another one has to approve. */
export type ConsoleProposal = {
  readonly proposalId: string
  /** A command, for example `booking settle`. */
  readonly action: string
  readonly subject: string
  readonly arguments: Readonly<Record<string, string | boolean>>
  /** What it is about, as it was then; null: nothing of it is kept. */
  readonly basis: Readonly<Record<string, unknown>> | null
  readonly reason: string
  /** As the audit log has it: `operator:ada`. */
  readonly proposedBy: string
  readonly createdAt: Instant
  readonly expiresAt: Instant
  readonly decidedBy: string | null
  readonly decidedAt: Instant | null
  readonly decision: ProposalDecision | null
  readonly note: string | null
  /** When what was approved was done; null: nobody knows that it was. */
  readonly executedAt: Instant | null
}

/** What only its decision adds to a proposal. */
type Decided = 'decidedBy' | 'decidedAt' | 'decision' | 'note' | 'executedAt'

type Decision = {
  readonly by: string
  readonly at: Instant
  readonly decision: ProposalDecision
  readonly note: string
}

function toProposal(model: ConsoleProposalModel): ConsoleProposal {
  const { id, createdAt, expiresAt, decidedAt, decision, executedAt, ...row } = model
  return {
    ...row,
    proposalId: id,
    // `insert` and `decide` wrote them.
    arguments: row.arguments as ConsoleProposal['arguments'],
    basis: row.basis as ConsoleProposal['basis'],
    decision: decision as ProposalDecision | null,
    createdAt: toInstant(createdAt),
    expiresAt: toInstant(expiresAt),
    decidedAt: toInstantOrNull(decidedAt),
    executedAt: toInstantOrNull(executedAt),
  }
}

export function createConsoleProposalStore(db: Database) {
  return { ...proposalWrites(db), ...proposalReads(db), forgetAddresses: forgetAddresses(db) }
}

/**
 * Deletes the e-mail addresses of those whom somebody wanted to invite, once that was decided or has lapsed: whoever was invited has theirs in
 * one place. Returns how many.
 */
function forgetAddresses(db: Database) {
  return (now: Instant): Promise<number> => db.$executeRaw`
    UPDATE console_proposals SET arguments = arguments - 'email'
    WHERE jsonb_exists(arguments, 'email') AND (decided_at IS NOT NULL OR expires_at <= ${toDate(now)})`
}

function proposalWrites(db: Database) {
  return {
    insert: async (proposal: Omit<ConsoleProposal, Decided>): Promise<void> => {
      const { proposalId: id, createdAt, expiresAt, arguments: given, basis, ...rest } = proposal
      const times = { createdAt: toDate(createdAt), expiresAt: toDate(expiresAt) }
      const kept = basis === null ? DB_NULL : json(basis)
      await db.consoleProposal.create({ data: { id, ...rest, arguments: json(given), basis: kept, ...times } })
    },

    /**
     * Decides what nobody has decided yet and is not too old; false: none of that. Only somebody else approves it; whoever has proposed it
     * may take it back.
     */
    decide: async (proposalId: string, { by, at, decision, note }: Decision): Promise<boolean> => {
      const somebodyElse = decision === 'APPROVED' ? { proposedBy: { not: by } } : {}
      const { count } = await db.consoleProposal.updateMany({
        where: { id: proposalId, decidedAt: null, expiresAt: { gt: toDate(at) }, ...somebodyElse },
        data: { decidedBy: by, decidedAt: toDate(at), decision, note },
      })
      return count > 0
    },

    /** Says that what was approved is done. */
    execute: async (proposalId: string, at: Instant): Promise<void> => {
      await db.consoleProposal.updateMany({
        where: { id: proposalId, decision: 'APPROVED', executedAt: null },
        data: { executedAt: toDate(at) },
      })
    },

    /** Lets a proposal wait again whose approval by `by` was refused before anything was done. */
    reopen: async (proposalId: string, by: string): Promise<void> => {
      await db.consoleProposal.updateMany({
        where: { id: proposalId, decidedBy: by, decision: 'APPROVED', executedAt: null },
        data: { decidedBy: null, decidedAt: null, decision: null, note: null },
      })
    },

    /** Closes all that somebody has proposed and nobody has decided; returns how many. */
    withdraw: async (proposedBy: string, { by, at, note }: Omit<Decision, 'decision'>): Promise<number> => {
      const { count } = await db.consoleProposal.updateMany({
        where: { proposedBy, decidedAt: null },
        data: { decidedBy: by, decidedAt: toDate(at), decision: 'REJECTED', note },
      })
      return count
    },
  }
}

const MOST_LISTED = 200

/** What waits for somebody: to be decided, or to be looked at because nobody knows whether what was approved is done. */
function waits(now: Instant) {
  return {
    expiresAt: { gt: toDate(now) },
    OR: [{ decidedAt: null }, { decision: 'APPROVED', executedAt: null }],
  }
}

function proposalReads(db: Database) {
  return {
    find: async (proposalId: string): Promise<ConsoleProposal | null> => {
      const row = await db.consoleProposal.findUnique({ where: { id: proposalId } })
      return row && toProposal(row)
    },

    /** What waits about one thing. */
    openAbout: async (subject: string, now: Instant): Promise<ConsoleProposal[]> => {
      const rows = await db.consoleProposal.findMany({
        where: { subject, decidedAt: null, expiresAt: { gt: toDate(now) } },
        orderBy: { createdAt: 'asc' },
        take: 20,
      })
      return rows.map(toProposal)
    },

    /** How many `list` has of those that wait, however many it shows; counted no further than needed. */
    countOpen: async (now: Instant): Promise<BoundedCount> =>
      bounded(await db.consoleProposal.count({ where: waits(now), take: MOST_COUNTED + 1 })),

    /**
     * What waits, the oldest first, with what was approved and is not known to be done, for as long as it would have waited; or what was
     * decided, the newest first. 200 at most.
     */
    list: async ({ isOpen, now }: { readonly isOpen: boolean; readonly now: Instant }): Promise<ConsoleProposal[]> => {
      const rows = await db.consoleProposal.findMany({
        where: isOpen ? waits(now) : { decidedAt: { not: null } },
        orderBy: { createdAt: isOpen ? 'asc' : 'desc' },
        take: MOST_LISTED,
      })
      return rows.map(toProposal)
    },
  }
}
