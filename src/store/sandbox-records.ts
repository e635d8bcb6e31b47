import { json, type RootDatabase } from './database.ts'

/** The data of the sandbox suppliers, one JSON document per record. */
export function createSandboxRecordStore(db: RootDatabase, supplierCode: string) {
  return {
    get: async (kind: string, key: string): Promise<unknown> =>
      (await db.sandboxRecord.findUnique({ where: { supplierCode_kind_key: { supplierCode, kind, key } } }))?.body ??
      null,

    put: async (kind: string, key: string, body: unknown): Promise<void> => {
      await db.sandboxRecord.upsert({
        where: { supplierCode_kind_key: { supplierCode, kind, key } },
        create: { supplierCode, kind, key, body: json(body) },
        update: { body: json(body) },
      })
    },

    /** Returns false and writes nothing when the key exists. */
    create: async (kind: string, key: string, body: unknown): Promise<boolean> => {
      const { count } = await db.sandboxRecord.createMany({
        data: [{ supplierCode, kind, key, body: json(body) }],
        skipDuplicates: true,
      })
      return count === 1
    },

    /** Returns every record of the kind whose top-level `field` is the string `value`. */
    find: async (kind: string, field: string, value: string): Promise<unknown[]> => {
      const rows = await db.sandboxRecord.findMany({
        where: { supplierCode, kind, body: { path: [field], equals: value } },
        orderBy: { key: 'asc' },
      })
      return rows.map(({ body }) => body)
    },

    /**
     * Reads, changes and writes a record under its row lock. `change` returns null to leave the record unchanged. Returns null
     * when nothing was written.
     */
    update: (kind: string, key: string, change: (body: unknown) => unknown): Promise<unknown> =>
      db.$transaction(async (tx) => {
        const rows = await tx.$queryRaw<{ body: unknown }[]>`
        SELECT body FROM sandbox_records
        WHERE supplier_code = ${supplierCode} AND kind = ${kind} AND key = ${key} FOR UPDATE`
        const changed = rows[0] ? change(rows[0].body) : null
        if (changed === null) return null
        await tx.sandboxRecord.update({
          where: { supplierCode_kind_key: { supplierCode, kind, key } },
          data: { body: json(changed) },
        })
        return changed
      }),
  }
}
