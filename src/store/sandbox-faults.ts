import type { Database } from './database.ts'

/** A fault that the sandbox suppliers are to play in the next `remaining` calls of an operation. */
type SandboxFaultRow = {
  readonly supplierCode: string
  readonly operation: string
  readonly fault: string
  readonly remaining: number
}

const MAX_WAITING = 1_000

export function createSandboxFaultStore(db: Database) {
  return {
    /** The oldest are forgotten when too many wait: whoever fills the list shuts nobody out. */
    add: async (fault: SandboxFaultRow): Promise<void> => {
      await db.sandboxFault.create({ data: fault })
      await db.$executeRaw`
      DELETE FROM sandbox_faults WHERE id <= (SELECT id FROM sandbox_faults ORDER BY id DESC OFFSET ${MAX_WAITING} LIMIT 1)`
    },

    /** Uses up one fault of that operation, the oldest first; null when there is none. Whoever asks at the same time gets the next. */
    take: async (supplierCode: string, operation: string): Promise<string | null> => {
      const [taken] = await db.$queryRaw<{ id: bigint; fault: string; remaining: number }[]>`
      UPDATE sandbox_faults SET remaining = remaining - 1
      WHERE id = (
        SELECT id FROM sandbox_faults
        WHERE supplier_code = ${supplierCode} AND operation = ${operation} AND remaining > 0
        ORDER BY id LIMIT 1 FOR UPDATE
      )
      RETURNING id, fault, remaining`
      if (taken?.remaining === 0) await db.sandboxFault.deleteMany({ where: { id: taken.id } })
      return taken?.fault ?? null
    },
  }
}
