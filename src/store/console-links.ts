import type { Instant } from '../domain/time.ts'
import type { Database } from './database.ts'
import { toDate } from './instants.ts'

/** The links that open a session. Only the SHA-256 of what stands in the link is stored. */
export function createConsoleLinkStore(db: Database) {
  return {
    insert: async (link: { tokenHash: Uint8Array; userId: string; at: Instant; expiresAt: Instant }): Promise<void> => {
      const { tokenHash, userId, at, expiresAt } = link
      const data = { tokenHash: Buffer.from(tokenHash), userId, createdAt: toDate(at), expiresAt: toDate(expiresAt) }
      await db.consoleLink.create({ data })
    },

    /** Takes a link away and returns whose it is, as long as it is valid: of two who use it at once, one gets null. */
    use: async (tokenHash: Uint8Array, now: Instant): Promise<string | null> => {
      const used = await db.$queryRaw<{ user_id: string }[]>`
        DELETE FROM console_links WHERE token_hash = ${Buffer.from(tokenHash)} AND expires_at > ${toDate(now)}
        RETURNING user_id`
      return used[0]?.user_id ?? null
    },
  }
}
