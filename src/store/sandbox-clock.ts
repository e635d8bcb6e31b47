import type { Database } from './database.ts'

/** How far the sandbox's clock is ahead of the real one, ms. SQL reads it through `gateway_now()`. */
export const createSandboxClockStore = (db: Database) => ({
  offsetMs: async (): Promise<number> =>
    Number((await db.sandboxClock.findUnique({ where: { id: 1 } }))?.offsetMs ?? 0),

  /** Moves the clock ahead; answers the new offset. Every process hears of it by a notification. */
  advance: async (byMs: number): Promise<number> => {
    const row = await db.sandboxClock.update({ where: { id: 1 }, data: { offsetMs: { increment: byMs } } })
    return Number(row.offsetMs)
  },
})
