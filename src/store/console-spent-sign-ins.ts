import type { Instant } from '../domain/time.ts'
import type { Database } from './database.ts'
import { toDate } from './instants.ts'

/** The sign-ins that have come back from the identity provider. Only the SHA-256 of their state is stored. */
export function spentSignIns(db: Database) {
  return {
    /** Writes down that a sign-in has come back; false: it has done so before. Those that are too old by now are deleted. */
    spendSignIn: async (
      stateHash: Uint8Array,
      { now, expiresAt }: { readonly now: Instant; readonly expiresAt: Instant },
    ): Promise<boolean> => {
      await db.$executeRaw`DELETE FROM console_spent_sign_ins WHERE expires_at <= ${toDate(now)}`
      const written = await db.$executeRaw`
        INSERT INTO console_spent_sign_ins (state_hash, expires_at)
        VALUES (${Buffer.from(stateHash)}, ${toDate(expiresAt)}) ON CONFLICT DO NOTHING`
      return written > 0
    },
  }
}
