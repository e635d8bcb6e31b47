import { toRfc3339 } from '../../domain/time.ts'
import { readRates } from '../../operations/access/rate-limits.ts'
import type { Organization, OrganizationOverview } from '../../store/organizations.ts'
import { builder, only } from './builder.ts'
import {
  OrganizationEndpoint,
  OrganizationKey,
  OrganizationSupplier,
  PortalPerson,
  RateLimit,
  told,
} from './organization-parts.ts'
import { PAGE, type Page, pageSize } from './page.ts'

const OrganizationRow = builder.objectRef<OrganizationOverview>('OrganizationRow').implement({
  description: 'An organization in the list.',
  fields: (t) => ({
    id: t.exposeID('organizationId'),
    name: t.exposeString('name'),
    listCurrency: t.string({ resolve: ({ listCurrency }) => listCurrency ?? 'USD' }),
    rateLimitFactor: t.exposeInt('rateLimitFactor'),
    createdAt: t.field({ type: 'DateTime', resolve: ({ createdAt }) => toRfc3339(createdAt) }),
    keys: t.exposeInt('keys', { description: 'Keys that can be used now.' }),
    lastUsedAt: t.field({ type: 'DateTime', nullable: true, resolve: ({ lastUsedAt }) => told(lastUsedAt) }),
    suppliers: t.stringList({ resolve: ({ suppliers }) => [...suppliers] }),
    people: t.exposeInt('people', { description: 'Who may sign in to its portal.' }),
    sickEndpoints: t.exposeInt('sickEndpoints', { description: 'Endpoints that are disabled or only fail.' }),
  }),
})

const OrganizationPage = builder.objectRef<Page<OrganizationOverview>>('OrganizationPage').implement({
  fields: (t) => ({
    items: t.field({ type: [OrganizationRow], resolve: ({ items }) => items }),
    next: t.exposeString('next', { nullable: true }),
  }),
})

builder.queryField('organizations', (t) =>
  t.field({
    type: OrganizationPage,
    description: 'The organizations, by their ids.',
    ...only('viewer'),
    args: { named: t.arg.string({ description: 'A part of the id or the name.' }), ...PAGE },
    resolve: async (_root, { named, after, first }, { core }) => {
      const size = pageSize(first)
      const filter = { after: after ?? null, named: named ?? null, limit: size + 1 }
      const items = await core.store.organizations.overview(filter)
      const shown = items.slice(0, size)
      return { items: shown, next: items.length > size ? (shown.at(-1)?.organizationId ?? null) : null }
    },
  }),
)

const VoucherContact = builder.objectRef<NonNullable<Organization['voucherContact']>>('VoucherContact').implement({
  description: 'Whom vouchers name for questions.',
  fields: (t) => ({
    name: t.exposeString('name'),
    phone: t.exposeString('phone', { nullable: true }),
    email: t.exposeString('email', { nullable: true }),
  }),
})

type Shown = Organization & { readonly createdAt: number }

const ShownOrganization = builder.objectRef<Shown>('Organization').implement({
  description: 'An organization with all that belongs to it.',
  fields: (t) => ({
    id: t.exposeID('organizationId'),
    name: t.exposeString('name'),
    createdAt: t.field({ type: 'DateTime', resolve: ({ createdAt }) => toRfc3339(createdAt) }),
    listCurrency: t.string({ resolve: ({ listCurrency }) => listCurrency ?? 'USD' }),
    rateLimitFactor: t.exposeInt('rateLimitFactor'),
    supplierOrder: t.stringList({ resolve: ({ supplierOrder }) => [...supplierOrder] }),
    rateConditions: t.stringList({ resolve: ({ rateConditions }) => [...rateConditions] }),
    closedUserGroup: t.exposeBoolean('closedUserGroup'),
    sellingPriceRule: t.exposeString('sellingPriceRule'),
    voucherContact: t.field({
      type: VoucherContact,
      nullable: true,
      resolve: ({ voucherContact }) => voucherContact ?? null,
    }),
    limits: t.field({
      type: [RateLimit],
      description: 'What it may ask in a minute, and what is left of it now.',
      resolve: ({ organizationId }, _args, { core }) => readRates(core.deps, organizationId),
    }),
    suppliers: t.field({
      type: [OrganizationSupplier],
      resolve: ({ organizationId }, _args, { core }) => core.store.organizations.listSuppliers(organizationId),
    }),
    keys: t.field({
      type: [OrganizationKey],
      description: 'All of them, the newest first.',
      resolve: async ({ organizationId }, _args, { core }) =>
        (await core.store.apiKeys.list(organizationId)).toReversed(),
    }),
    endpoints: t.field({
      type: [OrganizationEndpoint],
      resolve: ({ organizationId }, _args, { core }) => core.store.webhookEndpoints.states(null, organizationId),
    }),
    people: t.field({
      type: [PortalPerson],
      description: 'Who may sign in to its portal, by name.',
      resolve: ({ organizationId }, _args, { core }) => core.store.consoleUsers.list(organizationId),
    }),
  }),
})

builder.queryField('organization', (t) =>
  t.field({
    type: ShownOrganization,
    nullable: true,
    ...only('viewer'),
    args: { id: t.arg.id({ required: true }) },
    resolve: async (_root, { id }, { core }) => {
      const [found, createdAt] = await Promise.all([
        core.store.organizations.find(id),
        core.store.organizations.madeAt(id),
      ])
      return found && createdAt !== null ? { ...found, createdAt } : null
    },
  }),
)
