import { type Command, type Rows, UsageError, type Values } from '../admin/command.ts'
import { runCommand } from '../admin/run-command.ts'
import { heldRoles, type Role } from '../domain/console-role.ts'
import { HOUR_MS } from '../domain/time.ts'
import { isFresh } from '../operations/console/sign-in.ts'
import { makeId } from '../operations/deps.ts'
import type { ConsoleProposal } from '../store/console-proposals.ts'
import type { ConsoleUser } from '../store/console-users.ts'
import type { StoreParts } from '../store/store.ts'
import type { ActionTerms } from './actions.ts'
import type { ConsoleContext } from './context.ts'
import { refusal } from './errors.ts'

/** A reason is shorter than this by mistake; a ticket's number with a word is not. */
const SHORTEST_REASON = 10
const LONGEST_REASON = 1_000
const PROPOSAL_LIVES_MS = 24 * HOUR_MS

export type ActionDone = {
  /** What the command tells; empty while it waits for a second person. */
  readonly rows: Rows
  /** Set when a second person has to approve. */
  readonly proposal: ConsoleProposal | null
}

export type Asked = {
  readonly command: Command
  readonly terms: ActionTerms
  readonly values: Values
  readonly reason: string
}

export function checkReason(reason: string): string {
  const trimmed = reason.trim()
  if (trimmed.length < SHORTEST_REASON || trimmed.length > LONGEST_REASON)
    throw refusal(
      'BAD_INPUT',
      `Say why, in ${SHORTEST_REASON} to ${LONGEST_REASON} characters; a ticket's number will do.`,
      { field: 'reason' },
    )
  return trimmed
}

/** Throws unless the viewer has proved lately who they are. */
export function checkFresh({ core, viewer }: ConsoleContext, { needsFresh }: ActionTerms): void {
  if (needsFresh && !isFresh(viewer, core.clock.real()))
    throw refusal(
      'STEP_UP_REQUIRED',
      'This needs a sign-in that is not older than ten minutes: sign in again, then repeat it.',
    )
}

/** Runs a command for the viewer, or proposes it where two people have to agree. */
export async function runAction(context: ConsoleContext, asked: Asked): Promise<ActionDone> {
  const reason = checkReason(asked.reason)
  const { command, values } = asked
  const missing = command.required.filter((name) => values[name] === undefined)
  if (missing.length > 0) throw refusal('BAD_INPUT', `missing: ${missing.join(', ')}`, { fields: missing })
  checkFresh(context, asked.terms)
  await refuseByTerms(context, context.core.store, asked)
  const { needsTwo } = asked.terms
  const isForTwo = typeof needsTwo === 'function' ? await needsTwo(context.core, values) : needsTwo
  if (isForTwo) return { rows: [], proposal: await propose(context, { ...asked, reason }) }
  // A supplier may have been asked for half a minute meanwhile.
  async function within(tx: StoreParts): Promise<void> {
    await refuseIfMayNoMore(tx, context, asked.terms)
    await refuseByTerms(context, tx, asked)
  }
  if (!('change' in command)) await within(context.core.store)
  return {
    rows: await run(context, { command, values, reason, approvedBy: null, actor: context.viewer.actor, within }),
    proposal: null,
  }
}

async function refuseByTerms(
  { core: { config, clock } }: ConsoleContext,
  store: StoreParts,
  { terms, values }: Asked,
): Promise<void> {
  const why = await terms.refuses?.({ store, config, clock }, values)
  if (why) throw refusal('FORBIDDEN', why)
}

/** What somebody has asked for may have waited, for a supplier or for Postgres, until they were disabled or lost the role. */
export async function refuseIfMayNoMore(
  { consoleUsers }: StoreParts,
  { viewer }: ConsoleContext,
  { roles }: ActionTerms,
): Promise<void> {
  const user = await consoleUsers.find(viewer.userId)
  if (!mayStill(user, roles)) throw refusal('FORBIDDEN', 'You may not do this any more.')
}

export function mayStill(user: ConsoleUser | null, roles: readonly Role[]): boolean {
  const held = heldRoles(user?.roles ?? [])
  return user !== null && user.disabledAt === null && roles.some((role) => held.has(role))
}

async function propose(context: ConsoleContext, { command, terms, values, reason }: Asked): Promise<ConsoleProposal> {
  const { core, viewer, requestId } = context
  const now = core.clock.real()
  const action = `${command.noun} ${command.verb}`
  const subject = String(values[terms.subject ?? 'id'] ?? '')
  const given = Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
  const made = {
    proposalId: makeId(core.deps, 'proposal'),
    action,
    subject,
    arguments: given,
    reason,
    proposedBy: viewer.actor,
    basis: (await terms.basis?.(core.store, values)) ?? null,
  }
  const proposal = { ...made, createdAt: now, expiresAt: now + PROPOSAL_LIVES_MS }
  await core.store.transaction(async (tx) => {
    await refuseIfMayNoMore(tx, context, terms)
    await tx.consoleProposals.insert(proposal)
    const details = { requestId, reason, proposalId: proposal.proposalId }
    await tx.audit.append(
      {
        organizationId: null,
        actor: viewer.actor,
        action: `${command.noun}.${command.verb}.propose`,
        subject,
        details,
      },
      now,
    )
  })
  return { ...proposal, decidedBy: null, decidedAt: null, decision: null, note: null, executedAt: null }
}

type Run = {
  readonly command: Command
  readonly values: Values
  readonly reason: string
  readonly approvedBy: string | null
  readonly actor: string
  /** Runs first in the transaction of a command that has one: what fails there, or afterwards, undoes both. */
  readonly within?: (tx: StoreParts) => Promise<void>
}

/** The command line's own way, with what a screen knows besides; its mistakes become BAD_INPUT. */
export async function run(
  { core, requestId }: ConsoleContext,
  { command, values, reason, approvedBy, actor, within }: Run,
): Promise<Rows> {
  const why = { reason, requestId, ...(approvedBy === null ? {} : { approvedBy }) }
  try {
    return await runCommand(core, command, { values, actor, why, ...(within ? { within } : {}) })
  } catch (error) {
    if (error instanceof UsageError) throw refusal('BAD_INPUT', error.message)
    throw error
  }
}
