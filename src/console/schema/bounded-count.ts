import type { BoundedCount } from '../../store/webhook-health.ts'
import { builder } from './builder.ts'

export const Bounded = builder.objectRef<BoundedCount>('BoundedCount').implement({
  description: 'A number that is counted only so far.',
  fields: (t) => ({
    count: t.exposeInt('count'),
    isMore: t.exposeBoolean('isMore', { description: 'There are more than that.' }),
  }),
})
