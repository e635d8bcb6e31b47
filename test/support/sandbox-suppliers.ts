import type { TestDatabase } from './database.ts'

/** The port of the sandbox suppliers that a gateway on this database started last. */
export async function sandboxSuppliersPort(database: Pick<TestDatabase, 'query'>): Promise<number> {
  const [announced] = await database.query("SELECT body FROM sandbox_records WHERE kind = 'sandbox-suppliers'")
  return Number(new URL(announced?.body.liteapi).port)
}
