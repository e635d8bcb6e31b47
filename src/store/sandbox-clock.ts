import type { Database } from './database.ts'

/** How far the sandbox's clock is ahead of real time, in ms. SQL reads it through `gateway_now()`. */
export function createSandboxClockStore(db: Database) {
  return {
    offsetMs: async (): Promise<number> =>
      Number((await db.sandboxClock.findUnique({ where: { id: 1 } }))?.offsetMs ?? 0),

    /**
     * Moves the clock ahead and returns the new offset; null when it would exceed `maxMs`. A notification carries it to every
     * process.
     */
    advance: async (byMs: number, maxMs: number): Promise<number | null> => {
      const [row] = await db.sandboxClock.updateManyAndReturn({
        where: { id: 1, offsetMs: { lte: maxMs - byMs } },
        data: { offsetMs: { increment: byMs } },
      })
      return row ? Number(row.offsetMs) : null
    },
  }
}
