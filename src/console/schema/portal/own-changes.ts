import { toRfc3339 } from '../../../domain/time.ts'
import type { LedEvent } from '../../../store/events.ts'
import { refusal } from '../../errors.ts'
import { ownOrganization } from '../../portal-caller.ts'
import { builder, only } from '../builder.ts'
import { PAGE, type Page, pageSize } from '../page.ts'

const OwnChange = builder.objectRef<LedEvent>('OwnChange').implement({
  description: 'What a request has led to: an event of a booking.',
  fields: (t) => ({
    id: t.exposeID('id'),
    requestId: t.exposeString('requestId', { description: 'The X-Request-Id of the request.' }),
    at: t.field({ type: 'DateTime', resolve: ({ createdAt }) => toRfc3339(createdAt.getTime()) }),
    type: t.exposeString('type'),
    bookingId: t.exposeID('bookingId', { nullable: true }),
    status: t.string({
      nullable: true,
      description: 'The status of the booking then.',
      resolve: ({ body }) => statusIn(body),
    }),
    cause: t.string({ nullable: true, resolve: ({ body }) => causeIn(body) }),
    payload: t.exposeString('body', { description: 'As webhooks send it.' }),
  }),
})

type Body = { readonly data?: { readonly status?: unknown; readonly change?: { readonly cause?: unknown } } }

function statusIn(body: string): string | null {
  const status = (JSON.parse(body) as Body).data?.status
  return typeof status === 'string' ? status : null
}

function causeIn(body: string): string | null {
  const cause = (JSON.parse(body) as Body).data?.change?.cause
  return typeof cause === 'string' ? cause : null
}

const OwnChangePage = builder.objectRef<Page<LedEvent>>('OwnChangePage').implement({
  fields: (t) => ({
    items: t.field({ type: [OwnChange], resolve: ({ items }) => items }),
    next: t.exposeString('next', { nullable: true, description: '`after` of the next page; null: this is the last.' }),
  }),
})

function placeOf(after: string | null | undefined): { xid: string; position: string } | null {
  if (after == null) return null
  const [, xid, position] = /^(\d{1,20})_(\d{1,18})$/.exec(after) ?? []
  if (!xid || !position) throw refusal('BAD_INPUT', 'after is the `next` of a page', { field: 'after' })
  return { xid, position }
}

builder.queryField('ownChanges', (t) =>
  t.field({
    type: OwnChangePage,
    description: 'What the organization’s newest requests have led to, the newest first.',
    ...only('partner_support'),
    args: PAGE,
    resolve: async (_root, { after, first }, context) => {
      const size = pageSize(first)
      const { store, config } = context.core
      const items = await store.events.led(
        { organizationId: ownOrganization(context), environment: config.environment },
        { before: placeOf(after), limit: size + 1 },
      )
      const shown = items.slice(0, size)
      const last = shown.at(-1)
      return { items: shown, next: items.length > size && last ? `${last.xid}_${last.position}` : null }
    },
  }),
)
