import type { Instant } from '../domain/time.ts'
import type { ConsoleUserModel } from './client/models.ts'
import type { Database } from './database.ts'
import { toDate, toDateOrNull, toInstant, toInstantOrNull } from './instants.ts'

/** Somebody who may sign in. */
export type ConsoleUser = {
  readonly userId: string
  /** Null: the console; else the portal of this organization. */
  readonly organizationId: string | null
  /** One word, under which the audit log knows the person. */
  readonly name: string
  readonly email: string | null
  /** Who it is to the identity provider. */
  readonly subject: string | null
  /** domain/console-role.ts `Role` */
  readonly roles: readonly string[]
  readonly createdAt: Instant
  readonly disabledAt: Instant | null
}

/** Where people sign in: operators to the console, those of organizations to the portal. */
export type Surface = 'console' | 'portal'

/** What of a person can change. */
type Changes = Partial<Pick<ConsoleUser, 'roles' | 'email' | 'subject' | 'disabledAt'>>

export function toConsoleUser({ id, createdAt, disabledAt, ...row }: ConsoleUserModel): ConsoleUser {
  return { ...row, userId: id, createdAt: toInstant(createdAt), disabledAt: toInstantOrNull(disabledAt) }
}

export function createConsoleUserStore(db: Database) {
  return { ...writes(db), ...reads(db) }
}

function writes(db: Database) {
  return {
    insert: async ({ userId, createdAt, disabledAt, roles, ...user }: ConsoleUser): Promise<void> => {
      const data = { ...user, id: userId, roles: [...roles] }
      await db.consoleUser.create({
        data: { ...data, createdAt: toDate(createdAt), disabledAt: toDateOrNull(disabledAt) },
      })
    },

    /** Says whose account somebody is, as long as that is not known and they may sign in; false: that has changed. */
    bind: async (userId: string, subject: string): Promise<boolean> => {
      const { count } = await db.consoleUser.updateMany({
        where: { id: userId, subject: null, disabledAt: null },
        data: { subject },
      })
      return count > 0
    },

    /** Changes a person as long as its roles and whether it is disabled are as they were read; false: they are not. */
    update: async (
      { userId, roles, disabledAt }: Pick<ConsoleUser, 'userId' | 'roles' | 'disabledAt'>,
      changes: Changes,
    ): Promise<boolean> => {
      const { disabledAt: end, roles: given, ...rest } = changes
      const { count } = await db.consoleUser.updateMany({
        where: { id: userId, roles: { equals: [...roles] }, disabledAt: toDateOrNull(disabledAt) },
        data: {
          ...rest,
          ...(given ? { roles: [...given] } : {}),
          ...(end === undefined ? {} : { disabledAt: toDateOrNull(end) }),
        },
      })
      return count > 0
    },
  }
}

function reads(db: Database) {
  return {
    findBy: async (by: { name: string }): Promise<ConsoleUser | null> => {
      const row = await db.consoleUser.findUnique({ where: by })
      return row && toConsoleUser(row)
    },

    /**
     * Those with an e-mail address, or an account at the identity provider, among the operators or the people of all portals. It is one at
     * most, but for an address that several organizations have invited to their portals.
     */
    listBy: async (by: { email: string } | { subject: string }, surface: Surface): Promise<ConsoleUser[]> => {
      const organizationId = surface === 'console' ? null : { not: null }
      const rows = await db.consoleUser.findMany({
        where: { ...by, organizationId },
        orderBy: { createdAt: 'asc' },
        take: 20,
      })
      return rows.map(toConsoleUser)
    },

    find: async (userId: string): Promise<ConsoleUser | null> => {
      const row = await db.consoleUser.findUnique({ where: { id: userId } })
      return row && toConsoleUser(row)
    },

    /** Those of an organization's portal, or of the console; by name. */
    list: async (organizationId: string | null): Promise<ConsoleUser[]> => {
      const rows = await db.consoleUser.findMany({ where: { organizationId }, orderBy: { name: 'asc' }, take: 1_000 })
      return rows.map(toConsoleUser)
    },
  }
}
