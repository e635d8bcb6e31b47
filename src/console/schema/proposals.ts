import { decide } from '../decide-proposal.ts'
import { ActionResult } from './action-result.ts'
import { builder, only } from './builder.ts'
import { Proposal } from './proposal.ts'

builder.queryField('proposals', (t) =>
  t.field({
    type: [Proposal],
    description:
      'What waits for a second person, the oldest first; with `decided` what was decided, the newest first; 200 at most. `home { proposals }` counts all that wait.',
    ...only('viewer'),
    args: { decided: t.arg.boolean({}) },
    resolve: (_root, { decided }, { core }) =>
      core.store.consoleProposals.list({ isOpen: decided !== true, now: core.clock.real() }),
  }),
)

for (const [name, decision] of [
  ['approveProposal', 'APPROVED'],
  ['rejectProposal', 'REJECTED'],
] as const)
  builder.mutationField(name, (t) =>
    t.field({
      type: ActionResult,
      description:
        decision === 'APPROVED'
          ? 'Does what somebody else has proposed; the audit log has both names.'
          : 'Turns down what was proposed, or takes back one’s own.',
      ...only('support', 'operations', 'finance', 'admin'),
      args: { id: t.arg.id({ required: true }), reason: t.arg.string({ required: true }) },
      resolve: (_root, { id, reason }, context) => decide(context, { id, decision, reason }),
    }),
  )
