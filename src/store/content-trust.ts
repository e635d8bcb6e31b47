import type { ContentField } from '../domain/content/page-content.ts'
import type { TrustOrders } from '../domain/content/trust.ts'
import type { Database } from './database.ts'

export function createContentTrustStore(db: Database) {
  return {
    /** The orders of trust that the operator has set. */
    all: async (): Promise<TrustOrders> =>
      Object.fromEntries((await db.contentTrust.findMany()).map(({ field, supplierCodes }) => [field, supplierCodes])),

    /** Null takes the operator's order back: the built-in one holds again. */
    set: async (field: ContentField, supplierCodes: readonly string[] | null): Promise<void> => {
      if (supplierCodes === null) {
        await db.contentTrust.deleteMany({ where: { field } })
        return
      }
      const data = { supplierCodes: [...supplierCodes] }
      await db.contentTrust.upsert({ where: { field }, create: { field, ...data }, update: data })
    },
  }
}
