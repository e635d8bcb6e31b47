import type { Database } from './database.ts'

/** A fault that the sandbox suppliers will simulate in the next `remaining` calls of an operation. */
type SandboxFaultRow = {
  readonly supplierCode: string
  readonly operation: string
  readonly fault: string
  readonly remaining: number
}

const MAX_WAITING = 1_000

export function createSandboxFaultStore(db: Database) {
  return {
    /**
     * Adds a fault, and deletes the oldest when too many are waiting, so that a client that fills the list does not block others.
     */
    add: async (fault: SandboxFaultRow): Promise<void> => {
      await db.sandboxFault.create({ data: fault })
      await db.$executeRaw`
      DELETE FROM sandbox_faults WHERE id <= (SELECT id FROM sandbox_faults ORDER BY id DESC OFFSET ${MAX_WAITING} LIMIT 1)`
    },

    /** Uses up one fault of the operation, the oldest first; null when there is none. A concurrent caller gets the next one. */
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
