import { DAY_MS, SECOND_MS, toRfc3339 } from '../domain/time.ts'
import { isUsable, type MadeKey, makeKey } from '../operations/access/new-key.ts'
import { DEFAULT_OVERLAP_MS, rollKey } from '../operations/access/roll-key.ts'
import { defaultScopes, type Environment, SCOPES } from '../operations/caller.ts'
import { isNetwork } from '../platform/networks.ts'
import { type Command, optionalText, text, UsageError, type Values, wholeNumber } from './command.ts'
import { knownOrganization } from './known-organization.ts'

const create: Command = {
  noun: 'key',
  verb: 'create',
  summary: 'creates an API key for this environment; it is shown only this once',
  usage: `--organization org_acme [--scopes ${SCOPES.join(',')}] [--expires-in-days 365] [--addresses 203.0.113.0/24,…]`,
  options: {
    organization: { type: 'string' },
    scopes: { type: 'string' },
    'expires-in-days': { type: 'string' },
    addresses: { type: 'string' },
  },
  required: ['organization'],
  change: async ({ tx, core }, values) => {
    const organizationId = text(values, 'organization')
    await knownOrganization(tx, organizationId)
    const scopes = scopesOf(optionalText(values, 'scopes'), core.config.environment)
    const days = wholeNumber(values, 'expires-in-days')
    const now = core.clock.real()
    const made = makeKey(core.deps, {
      organizationId,
      environment: core.config.environment,
      scopes,
      createdAt: now,
      expiresAt: days === null ? null : now + days * DAY_MS,
      addresses: addressesOf(values) ?? [],
      rolledFrom: null,
    })
    await tx.apiKeys.insert(made.key, made.keyHash)
    return {
      rows: [shownKey(made)],
      trace: { action: 'key.create', subject: made.key.keyId, organizationId, before: null, after: made.key },
    }
  },
}

/** The output that contains the new key, which is printed only this once. */
function shownKey({ key, shown }: MadeKey) {
  return {
    keyId: key.keyId,
    apiKey: shown,
    scopes: key.scopes,
    addresses: key.addresses,
    expiresAt: key.expiresAt === null ? null : toRfc3339(key.expiresAt),
  }
}

/** Returns null when the option is absent. */
function addressesOf(values: Values): readonly string[] | null {
  const given = optionalText(values, 'addresses')
  if (given === null) return null
  if (given === 'any') return []
  const networks = given.split(',').map((network) => network.trim())
  const wrong = networks.filter((network) => !isNetwork(network))
  if (wrong.length > 0) throw new UsageError(`--addresses: ${wrong.join(', ')} is neither an address nor a network`)
  return networks
}

function scopesOf(given: string | null, environment: Environment): readonly string[] {
  if (given === null) return defaultScopes(environment)
  const scopes = given.split(',').map((scope) => scope.trim())
  const unknown = scopes.filter((scope) => !SCOPES.some((known) => known === scope))
  if (unknown.length > 0) throw new UsageError(`unknown scopes ${unknown.join(', ')}; there are ${SCOPES.join(', ')}`)
  return scopes
}

const list: Command = {
  noun: 'key',
  verb: 'list',
  summary: 'lists the keys of an organization',
  usage: '--organization org_acme',
  options: { organization: { type: 'string' } },
  required: ['organization'],
  run: async ({ store }, values) => {
    const { organizationId } = await knownOrganization(store, text(values, 'organization'))
    const keys = await store.apiKeys.list(organizationId)
    return keys.map(({ createdAt, expiresAt, revokedAt, lastUsedAt, organizationId: _, ...key }) => ({
      ...key,
      createdAt: toRfc3339(createdAt),
      expiresAt: expiresAt === null ? null : toRfc3339(expiresAt),
      revokedAt: revokedAt === null ? null : toRfc3339(revokedAt),
      lastUsedAt: lastUsedAt === null ? null : toRfc3339(lastUsedAt),
    }))
  },
}

const roll: Command = {
  noun: 'key',
  verb: 'roll',
  summary: 'creates a key that replaces another, which expires after the overlap; the new key is shown only once',
  usage: '--id key_… [--overlap-seconds 86400] [--addresses 203.0.113.0/24,…|any]',
  options: { id: { type: 'string' }, 'overlap-seconds': { type: 'string' }, addresses: { type: 'string' } },
  required: ['id'],
  change: async ({ tx, core }, values) => {
    const keyId = text(values, 'id')
    const before = await tx.apiKeys.find(keyId)
    if (!before || !isUsable(before, core.clock.real())) throw new UsageError(`no usable key ${keyId}`)
    const seconds = wholeNumber(values, 'overlap-seconds')
    const { made, old, dropped } = await rollKey(core.deps, tx, {
      old: before,
      roll: {
        overlapMs: seconds === null ? DEFAULT_OVERLAP_MS : seconds * SECOND_MS,
        scopes: before.scopes,
        addresses: addressesOf(values) ?? before.addresses,
      },
    })
    const { organizationId } = before
    return {
      rows: [{ ...shownKey(made), follows: keyId, oldKeyEndsAt: toRfc3339(old.expiresAt ?? 0) }],
      trace: { action: 'key.roll', subject: keyId, organizationId, before, after: { old, new: made.key, dropped } },
    }
  },
}

const revoke: Command = {
  noun: 'key',
  verb: 'revoke',
  summary: 'revokes a key, which takes effect within seconds',
  usage: '--id key_…',
  options: { id: { type: 'string' } },
  required: ['id'],
  change: async ({ tx, core }, values) => {
    const keyId = text(values, 'id')
    const before = await tx.apiKeys.find(keyId)
    if (!before || !(await tx.apiKeys.revoke(keyId, core.clock.real()))) throw new UsageError(`no usable key ${keyId}`)
    const after = { ...before, revokedAt: core.clock.real() }
    const { organizationId } = before
    return {
      rows: [{ keyId, revoked: true }],
      trace: { action: 'key.revoke', subject: keyId, organizationId, before, after },
    }
  },
}

export const KEY_COMMANDS: readonly Command[] = [create, list, roll, revoke]
