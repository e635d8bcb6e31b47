import { UsageError } from '../../admin/command.ts'
import { ConnectionFaults, readConnection } from '../../admin/connection-input.ts'
import { toRfc3339 } from '../../domain/time.ts'
import { CONNECTION_STATES } from '../../operations/operator/connection-state.ts'
import type { ConnectionDeed, LinkedOrganization, WatchedConnectionRow } from '../../store/watched-connections.ts'
import { SUPPLIERS } from '../../suppliers/registry.ts'
import type { Supplier } from '../../suppliers/supplier.ts'
import type { ConsoleContext } from '../context.ts'
import { refusal } from '../errors.ts'
import { shownUrl } from '../shown-url.ts'
import { type ShownConnection, shownConnections } from '../supplier-connections.ts'
import { builder, only } from './builder.ts'
import { PAGE, type Page, pageSize } from './page.ts'

const ConnectionOrganization = builder.objectRef<LinkedOrganization>('ConnectionOrganization').implement({
  fields: (t) => ({
    id: t.exposeID('organizationId'),
    name: t.exposeString('name'),
    enabled: t.exposeBoolean('enabled'),
    isFurther: t.exposeBoolean('isFurther', {
      description: 'It stands beside its first connection with the supplier.',
    }),
  }),
})

const ConnectionCase = builder.objectRef<WatchedConnectionRow['cases'][number]>('ConnectionCase').implement({
  fields: (t) => ({
    id: t.exposeID('caseId'),
    kind: t.exposeString('kind'),
    openedAt: t.field({ type: 'DateTime', resolve: ({ openedAt }) => toRfc3339(openedAt) }),
  }),
})

const ConnectionDeedRef = builder.objectRef<ConnectionDeed>('ConnectionDeed').implement({
  description: 'What somebody did to a connection, from the audit log.',
  fields: (t) => ({
    at: t.field({ type: 'DateTime', resolve: ({ at }) => toRfc3339(at) }),
    by: t.exposeString('actor'),
    reason: t.exposeString('reason', { nullable: true }),
  }),
})

const CheckedPart = builder.objectRef<{ readonly check: string; readonly result: string }>('CheckedPart').implement({
  fields: (t) => ({ check: t.exposeString('check'), result: t.exposeString('result') }),
})

/** The entries of an object, as far as they are texts. */
function textsOf(value: unknown): readonly (readonly [string, string])[] {
  return Object.entries(value && typeof value === 'object' ? value : {}).flatMap(([name, told]) =>
    typeof told === 'string' ? [[name, told] as const] : [],
  )
}

function credentialNames({ connected }: WatchedConnectionRow): readonly string[] | null {
  const after = connected?.after
  const names = after && typeof after === 'object' && 'credentials' in after ? after.credentials : null
  return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : null
}

export const SupplierConnection = builder.objectRef<ShownConnection>('SupplierConnection').implement({
  description:
    'A contract with a supplier, and how it does. Its credentials are never told, nor the path of its notifications.',
  fields: (t) => ({
    id: t.exposeID('connectionId'),
    supplierCode: t.exposeString('supplierCode'),
    environment: t.exposeString('environment'),
    baseUrl: t.string({
      nullable: true,
      description: 'Null: the adapter’s own.',
      resolve: ({ baseUrl }) => (baseUrl === null ? null : shownUrl(baseUrl, false)),
    }),
    settings: t.field({ type: 'JSON', resolve: ({ settings }) => settings }),
    createdAt: t.field({ type: 'DateTime', resolve: ({ createdAt }) => toRfc3339(createdAt) }),
    state: t.string({ description: CONNECTION_STATES.join(', '), resolve: ({ judged }) => judged.state }),
    why: t.string({ description: 'By what it is judged.', resolve: ({ judged }) => judged.why }),
    since: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Null: nobody knows.',
      resolve: ({ judged: { since } }) => (since === null ? null : toRfc3339(since)),
    }),
    breaker: t.exposeString('breaker', {
      nullable: true,
      description: 'CLOSED, OPEN or HALF_OPEN in the process that answers; null: it has not used the connection.',
    }),
    organizations: t.field({ type: [ConnectionOrganization], resolve: ({ organizations }) => organizations }),
    cases: t.field({ type: [ConnectionCase], description: 'Open ones about it.', resolve: ({ cases }) => cases }),
    credentialNames: t.field({
      type: ['String'],
      nullable: true,
      description: 'Which credentials are set; null: a connection of the sandbox’s own, or older than the audit log.',
      resolve: credentialNames,
    }),
    credentialsSet: t.field({
      type: ConnectionDeedRef,
      nullable: true,
      description: 'Who stored its credentials last, and when.',
      resolve: ({ connected }) => connected,
    }),
    tested: t.field({
      type: ConnectionDeedRef,
      nullable: true,
      description: 'The last test.',
      resolve: ({ tested }) => tested,
    }),
    testFound: t.field({
      type: [CheckedPart],
      description: 'What the last test found: OK, FAULT or UNKNOWN.',
      resolve: ({ tested }) => textsOf(tested?.after).map(([check, result]) => ({ check, result })),
    }),
  }),
})

const SupplierConnectionPage = builder.objectRef<Page<ShownConnection>>('SupplierConnectionPage').implement({
  fields: (t) => ({
    items: t.field({ type: [SupplierConnection], resolve: ({ items }) => items }),
    next: t.exposeString('next', { nullable: true, description: '`after` of the next page; null: this is the last.' }),
  }),
})

builder.queryField('supplierConnections', (t) =>
  t.field({
    type: SupplierConnectionPage,
    description: 'Connections in the order of their ids, each with its state.',
    ...only('viewer'),
    args: { organizationId: t.arg.string(), supplierCode: t.arg.string(), ...PAGE },
    resolve: async (_root, { organizationId, supplierCode, after, first }, { core }) => {
      const size = pageSize(first)
      const found = await core.store.watchedConnections.list({
        connectionId: null,
        organizationId: organizationId || null,
        supplierCode: supplierCode || null,
        after: after ?? null,
        limit: size + 1,
      })
      const items = await shownConnections(core, found.slice(0, size))
      return { items, next: found.length > size ? (items.at(-1)?.connectionId ?? null) : null }
    },
  }),
)

builder.queryField('supplierConnection', (t) =>
  t.field({
    type: SupplierConnection,
    ...only('viewer'),
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, context) => connectionFor(context, id),
  }),
)

async function connectionFor({ core }: ConsoleContext, connectionId: string): Promise<ShownConnection> {
  const found = await core.store.watchedConnections.list({
    connectionId,
    organizationId: null,
    supplierCode: null,
    after: null,
    limit: 1,
  })
  const [shown] = await shownConnections(core, found)
  if (!shown) throw refusal('NOT_FOUND', 'There is no such connection.')
  return shown
}

const SupplierKind = builder.objectRef<Supplier>('SupplierKind').implement({
  description: 'A supplier that the gateway has an adapter for, and what a connection with it needs.',
  fields: (t) => ({
    code: t.exposeString('code'),
    name: t.exposeString('name'),
    credentials: t.field({
      type: ['String'],
      description: 'The names of its credentials.',
      resolve: ({ fields }) => [...(fields?.credentials ?? []), 'proxyUser', 'proxyPassword'],
    }),
    settings: t.field({
      type: ['String'],
      description: 'The names of its settings.',
      resolve: ({ fields }) => [...(fields?.settings ?? [])],
    }),
    baseUrl: t.string({
      description: 'Where a connection without a base URL of its own leads, but for the sandbox’s own supplier.',
      resolve: ({ baseUrls }, _args, { core }) => baseUrls[core.config.environment],
    }),
    confirmsHolds: t.boolean({ resolve: ({ capabilities }) => capabilities.confirmsHolds }),
    cancels: t.boolean({ resolve: ({ capabilities }) => capabilities.cancels }),
    listsBookings: t.boolean({
      description: 'Its books can be read, so that a connection can be reconciled.',
      resolve: ({ capabilities }) => (capabilities.listsBy ?? []).length > 0,
    }),
  }),
})

builder.queryField('supplierKinds', (t) =>
  t.field({ type: [SupplierKind], ...only('viewer'), resolve: () => [...SUPPLIERS] }),
)

type FieldFault = { readonly field: string | null; readonly fault: string }

const FieldFaultRef = builder.objectRef<FieldFault>('FieldFault').implement({
  fields: (t) => ({
    field: t.exposeString('field', { nullable: true, description: 'Null: it is about the whole.' }),
    fault: t.exposeString('fault'),
  }),
})

/** `currency: is missing` as the field and what is wrong with it. */
function toFieldFault(told: string): FieldFault {
  const [, field = null, fault = told] = /^([\w.-]+|base URL): (.+)$/s.exec(told) ?? []
  return { field: field === 'base URL' ? 'baseUrl' : field, fault }
}

builder.mutationField('checkSupplierConnection', (t) =>
  t.field({
    type: [FieldFaultRef],
    description:
      'Every fault of a connection that can be seen without asking its supplier, each at its field. Nothing is stored or asked.',
    ...only('operations'),
    args: {
      supplier: t.arg.string({ required: true }),
      connection: t.arg.string({ required: true }),
      credentials: t.arg.string({ required: true, description: 'A JSON object. It is not kept.' }),
      settings: t.arg.string(),
      baseUrl: t.arg.string(),
    },
    resolve: async (_root, { supplier, connection, credentials, settings, baseUrl }, { core }) => {
      const known = await core.store.connections.find(connection)
      const given = { settings, 'base-url': baseUrl }
      const values = {
        supplier,
        connection,
        credentials,
        ...Object.fromEntries(Object.entries(given).flatMap(([name, value]) => (value ? [[name, value]] : []))),
      }
      try {
        readConnection(core, values, known)
        return []
      } catch (error) {
        if (error instanceof ConnectionFaults) return error.faults.map(toFieldFault)
        if (error instanceof UsageError) return [{ field: null, fault: error.message }]
        throw error
      }
    },
  }),
)
