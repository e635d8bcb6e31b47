import { isDeepStrictEqual } from 'node:util'
import type { Command, Rows } from '../admin/command.ts'
import { allCommands } from '../admin/commands.ts'
import type { Instant } from '../domain/time.ts'
import { actorOf } from '../operations/console/sign-in.ts'
import type { ConsoleProposal, ProposalDecision } from '../store/console-proposals.ts'
import type { StoreParts } from '../store/store.ts'
import { ACTIONS, type ActionTerms } from './actions.ts'
import { type ConsoleContext, hasRole } from './context.ts'
import { isRefusal, refusal, wrongRole } from './errors.ts'
import { type ActionDone, checkFresh, checkReason, mayStill, refuseIfMayNoMore, run } from './run-action.ts'

type Asked = { readonly id: string; readonly decision: ProposalDecision; readonly reason: string }

type Decided = {
  readonly command: Command
  readonly terms: ActionTerms
  /** As it is once the decision is committed. */
  readonly proposal: ConsoleProposal & {
    readonly decidedAt: Instant
    readonly decision: ProposalDecision
    readonly note: string
  }
}

/** Approves or rejects what somebody has proposed; what was approved is done at once. */
export async function decide(context: ConsoleContext, { id, decision, reason }: Asked): Promise<ActionDone> {
  const { core, viewer } = context
  const note = checkReason(reason)
  const proposal = await core.store.consoleProposals.find(id)
  if (!proposal) throw refusal('NOT_FOUND', 'There is no such proposal.')
  const terms = ACTIONS[proposal.action]
  const command = (await allCommands()).find(({ noun, verb }) => `${noun} ${verb}` === proposal.action)
  if (!terms || !command) throw refusal('CONFLICT', `This version does not know ${proposal.action}.`)
  if (!hasRole(viewer, terms.roles)) throw wrongRole(terms.roles)
  if (proposal.proposedBy === viewer.actor && decision === 'APPROVED')
    throw refusal('CONFLICT', 'You have proposed this: somebody else has to approve it.')
  if (decision === 'APPROVED') checkFresh(context, terms)
  const marks = { decidedBy: viewer.actor, decidedAt: core.clock.real(), decision, note, executedAt: null }
  const decided = { command, terms, proposal: { ...proposal, ...marks } }
  if (decision === 'APPROVED') return approve(context, decided)
  await core.store.transaction((tx) => writeDecision(context, tx, decided))
  return { rows: [], proposal: decided.proposal }
}

/**
 * Does what was proposed. A command with one transaction has the approval in it: both are there, or neither. The others make their own, so
 * the approval stands before them, and that they are done stands after them: between the two nobody knows.
 */
async function approve(context: ConsoleContext, decided: Decided): Promise<ActionDone> {
  const { core } = context
  const { command, proposal } = decided
  const { proposalId } = proposal
  const executedAt = core.clock.real()
  async function approveIn(tx: StoreParts): Promise<void> {
    await refuseIfProposerMayNot(tx, decided)
    await refuseIfChanged(tx, decided)
    await writeDecision(context, tx, decided)
    // Behind what may have waited for somebody else's decision.
    await refuseIfMayNoMore(tx, context, decided.terms)
  }
  if ('change' in command) {
    const rows = await doIt(context, decided, async (tx) => {
      await approveIn(tx)
      await tx.consoleProposals.execute(proposalId, executedAt)
    })
    return { rows, proposal: { ...proposal, executedAt } }
  }
  await core.store.transaction(approveIn)
  const rows = await doOrReopen(context, decided)
  await core.store.consoleProposals.execute(proposalId, executedAt)
  return { rows, proposal: { ...proposal, executedAt } }
}

/** What is refused waits for a second person again: nothing of it was done. What breaks is left as it is: some of it may be done. */
async function doOrReopen(context: ConsoleContext, decided: Decided): Promise<Rows> {
  try {
    return await doIt(context, decided)
  } catch (error) {
    if (isRefusal(error))
      await context.core.store.consoleProposals.reopen(decided.proposal.proposalId, context.viewer.actor)
    throw error
  }
}

function doIt(
  context: ConsoleContext,
  { command, proposal }: Decided,
  within?: (tx: StoreParts) => Promise<void>,
): Promise<Rows> {
  const { arguments: values, reason, proposedBy } = proposal
  const call = { command, values, reason, approvedBy: context.viewer.actor, actor: proposedBy }
  return run(context, within ? { ...call, within } : call)
}

async function writeDecision(
  { viewer, requestId }: ConsoleContext,
  tx: StoreParts,
  { command, proposal }: Decided,
): Promise<void> {
  const { proposalId, decision, note, proposedBy, subject, decidedAt: at } = proposal
  if (!(await tx.consoleProposals.decide(proposalId, { by: viewer.actor, at, decision, note })))
    throw refusal('CONFLICT', 'Somebody has decided this already, or it has lapsed.')
  const action = `${command.noun}.${command.verb}.${decision === 'APPROVED' ? 'approve' : 'reject'}`
  const details = { requestId, reason: note, proposalId, proposedBy }
  await tx.audit.append({ organizationId: null, actor: viewer.actor, action, subject, details }, at)
}

/** It is done in the proposer's name, who may have been disabled or lost the role since. */
async function refuseIfProposerMayNot(tx: StoreParts, { terms, proposal: { proposedBy } }: Decided): Promise<void> {
  const user = await tx.consoleUsers.findBy({ name: proposedBy.replace(/^operator:/, '') })
  const may = user && actorOf(user) === proposedBy && mayStill(user, terms.roles)
  if (!may)
    throw refusal('CONFLICT', `${proposedBy} may not do this any more: reject it, and let somebody propose it who may.`)
}

/** Whoever approves agrees on what was proposed, not on what has become of it since. */
async function refuseIfChanged(tx: StoreParts, { terms, proposal }: Decided): Promise<void> {
  const { basis, arguments: values, subject } = proposal
  // The version before has kept none.
  if (basis === null || !terms.basis) return
  if (!isDeepStrictEqual(await terms.basis(tx, values), basis))
    throw refusal(
      'CONFLICT',
      `${subject} is not as it was when this was proposed: look at it, reject this, and let somebody propose it anew.`,
    )
}
