import { parseRfc3339, toRfc3339 } from '../../domain/time.ts'
import type { ListedAuditEntry } from '../../store/audit.ts'
import { refusal } from '../errors.ts'
import { builder, only } from './builder.ts'
import { PAGE, type Page, pageSize } from './page.ts'

const AuditEntry = builder.objectRef<ListedAuditEntry>('AuditEntry').implement({
  description: 'Who did what to what, when, and why.',
  fields: (t) => ({
    id: t.exposeID('id'),
    at: t.field({ type: 'DateTime', resolve: ({ createdAt }) => toRfc3339(createdAt) }),
    actor: t.exposeString('actor', { description: '`operator:<name>`, `partner:<name>`, `key:<id>` or `system`' }),
    action: t.exposeString('action'),
    subject: t.exposeString('subject'),
    organizationId: t.exposeString('organizationId', { nullable: true }),
    reason: t.string({ nullable: true, resolve: ({ details }) => told(details['reason'] ?? details['note']) }),
    requestId: t.string({ nullable: true, resolve: ({ details }) => told(details['requestId']) }),
    approvedBy: t.string({ nullable: true, resolve: ({ details }) => told(details['approvedBy']) }),
    before: t.field({ type: 'JSON', nullable: true, resolve: ({ details }) => details['before'] ?? null }),
    after: t.field({ type: 'JSON', nullable: true, resolve: ({ details }) => details['after'] ?? null }),
    details: t.field({ type: 'JSON', description: 'The whole entry.', resolve: ({ details }) => details }),
  }),
})

function told(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

const AuditPage = builder.objectRef<Page<ListedAuditEntry>>('AuditPage').implement({
  fields: (t) => ({
    items: t.field({ type: [AuditEntry], resolve: ({ items }) => items }),
    next: t.exposeString('next', { nullable: true, description: '`after` of the next page; null: this is the last.' }),
  }),
})

builder.queryField('auditEntries', (t) =>
  t.field({
    type: AuditPage,
    description: 'The audit log, the newest first: what `audit list` prints.',
    ...only('viewer'),
    args: {
      actor: t.arg.string({ description: 'Exactly, or by its beginning: `operator:*`' }),
      action: t.arg.string({ description: 'Exactly, or by its beginning: `key.*`' }),
      subject: t.arg.string(),
      since: t.arg.string({ description: 'RFC 3339' }),
      ...PAGE,
    },
    resolve: async (_root, { actor, action, subject, since, after, first }, { core }) => {
      const size = pageSize(first)
      const items = await core.store.audit.list({
        since: instant(since),
        actor: actor ?? null,
        action: action ?? null,
        subject: subject ?? null,
        before: position(after),
        limit: size + 1,
      })
      const shown = items.slice(0, size)
      return { items: shown, next: items.length > size ? (shown.at(-1)?.id ?? null) : null }
    },
  }),
)

function instant(given: string | null | undefined): number | null {
  if (given === null || given === undefined) return null
  const at = parseRfc3339(given)
  if (at === null) throw refusal('BAD_INPUT', 'since is RFC 3339, with a zone', { field: 'since' })
  return at
}

function position(after: string | null | undefined): bigint | null {
  if (after === null || after === undefined) return null
  if (!/^\d{1,18}$/.test(after)) throw refusal('BAD_INPUT', 'after is the `next` of a page', { field: 'after' })
  return BigInt(after)
}
