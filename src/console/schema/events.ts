import { EVENT_TYPES } from '../../domain/event.ts'
import { toRfc3339 } from '../../domain/time.ts'
import type { EventPage, ListedEvent } from '../../store/event-list.ts'
import { refusal } from '../errors.ts'
import { withoutPeople } from '../webhook-payload.ts'
import { builder, only } from './builder.ts'
import { PAGE, pageSize } from './page.ts'

const LoggedEvent = builder.objectRef<ListedEvent>('LoggedEvent').implement({
  description: 'An event of the log, of any organization.',
  fields: (t) => ({
    id: t.exposeID('eventId'),
    at: t.field({ type: 'DateTime', resolve: ({ createdAt }) => toRfc3339(createdAt) }),
    type: t.exposeString('type', { description: EVENT_TYPES.join(', ') }),
    organizationId: t.exposeString('organizationId'),
    bookingId: t.exposeString('bookingId', { nullable: true }),
    sequence: t.exposeInt('sequence', { nullable: true, description: 'Of the booking, from 1, without gaps.' }),
    requestId: t.exposeString('requestId', { nullable: true }),
    body: t.field({
      type: 'JSON',
      description: 'As it was sent; what it tells of people is replaced by dots.',
      // domain/event.ts wrote it.
      resolve: ({ body }) => JSON.parse(withoutPeople(body)) as unknown,
    }),
  }),
})

type Page = EventPage & { readonly wholeSince: number | null }

const EventPageRef = builder.objectRef<Page>('EventPage').implement({
  fields: (t) => ({
    items: t.field({ type: [LoggedEvent], resolve: ({ items }) => items }),
    next: t.exposeString('next', { nullable: true }),
    isCut: t.exposeBoolean('isCut', {
      description: '20,000 events were passed over that the filters leave out: `next` goes on behind them.',
    }),
    completeSince: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Of before, events have gone by their term; null: none have.',
      resolve: ({ wholeSince }) => (wholeSince === null ? null : toRfc3339(wholeSince)),
    }),
  }),
})

builder.queryField('events', (t) =>
  t.field({
    type: EventPageRef,
    description: 'The event log of all organizations, the newest first.',
    ...only('viewer'),
    args: { organization: t.arg.string(), booking: t.arg.string(), type: t.arg.string(), ...PAGE },
    resolve: async (_root, { organization, booking, type, after, first }, { core }): Promise<Page> => {
      if (type && !EVENT_TYPES.some((one) => one === type))
        throw refusal('BAD_INPUT', `type is ${EVENT_TYPES.join(', ')}`, { field: 'type' })
      if (after != null && !/^evt_[\w-]{1,64}$/.test(after))
        throw refusal('BAD_INPUT', 'after is the `next` of a page', { field: 'after' })
      const filter = { organizationId: organization || null, bookingId: booking || null, type: type || null }
      const [page, wholeSince] = await Promise.all([
        core.store.events.page(filter, { after: after ?? null, limit: pageSize(first) }),
        core.store.partitions.wholeSince('booking_events'),
      ])
      return { ...page, wholeSince }
    },
  }),
)
