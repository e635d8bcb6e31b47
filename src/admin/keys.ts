import { createHash, randomBytes } from 'node:crypto'
import { DAY_MS, toRfc3339 } from '../domain/time.ts'
import { SCOPES } from '../operations/caller.ts'
import { type Command, optionalText, text, UsageError, wholeNumber } from './command.ts'

/** Of a key's 43 random ones: enough to recognize it by. */
const SHOWN_CHARACTERS = 4

const create: Command = {
  noun: 'key',
  verb: 'create',
  summary: 'makes an API key of this environment; it is shown this once',
  usage: `--organization org_acme [--scopes ${SCOPES.join(',')}] [--expires-in-days 365]`,
  options: { organization: { type: 'string' }, scopes: { type: 'string' }, 'expires-in-days': { type: 'string' } },
  required: ['organization'],
  run: async ({ store, clock, config }, values) => {
    const organizationId = text(values, 'organization')
    if (!(await store.organizations.find(organizationId))) throw new UsageError(`no organization ${organizationId}`)
    const scopes = scopesOf(optionalText(values, 'scopes'))
    const days = wholeNumber(values, 'expires-in-days')
    const apiKey = `hdg_${config.environment}_${randomBytes(32).toString('base64url')}`
    const keyId = `key_${randomBytes(8).toString('hex')}`
    const now = clock.now()
    const expiresAt = days === null ? null : now + days * DAY_MS
    await store.apiKeys.insert(
      {
        keyId,
        organizationId,
        environment: config.environment,
        prefix: apiKey.slice(0, `hdg_${config.environment}_`.length + SHOWN_CHARACTERS),
        scopes,
        createdAt: now,
        expiresAt,
      },
      createHash('sha256').update(apiKey).digest(),
    )
    return [{ keyId, apiKey, scopes, expiresAt: expiresAt === null ? null : toRfc3339(expiresAt) }]
  },
}

const scopesOf = (given: string | null): readonly string[] => {
  if (given === null) return SCOPES.filter((scope) => scope !== 'bookings:review')
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
    const keys = await store.apiKeys.list(text(values, 'organization'))
    return keys.map(({ createdAt, expiresAt, revokedAt, lastUsedAt, organizationId: _, ...key }) => ({
      ...key,
      createdAt: toRfc3339(createdAt),
      expiresAt: expiresAt === null ? null : toRfc3339(expiresAt),
      revokedAt: revokedAt === null ? null : toRfc3339(revokedAt),
      lastUsedAt: lastUsedAt === null ? null : toRfc3339(lastUsedAt),
    }))
  },
}

const revoke: Command = {
  noun: 'key',
  verb: 'revoke',
  summary: 'takes a key out of use, within seconds',
  usage: '--id key_…',
  options: { id: { type: 'string' } },
  required: ['id'],
  run: async ({ store, clock }, values) => {
    const keyId = text(values, 'id')
    if (!(await store.apiKeys.revoke(keyId, clock.now()))) throw new UsageError(`no usable key ${keyId}`)
    return [{ keyId, revoked: true }]
  },
}

export const KEY_COMMANDS: readonly Command[] = [create, list, revoke]
