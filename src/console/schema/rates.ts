import { toRfc3339 } from '../../domain/time.ts'
import type { ListedAuditEntry } from '../../store/audit.ts'
import type { ListedRate } from '../../store/exchange-rates.ts'
import { refusal } from '../errors.ts'
import { builder, only } from './builder.ts'
import { PAGE, type Page, pageSize } from './page.ts'

type Numbers = Readonly<Record<string, unknown>>

/** The rate in what an entry says of before or after; null: none was in force. */
function rateIn(side: unknown): number | null {
  const { rate } = (side && typeof side === 'object' ? side : {}) as Numbers
  return typeof rate === 'number' ? rate : null
}

function changePercent({ details }: ListedAuditEntry): number | null {
  const [before, after] = [rateIn(details['before']), rateIn(details['after'])]
  return before !== null && after !== null && before > 0 ? (after / before - 1) * 100 : null
}

const RateChange = builder.objectRef<ListedAuditEntry>('RateChange').implement({
  description: 'What somebody did to a rate, from the audit log.',
  fields: (t) => ({
    at: t.field({ type: 'DateTime', resolve: ({ createdAt }) => toRfc3339(createdAt) }),
    by: t.exposeString('actor'),
    source: t.string({
      description: '`rate.set`: by a person; `rate.import`: from a file of the European Central Bank.',
      resolve: ({ action }) => action,
    }),
    before: t.float({ nullable: true, resolve: ({ details }) => rateIn(details['before']) }),
    after: t.float({
      nullable: true,
      description: 'Null: it was taken out of force.',
      resolve: ({ details }) => rateIn(details['after']),
    }),
    changePercent: t.float({
      nullable: true,
      description: 'Null: there was none before or after.',
      resolve: changePercent,
    }),
    reason: t.string({
      nullable: true,
      resolve: ({ details }) => (typeof details['reason'] === 'string' ? details['reason'] : null),
    }),
    approvedBy: t.string({
      nullable: true,
      resolve: ({ details }) => (typeof details['approvedBy'] === 'string' ? details['approvedBy'] : null),
    }),
  }),
})

const ExchangeRate = builder.objectRef<ListedRate>('ExchangeRate').implement({
  description: 'How many units of a currency are one US dollar.',
  fields: (t) => ({
    base: t.exposeString('base'),
    currency: t.exposeString('quote'),
    rate: t.float({
      nullable: true,
      description: 'Null: the currency is in use, and no rate was ever stored.',
      resolve: ({ rate }) => rate,
    }),
    isActive: t.exposeBoolean('isActive', { description: 'False: prices are not converted by it.' }),
    storedAt: t.field({
      type: 'DateTime',
      nullable: true,
      resolve: ({ storedAt }) => (storedAt === null ? null : toRfc3339(storedAt)),
    }),
    usedBy: t.field({
      type: ['String'],
      description: 'Organizations that list prices in it, and connections that have it as their currency.',
      resolve: ({ usedBy }) => usedBy,
    }),
    lastChange: t.field({
      type: RateChange,
      nullable: true,
      description: 'Null: the audit log has none, as for the rates that a sandbox begins with.',
      resolve: async ({ base, quote }, _args, { core }) => {
        const [last] = await core.store.audit.list({
          since: null,
          actor: null,
          subject: `${base}/${quote}`,
          action: null,
          limit: 1,
        })
        return last && ['rate.set', 'rate.import'].includes(last.action) ? last : null
      },
    }),
  }),
})

builder.queryField('exchangeRates', (t) =>
  t.field({
    type: [ExchangeRate],
    description: 'Every stored rate, and currencies in use that have none, in the order of their codes.',
    ...only('viewer'),
    resolve: (_root, _args, { core }) => core.store.exchangeRates.listed(),
  }),
)

const RateChangePage = builder.objectRef<Page<ListedAuditEntry>>('RateChangePage').implement({
  fields: (t) => ({
    items: t.field({ type: [RateChange], resolve: ({ items }) => items }),
    next: t.exposeString('next', { nullable: true, description: '`after` of the next page; null: this is the last.' }),
  }),
})

builder.queryField('exchangeRateChanges', (t) =>
  t.field({
    type: RateChangePage,
    description: 'What a rate was and who changed it, the newest first: `rate history`.',
    ...only('viewer'),
    args: { currency: t.arg.string({ required: true }), ...PAGE },
    resolve: async (_root, { currency, after, first }, { core }) => {
      if (after && !/^\d{1,18}$/.test(after))
        throw refusal('BAD_INPUT', 'after is the `next` of a page', { field: 'after' })
      const size = pageSize(first)
      const found = await core.store.audit.list({
        since: null,
        actor: null,
        subject: `USD/${currency.toUpperCase()}`,
        action: 'rate.*',
        before: after ? BigInt(after) : null,
        limit: size + 1,
      })
      const items = found.slice(0, size)
      return { items, next: found.length > size ? (items.at(-1)?.id ?? null) : null }
    },
  }),
)
