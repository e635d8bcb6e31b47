import { toRfc3339 } from '../domain/time.ts'
import { subjectOf } from '../operations/console/provider-sign-in.ts'
import { openAt } from '../operations/console/sign-in.ts'
import { isUniqueViolation } from '../platform/unique-violation.ts'
import { type Command, ItemError, optionalText } from './command.ts'
import { knownUser, shown, toldOrNull, traced } from './known-user.ts'

export const listSessions: Command = {
  noun: 'user',
  verb: 'sessions',
  summary: 'lists where somebody is signed in now',
  usage: '<user id or name>',
  options: {},
  positional: 'id',
  required: ['id'],
  run: async ({ store, clock }, values) => {
    const { userId } = await knownUser(store, values)
    const open = await store.consoleSessions.listOpen(userId, openAt(clock.real()))
    return open.map(({ sessionId, signedInBy, createdAt, seenAt, expiresAt, authenticatedAt }) => ({
      sessionId,
      signedInBy,
      createdAt: toRfc3339(createdAt),
      seenAt: toRfc3339(seenAt),
      expiresAt: toRfc3339(expiresAt),
      authenticatedAt: toldOrNull(authenticatedAt),
    }))
  },
}

export const endSessions: Command = {
  noun: 'user',
  verb: 'end-sessions',
  summary: 'signs somebody out everywhere; they may sign in again',
  usage: '<user id or name>',
  options: {},
  positional: 'id',
  required: ['id'],
  change: async ({ core, tx }, values) => {
    const { userId, organizationId, name } = await knownUser(tx, values)
    const now = core.clock.real()
    const open = await tx.consoleSessions.listOpen(userId, openAt(now))
    await tx.consoleSessions.end({ userId }, now)
    const before = { sessions: open.map(({ sessionId }) => sessionId) }
    const trace = { action: 'user.end-sessions', subject: userId, organizationId, before, after: null }
    return { rows: [{ userId, name, ended: open.length }], trace }
  },
}

export const bind: Command = {
  noun: 'user',
  verb: 'bind',
  summary:
    'says which account of the identity provider somebody has; without --sub none, until they sign in the next time',
  usage: '<user id or name> [--sub 00u1abcd]',
  options: { sub: { type: 'string' } },
  positional: 'id',
  required: ['id'],
  change: async ({ core, tx }, values) => {
    const { oidc } = core.config
    if (!oidc) throw new ItemError('no identity provider is configured (OIDC_ISSUER)')
    const user = await knownUser(tx, values)
    const sub = optionalText(values, 'sub')
    const subject = sub === null ? null : subjectOf({ issuer: oidc.issuer, sub })
    const { userId, organizationId } = user
    if (user.subject === subject) return { rows: [shown(user)], trace: null }
    const now = core.clock.real()
    try {
      if (!(await tx.consoleUsers.update(user, { subject })))
        throw new ItemError('somebody else has just changed this person')
    } catch (error) {
      if (isUniqueViolation(error, 'subject')) throw new ItemError('this account is somebody else’s')
      throw error
    }
    // Whoever had the account before is somebody else.
    await tx.consoleSessions.end({ userId }, now)
    const after = { ...user, subject }
    const trace = {
      action: 'user.bind',
      subject: userId,
      organizationId,
      before: traced(user),
      after: { ...traced(after), sub },
    }
    return { rows: [shown(after)], trace }
  },
}
