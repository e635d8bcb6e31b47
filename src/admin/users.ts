import { CONSOLE_ROLES, PORTAL_ROLES } from '../domain/console-role.ts'
import { isEmail, isPersonName, NAME_RULE } from '../domain/person.ts'
import { MINUTE_MS } from '../domain/time.ts'
import { actorOf, makeSignInLink, openAt } from '../operations/console/sign-in.ts'
import { makeId } from '../operations/deps.ts'
import { isUniqueViolation } from '../platform/unique-violation.ts'
import type { ConsoleUser } from '../store/console-users.ts'
import type { StoreParts } from '../store/store.ts'
import { type Command, ItemError, optionalText, text, UsageError, type Values } from './command.ts'
import { knownOrganization } from './known-organization.ts'
import { knownUser, shown, toldOrNull, traced } from './known-user.ts'
import { bind, endSessions, listSessions } from './user-sessions.ts'

/** A link that a person follows at once. */
const LINK_LIVES_MS = 15 * MINUTE_MS

const invite: Command = {
  noun: 'user',
  verb: 'invite',
  summary: 'lets somebody sign in: to the console, or with --organization to its portal',
  usage: `--name ada --roles ${CONSOLE_ROLES.join('|')} [--email ada@example.com] [--organization org_acme --roles ${PORTAL_ROLES.join('|')}]`,
  options: {
    name: { type: 'string' },
    roles: { type: 'string' },
    email: { type: 'string' },
    organization: { type: 'string' },
  },
  required: ['name', 'roles'],
  change: async ({ core, tx }, values) => {
    const organizationId = optionalText(values, 'organization')
    if (organizationId !== null) await knownOrganization(tx, organizationId)
    const user: ConsoleUser = {
      userId: makeId(core.deps, 'user'),
      organizationId,
      name: nameOf(values),
      email: emailOf(values),
      subject: null,
      roles: rolesOf(values, organizationId),
      createdAt: core.clock.real(),
      disabledAt: null,
    }
    await insertNew(tx, user)
    return {
      rows: [shown(user)],
      trace: { action: 'user.invite', subject: user.userId, organizationId, before: null, after: traced(user) },
    }
  },
}

async function insertNew(tx: StoreParts, user: ConsoleUser): Promise<void> {
  try {
    await tx.consoleUsers.insert(user)
  } catch (error) {
    if (isUniqueViolation(error, 'name')) throw new ItemError(`there is somebody named ${user.name}`)
    if (isUniqueViolation(error, 'email')) throw new ItemError('there is somebody with this e-mail address here')
    throw error
  }
}

function nameOf(values: Values): string {
  const name = text(values, 'name')
  if (!isPersonName(name)) throw new UsageError(`--name is ${NAME_RULE}`)
  return name
}

function emailOf(values: Values): string | null {
  const email = optionalText(values, 'email')
  if (email !== null && !isEmail(email)) throw new UsageError('--email is not an e-mail address')
  return email?.toLowerCase() ?? null
}

function rolesOf(values: Values, organizationId: string | null): readonly string[] {
  const known: readonly string[] = organizationId === null ? CONSOLE_ROLES : PORTAL_ROLES
  const given = text(values, 'roles')
    .split(',')
    .map((role) => role.trim())
  const unknown = given.filter((role) => !known.includes(role))
  if (unknown.length > 0) throw new UsageError(`unknown roles ${unknown.join(', ')}; there are ${known.join(', ')}`)
  return [...new Set(given)]
}

const list: Command = {
  noun: 'user',
  verb: 'list',
  summary: 'lists who may sign in to the console, or with --organization to its portal',
  usage: '[--organization org_acme]',
  options: { organization: { type: 'string' } },
  required: [],
  run: async ({ store, clock }, values) => {
    const organizationId = optionalText(values, 'organization')
    if (organizationId !== null) await knownOrganization(store, organizationId)
    const users = await store.consoleUsers.list(organizationId)
    const ids = users.map(({ userId }) => userId)
    const facts = await store.consoleSessions.factsOf(ids, openAt(clock.real()))
    return users.map((user, place) => ({
      ...shown(user),
      lastSignInAt: toldOrNull(facts[place]?.lastSignInAt ?? null),
      openSessions: facts[place]?.open ?? 0,
    }))
  },
}

async function change(
  tx: StoreParts,
  user: ConsoleUser,
  changes: Partial<Pick<ConsoleUser, 'roles' | 'disabledAt'>>,
): Promise<ConsoleUser> {
  if (!(await tx.consoleUsers.update(user, changes))) throw new ItemError('somebody else has just changed this person')
  return { ...user, ...changes }
}

const setRoles: Command = {
  noun: 'user',
  verb: 'roles',
  summary: 'sets what somebody may do',
  usage: '<user id or name> --roles support,finance',
  options: { roles: { type: 'string' } },
  positional: 'id',
  required: ['id', 'roles'],
  change: async ({ tx }, values) => {
    const user = await knownUser(tx, values)
    const changed = await change(tx, user, { roles: rolesOf(values, user.organizationId) })
    const { userId, organizationId } = user
    const trace = {
      action: 'user.roles',
      subject: userId,
      organizationId,
      before: traced(user),
      after: traced(changed),
    }
    return { rows: [shown(changed)], trace }
  },
}

const disable: Command = {
  noun: 'user',
  verb: 'disable',
  summary: 'lets somebody sign in no more, ends every session, and withdraws what they have proposed',
  usage: '<user id or name>',
  options: {},
  positional: 'id',
  required: ['id'],
  change: async ({ core, tx, actor }, values) => {
    const user = await knownUser(tx, values)
    const now = core.clock.real()
    if (user.disabledAt !== null) return { rows: [shown(user)], trace: null }
    // Proposals before people, as an approval locks them.
    const note = 'Withdrawn: whoever has proposed it was disabled.'
    const withdrawn = await tx.consoleProposals.withdraw(actorOf(user), { by: actor, at: now, note })
    const changed = await change(tx, user, { disabledAt: now })
    await tx.consoleSessions.end({ userId: user.userId }, now)
    const { userId, organizationId } = user
    const trace = {
      action: 'user.disable',
      subject: userId,
      organizationId,
      before: traced(user),
      after: { ...traced(changed), withdrawnProposals: withdrawn },
    }
    return { rows: [shown(changed)], trace }
  },
}

const link: Command = {
  noun: 'user',
  verb: 'link',
  summary:
    'prints a link that signs somebody in once, within 15 minutes; in production the identity provider does that',
  usage: '<user id or name>',
  options: {},
  positional: 'id',
  required: ['id'],
  change: async ({ core, tx }, values) => {
    if (core.config.environment !== 'sandbox')
      throw new ItemError(
        'links are of the sandbox; in production people sign in at the identity provider (OIDC_ISSUER)',
      )
    const user = await knownUser(tx, values)
    if (user.disabledAt !== null) throw new ItemError(`${user.name} is disabled`)
    const { clock, randomBytes } = core.deps
    const token = await makeSignInLink(
      { store: tx, clock, randomBytes },
      { userId: user.userId, livesMs: LINK_LIVES_MS },
    )
    const { userId, organizationId } = user
    const path = `/${organizationId === null ? 'console' : 'portal'}/sign-in?link=${token}`
    return {
      rows: [{ userId, name: user.name, path }],
      trace: { action: 'user.link', subject: userId, organizationId, before: null, after: { livesMs: LINK_LIVES_MS } },
    }
  },
}

export const USER_COMMANDS: readonly Command[] = [
  invite,
  list,
  link,
  bind,
  setRoles,
  disable,
  listSessions,
  endSessions,
]
