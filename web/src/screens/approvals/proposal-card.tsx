import { Alert, Group } from '@mantine/core'
import type { Action } from '../../kit/action.ts'
import { ActionButton } from '../../kit/action-button.tsx'
import { Id } from '../../kit/copy.tsx'
import { type Fact, Facts } from '../../kit/facts.tsx'
import { Panel } from '../../kit/panel.tsx'
import { StatusBadge } from '../../kit/status-badge.tsx'
import { Deadline, Time } from '../../kit/time.tsx'
import { readable } from '../../kit/tone.ts'
import { useViewer } from '../../kit/viewer.ts'
import type { ListedProposal } from './documents.ts'

/** What somebody has proposed, with all that is needed to decide it. */
export function ProposalCard({ proposal }: { readonly proposal: ListedProposal }) {
  const { id, action, subject, proposedBy, createdAt, expiresAt, reason, decision, decidedBy, decidedAt, note } =
    proposal
  const isOpen = decision === null
  const isUnknown = decision === 'APPROVED' && proposal.executedAt === null
  return (
    <Panel title={readable(action)} aside={isOpen ? <Deadline at={expiresAt} /> : <StatusBadge status={decision} />}>
      <Facts
        facts={[
          ['About', <Id key="subject" value={subject} />],
          ['Why', reason],
          ['Proposed', <Moment key="by" at={createdAt} by={proposedBy} />],
          ...givenOf(proposal),
          ['Decided', decidedAt && <Moment at={decidedAt} by={decidedBy ?? ''} />],
          ['Note', note],
          ['Proposal', <Id key="id" value={id} what="the proposal's id" />],
        ]}
      />
      {isUnknown && <NotKnownToBeDone proposal={proposal} />}
      {isOpen && <Decide proposal={proposal} />}
    </Panel>
  )
}

/** Between the approval and the end of what was approved the gateway may have stopped. */
function NotKnownToBeDone({ proposal: { action, subject } }: { readonly proposal: ListedProposal }) {
  return (
    <Alert color="petrol" variant="light" mt="sm" title="Approved, not known to be done">
      It is being done just now, or it broke off. Look at {subject} and the audit log; if {action} was not done, or only
      in part, propose it again.
    </Alert>
  )
}

/** What the command was given, without what is told already. */
function givenOf({ arguments: given, subject, reason }: ListedProposal): readonly Fact[] {
  return Object.entries(given)
    .filter(([, value]) => value !== subject && value !== reason)
    .map(([name, value]) => [readable(name), <Given key={name} value={value} />])
}

function Moment({ at, by }: { readonly at: string; readonly by: string }) {
  return (
    <>
      <Time at={at} as="full" /> by {by}
    </>
  )
}

function Given({ value }: { readonly value: unknown }) {
  return <span className="mono">{typeof value === 'string' ? value : JSON.stringify(value)}</span>
}

/** Somebody else approves; whoever has proposed it can only take it back. */
function Decide({ proposal: { id, action, subject, proposedBy } }: { readonly proposal: ListedProposal }) {
  const { actor } = useViewer()
  const isMine = actor === proposedBy
  const common = { values: { id }, types: { id: 'ID' }, roles: ['support', 'operations', 'finance', 'admin'] } as const
  const approve: Action = {
    ...common,
    label: 'Approve',
    title: `Approve: ${action}`,
    mutation: 'approveProposal',
    says: `Does it now: ${action} of ${subject}. It cannot be undone; the audit log has both names.`,
    isDangerous: true,
  }
  const reject: Action = {
    ...common,
    label: isMine ? 'Take back' : 'Reject',
    title: `${isMine ? 'Take back' : 'Reject'}: ${action}`,
    mutation: 'rejectProposal',
    says: 'Nothing is done, and the proposal is closed.',
  }
  return (
    <Group gap="xs" mt="sm">
      {isMine ? (
        <span className="quiet">You have proposed this: somebody else approves it.</span>
      ) : (
        <ActionButton action={approve} />
      )}
      <ActionButton action={reject} />
    </Group>
  )
}
