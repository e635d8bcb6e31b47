import { timeOfId } from '../../domain/ids.ts'
import { toRfc3339 } from '../../domain/time.ts'
import type { RedactedExchange } from '../../operations/traffic/exchange.ts'
import type { FoundExchange } from '../../store/supplier-traffic.ts'
import { refusal } from '../errors.ts'
import { builder, only } from './builder.ts'
import { TrafficExchange } from './traffic.ts'

type Header = { readonly name: string; readonly value: string }
type Message = {
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
  readonly isCut: boolean
}

const TrafficHeader = builder.objectRef<Header>('TrafficHeader').implement({
  fields: (t) => ({ name: t.exposeString('name'), value: t.exposeString('value') }),
})

const CUT = 'More was sent than is kept.'

function headersOf({ headers }: Message): Header[] {
  return Object.entries(headers).map(([name, value]) => ({ name, value }))
}

const TrafficRequest = builder.objectRef<RedactedExchange['request']>('TrafficRequest').implement({
  description: 'What we sent, without people and secrets.',
  fields: (t) => ({
    method: t.exposeString('method'),
    url: t.exposeString('url'),
    headers: t.field({ type: [TrafficHeader], resolve: headersOf }),
    body: t.field({ type: 'JSON', nullable: true, resolve: ({ body }) => body }),
    isCut: t.exposeBoolean('isCut', { description: CUT }),
  }),
})

const TrafficAnswer = builder.objectRef<NonNullable<RedactedExchange['answer']>>('TrafficAnswer').implement({
  description: 'What they answered, without people and secrets. What is no JSON is not kept.',
  fields: (t) => ({
    status: t.exposeInt('status'),
    headers: t.field({ type: [TrafficHeader], resolve: headersOf }),
    body: t.field({ type: 'JSON', nullable: true, resolve: ({ body }) => body }),
    isCut: t.exposeBoolean('isCut', { description: CUT }),
  }),
})

const WholeExchange = builder.objectRef<FoundExchange>('WholeExchange').implement({
  description: 'An exchange with a supplier, and what was said.',
  fields: (t) => ({
    exchange: t.field({ type: TrafficExchange, resolve: (found) => found }),
    request: t.field({
      type: TrafficRequest,
      // `redactExchange` made it.
      resolve: ({ request }) => request as RedactedExchange['request'],
    }),
    answer: t.field({
      type: TrafficAnswer,
      nullable: true,
      description: 'Null: none came that can be read.',
      resolve: ({ answer }) => answer as RedactedExchange['answer'],
    }),
    pinnedAt: t.field({
      type: 'DateTime',
      nullable: true,
      resolve: ({ pinnedAt }) => (pinnedAt === null ? null : toRfc3339(pinnedAt)),
    }),
    pinnedBy: t.exposeString('pinnedBy', { nullable: true }),
    pinNote: t.exposeString('pinNote', { nullable: true }),
  }),
})

builder.queryField('trafficExchange', (t) =>
  t.field({
    type: WholeExchange,
    description: 'One exchange: `traffic show`.',
    ...only('operations'),
    args: { id: t.arg.id({ required: true }) },
    resolve: async (_root, { id }, { core }) => {
      const found = await core.store.traffic.find(id)
      if (found) return found
      const [since, at] = [await core.store.partitions.wholeSince('supplier_exchanges'), timeOfId(id)]
      const isOver = since !== null && at !== null && at < since
      throw refusal(
        'NOT_FOUND',
        isOver
          ? `This exchange is older than what is kept: all of before ${toRfc3339(since)} has gone.`
          : 'No such exchange is kept.',
      )
    },
  }),
)
