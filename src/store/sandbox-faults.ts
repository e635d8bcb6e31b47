import type { Database } from './database.ts'

/** A fault that the sandbox suppliers will simulate in the next `remaining` calls of an operation by one organization. */
type SandboxFaultRow = {
  readonly organizationId: string
  readonly supplierCode: string
  readonly operation: string
  readonly fault: string
  readonly remaining: number
}

export type WaitingFault = Omit<SandboxFaultRow, 'organizationId'>

/** Whose call it is, to whom, and what it does. */
type FaultyCall = Pick<SandboxFaultRow, 'supplierCode' | 'operation'> & {
  /** Null: a call for nobody in particular, which has the faults of any organization. */
  readonly organizationId: string | null
  /** The faults that it can have; absent: any. */
  readonly accepts?: readonly string[]
}

const MAX_WAITING = 1_000

export function createSandboxFaultStore(db: Database) {
  return {
    /** Adds a fault, and deletes the organization's oldest when too many of its own are waiting. */
    add: async (fault: SandboxFaultRow): Promise<void> => {
      await db.sandboxFault.create({ data: fault })
      await db.$executeRaw`
      DELETE FROM sandbox_faults WHERE organization_id = ${fault.organizationId} AND id <= (
        SELECT id FROM sandbox_faults WHERE organization_id = ${fault.organizationId}
        ORDER BY id DESC OFFSET ${MAX_WAITING} LIMIT 1
      )`
    },

    /** Uses up one fault of the call, the oldest first; null when there is none. A concurrent caller gets the next one. */
    take: async ({ organizationId, supplierCode, operation, accepts }: FaultyCall): Promise<string | null> => {
      const [taken] = await db.$queryRaw<{ id: bigint; fault: string; remaining: number }[]>`
      UPDATE sandbox_faults SET remaining = remaining - 1
      WHERE id = (
        SELECT id FROM sandbox_faults
        WHERE (${organizationId}::text IS NULL OR organization_id = ${organizationId})
          AND supplier_code = ${supplierCode} AND operation = ${operation}
          AND remaining > 0 AND (${accepts === undefined} OR fault = ANY(${[...(accepts ?? [])]}))
        ORDER BY id LIMIT 1 FOR UPDATE
      )
      RETURNING id, fault, remaining`
      if (taken?.remaining === 0) await db.sandboxFault.deleteMany({ where: { id: taken.id } })
      return taken?.fault ?? null
    },

    /** The faults of an organization that still wait, in the order in which they are used up. */
    list: (organizationId: string): Promise<WaitingFault[]> =>
      db.sandboxFault.findMany({
        where: { organizationId, remaining: { gt: 0 } },
        orderBy: { id: 'asc' },
        select: { supplierCode: true, operation: true, fault: true, remaining: true },
      }),

    /** Deletes the faults of an organization that still wait; returns how many there were. */
    clear: async (organizationId: string): Promise<number> =>
      (await db.sandboxFault.deleteMany({ where: { organizationId } })).count,
  }
}
