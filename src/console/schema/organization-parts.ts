import { toRfc3339 } from '../../domain/time.ts'
import type { RateOutcome } from '../../operations/access/rate-limits.ts'
import type { ApiKey } from '../../store/api-keys.ts'
import type { ConsoleUser } from '../../store/console-users.ts'
import type { StoreParts } from '../../store/store.ts'
import type { EndpointState } from '../../store/webhook-endpoints.ts'
import { builder } from './builder.ts'

type Link = Awaited<ReturnType<StoreParts['organizations']['listSuppliers']>>[number]

export function told(at: number | null): string | null {
  return at === null ? null : toRfc3339(at)
}

export const RateLimit = builder.objectRef<RateOutcome>('RateLimit').implement({
  description: 'Points a minute of a class of requests, and how many are left of them now.',
  fields: (t) => ({
    rateClass: t.exposeString('rateClass'),
    limit: t.exposeInt('limit'),
    remaining: t.exposeInt('remaining'),
    resetSeconds: t.exposeInt('resetSeconds', { description: 'Until all are there again, if nothing is asked.' }),
  }),
})

export const OrganizationSupplier = builder.objectRef<Link>('OrganizationSupplier').implement({
  description: 'A connection to a supplier that an organization may use.',
  fields: (t) => ({
    supplierCode: t.exposeString('supplierCode'),
    connectionId: t.exposeID('connectionId'),
    connectionName: t.string({ resolve: ({ connection }) => connection.name }),
    environment: t.string({ resolve: ({ connection }) => connection.environment }),
    enabled: t.exposeBoolean('enabled'),
    isFurther: t.exposeBoolean('isFurther', {
      description: 'It stands beside another one of its supplier, for other markets or countries.',
    }),
    connectedAt: t.field({ type: 'DateTime', resolve: ({ connectedAt }) => toRfc3339(connectedAt.getTime()) }),
  }),
})

export const OrganizationKey = builder.objectRef<ApiKey>('OrganizationKey').implement({
  description: 'An API key; what it is made of is not kept.',
  fields: (t) => ({
    id: t.exposeID('keyId'),
    environment: t.exposeString('environment'),
    prefix: t.exposeString('prefix', { description: 'Its first letters.' }),
    scopes: t.stringList({ resolve: ({ scopes }) => [...scopes] }),
    addresses: t.stringList({
      description: 'The networks that it may be used from; none: from anywhere.',
      resolve: ({ addresses }) => [...addresses],
    }),
    createdAt: t.field({ type: 'DateTime', resolve: ({ createdAt }) => toRfc3339(createdAt) }),
    lastUsedAt: t.field({ type: 'DateTime', nullable: true, resolve: ({ lastUsedAt }) => told(lastUsedAt) }),
    expiresAt: t.field({ type: 'DateTime', nullable: true, resolve: ({ expiresAt }) => told(expiresAt) }),
    revokedAt: t.field({ type: 'DateTime', nullable: true, resolve: ({ revokedAt }) => told(revokedAt) }),
    rolledFrom: t.exposeString('rolledFrom', { nullable: true, description: 'The key that it replaces.' }),
    state: t.string({
      description: 'ACTIVE, EXPIRED or REVOKED',
      resolve: ({ revokedAt, expiresAt }, _args, { core }) => {
        if (revokedAt !== null) return 'REVOKED'
        return expiresAt !== null && expiresAt <= core.clock.real() ? 'EXPIRED' : 'ACTIVE'
      },
    }),
  }),
})

export const PortalPerson = builder.objectRef<ConsoleUser>('PortalPerson').implement({
  description: 'Somebody who may sign in to an organization’s portal.',
  fields: (t) => ({
    id: t.exposeID('userId'),
    name: t.exposeString('name'),
    roles: t.stringList({ resolve: ({ roles }) => [...roles] }),
    createdAt: t.field({ type: 'DateTime', resolve: ({ createdAt }) => toRfc3339(createdAt) }),
    disabledAt: t.field({ type: 'DateTime', nullable: true, resolve: ({ disabledAt }) => told(disabledAt) }),
  }),
})

export const OrganizationEndpoint = builder.objectRef<EndpointState>('OrganizationEndpoint').implement({
  description: 'Where an organization’s webhooks go.',
  fields: (t) => ({
    id: t.exposeID('endpointId'),
    url: t.exposeString('url'),
    health: t.string({
      description: 'DISABLED, FAILING, PAUSED or OK',
      resolve: ({ enabled, failingSince, pausedUntil }, _args, { core }) => {
        if (!enabled) return 'DISABLED'
        if (failingSince !== null) return 'FAILING'
        return pausedUntil !== null && pausedUntil > core.clock.real() ? 'PAUSED' : 'OK'
      },
    }),
    disabledReason: t.exposeString('disabledReason', { nullable: true }),
    failingSince: t.field({ type: 'DateTime', nullable: true, resolve: ({ failingSince }) => told(failingSince) }),
    waiting: t.exposeInt('waiting', { description: 'Deliveries that are still to be made.' }),
  }),
})
