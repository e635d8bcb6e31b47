import { toRfc3339 } from '../../domain/time.ts'
import { HISTORY_KINDS, type HistoryEntry } from '../../operations/console/booking-history.ts'
import { builder } from './builder.ts'

const HistoryKindName = builder.enumType('HistoryKind', { values: HISTORY_KINDS })

export const HistoryEntryType = builder.objectRef<HistoryEntry>('HistoryEntry').implement({
  description: 'Something that happened to a booking, or is planned.',
  fields: (t) => ({
    id: t.exposeID('id', {
      description: 'The event’s, the attempt’s, the delivery’s or the case’s own id where it has one.',
    }),
    kind: t.expose('kind', { type: HistoryKindName }),
    at: t.field({ type: 'DateTime', resolve: ({ at }) => toRfc3339(at) }),
    title: t.exposeString('title', { description: 'In the machine’s words: `booking.confirmed`, `CREATE`.' }),
    outcome: t.exposeString('outcome', { nullable: true }),
    durationMs: t.float({ nullable: true, resolve: ({ durationMs }) => durationMs }),
    by: t.exposeString('by', { nullable: true, description: 'Who did it, as the audit log has it.' }),
    requestId: t.exposeString('requestId', { nullable: true }),
    isPlanned: t.exposeBoolean('isPlanned'),
    detail: t.field({ type: 'JSON', description: 'The rest, without guests.', resolve: ({ detail }) => detail }),
  }),
})
