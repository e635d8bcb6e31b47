import type { ActionDone } from '../run-action.ts'
import { builder } from './builder.ts'
import { Proposal } from './proposal.ts'

export const ActionResult = builder.objectRef<ActionDone>('ActionResult').implement({
  description: 'What an action has done.',
  fields: (t) => ({
    rows: t.field({
      type: 'JSON',
      description: 'What the command line prints with --json.',
      resolve: ({ rows }) => rows,
    }),
    proposal: t.field({
      type: Proposal,
      nullable: true,
      description: 'Set when nothing was done yet, because a second person has to approve.',
      resolve: ({ proposal }) => proposal,
    }),
  }),
})
