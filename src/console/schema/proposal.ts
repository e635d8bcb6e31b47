import { toRfc3339 } from '../../domain/time.ts'
import type { ConsoleProposal } from '../../store/console-proposals.ts'
import { builder } from './builder.ts'

export const Proposal = builder.objectRef<ConsoleProposal>('Proposal')

Proposal.implement({
  description: 'What one person wants done and another one has to approve, because it cannot be undone.',
  fields: (t) => ({
    id: t.exposeID('proposalId'),
    action: t.exposeString('action', { description: 'A command, for example `booking settle`.' }),
    subject: t.exposeString('subject', { description: 'The id of what it is about.' }),
    arguments: t.field({ type: 'JSON', resolve: (proposal) => proposal.arguments }),
    reason: t.exposeString('reason'),
    proposedBy: t.exposeString('proposedBy', { description: '`operator:<name>`' }),
    createdAt: t.field({ type: 'DateTime', resolve: ({ createdAt }) => toRfc3339(createdAt) }),
    expiresAt: t.field({
      type: 'DateTime',
      description: 'It lapses then.',
      resolve: ({ expiresAt }) => toRfc3339(expiresAt),
    }),
    decidedBy: t.exposeString('decidedBy', { nullable: true }),
    decidedAt: t.field({
      type: 'DateTime',
      nullable: true,
      resolve: ({ decidedAt }) => (decidedAt === null ? null : toRfc3339(decidedAt)),
    }),
    decision: t.exposeString('decision', { nullable: true, description: 'APPROVED or REJECTED' }),
    note: t.exposeString('note', { nullable: true }),
    executedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When what was approved was done; null on an approved one: nobody knows that it was.',
      resolve: ({ executedAt }) => (executedAt === null ? null : toRfc3339(executedAt)),
    }),
  }),
})
