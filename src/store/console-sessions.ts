import { DAY_MS, type Instant } from '../domain/time.ts'
import type { ConsoleSessionModel } from './client/models.ts'
import { spentSignIns } from './console-spent-sign-ins.ts'
import { type ConsoleUser, toConsoleUser } from './console-users.ts'
import type { Database } from './database.ts'
import { toDate, toDateOrNull, toInstant, toInstantOrNull } from './instants.ts'

/** How somebody has signed in. */
export type SignInWay = 'link' | 'oidc'

export type ConsoleSession = {
  readonly sessionId: string
  readonly userId: string
  readonly signedInBy: SignInWay
  readonly createdAt: Instant
  readonly seenAt: Instant
  readonly expiresAt: Instant
  /** When the person last proved who they are; null: the identity provider has not told. */
  readonly authenticatedAt: Instant | null
}

/** What is known of a person's sessions. */
export type SessionFacts = { readonly lastSignInAt: Instant | null; readonly open: number }

const NO_SESSIONS: SessionFacts = { lastSignInAt: null, open: 0 }

/** How long a session is known after it had to end, at least: so far back it is told when somebody was here. */
const KEPT_MS = 90 * DAY_MS

function toSession({ id, userId, signedInBy, authenticatedAt, ...times }: ConsoleSessionModel): ConsoleSession {
  return {
    sessionId: id,
    userId,
    // `insert` wrote it.
    signedInBy: signedInBy as SignInWay,
    createdAt: toInstant(times.createdAt),
    seenAt: toInstant(times.seenAt),
    expiresAt: toInstant(times.expiresAt),
    authenticatedAt: toInstantOrNull(authenticatedAt),
  }
}

type Open = { readonly now: Instant; readonly idleSince: Instant }

/** Sessions. Only the SHA-256 of what the browser holds is stored. */
export function createConsoleSessionStore(db: Database) {
  return { ...changes(db), ...reads(db), ...spentSignIns(db) }
}

function changes(db: Database) {
  return {
    insert: async (session: ConsoleSession & { readonly tokenHash: Uint8Array }): Promise<void> => {
      const { sessionId: id, tokenHash, userId, signedInBy, createdAt, seenAt, expiresAt, authenticatedAt } = session
      const times = {
        createdAt: toDate(createdAt),
        seenAt: toDate(seenAt),
        expiresAt: toDate(expiresAt),
        authenticatedAt: toDateOrNull(authenticatedAt),
      }
      await db.consoleSession.create({ data: { id, tokenHash: Buffer.from(tokenHash), userId, signedInBy, ...times } })
    },

    touch: async (sessionId: string, now: Instant): Promise<void> => {
      await db.consoleSession.updateMany({ where: { id: sessionId, endedAt: null }, data: { seenAt: toDate(now) } })
    },

    /** Ends one session, or all of a person. */
    end: async (whose: { sessionId: string } | { userId: string }, now: Instant): Promise<number> => {
      const where = 'sessionId' in whose ? { id: whose.sessionId } : { userId: whose.userId }
      const { count } = await db.consoleSession.updateMany({
        where: { ...where, endedAt: null },
        data: { endedAt: toDate(now) },
      })
      return count
    },

    /** Deletes the sessions that had to end long ago: of a person, or of everybody. */
    forgetOld: async (whose: { readonly userId?: string }, now: Instant): Promise<void> => {
      await db.consoleSession.deleteMany({ where: { ...whose, expiresAt: { lt: toDate(now - KEPT_MS) } } })
    },
  }
}

function reads(db: Database) {
  return {
    /** The session that nobody has ended, and who it is of. Whether it is still valid is the reader's to say. */
    findByToken: async (tokenHash: Uint8Array): Promise<{ session: ConsoleSession; user: ConsoleUser } | null> => {
      const row = await db.consoleSession.findUnique({
        where: { tokenHash: Buffer.from(tokenHash), endedAt: null },
        include: { user: true },
      })
      if (!row) return null
      const { user, ...session } = row
      return { session: toSession(session), user: toConsoleUser(user) }
    },

    /** The newest sessions of a person that nobody has ended, and of which something was heard after `idleSince`. */
    listOpen: async (userId: string, { now, idleSince }: Open): Promise<ConsoleSession[]> => {
      const rows = await db.consoleSession.findMany({
        where: { userId, endedAt: null, expiresAt: { gt: toDate(now) }, seenAt: { gt: toDate(idleSince) } },
        orderBy: { createdAt: 'desc' },
        take: 100,
      })
      return rows.map(toSession)
    },

    /** When each of these people last signed in, and how many sessions of theirs are open, in their order. */
    factsOf: async (userIds: readonly string[], { now, idleSince }: Open): Promise<SessionFacts[]> => {
      const rows = await db.$queryRaw<{ user_id: string; last: Date; open: number }[]>`
        SELECT user_id, max(created_at) AS last, (count(*) FILTER (
          WHERE ended_at IS NULL AND expires_at > ${toDate(now)} AND seen_at > ${toDate(idleSince)}))::int AS open
        FROM console_sessions WHERE user_id = ANY(${[...userIds]}) GROUP BY user_id`
      const found = new Map(rows.map(({ user_id, last, open }) => [user_id, { lastSignInAt: toInstant(last), open }]))
      return userIds.map((userId) => found.get(userId) ?? NO_SESSIONS)
    },
  }
}
