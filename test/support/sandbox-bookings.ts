import type { TestDatabase } from './database.ts'
import type { Json } from './http-client.ts'

/** What a sandbox supplier has on its books, read past every API. */
export async function sandboxBookings(database: TestDatabase, supplierCode = 'expedia_rapid'): Promise<Json[]> {
  const rows = await database.query(
    "SELECT body FROM sandbox_records WHERE supplier_code = $1 AND kind IN ('itinerary', 'booking')",
    [supplierCode],
  )
  return rows.map(({ body }) => body)
}
