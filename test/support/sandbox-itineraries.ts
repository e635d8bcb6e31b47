import pg from 'pg'
import type { Json } from './http-client.ts'

/** What the sandbox Rapid has on its books, read past every API. */
export const sandboxItineraries = async (databaseUrl: string): Promise<Json[]> => {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query(
      "SELECT body FROM sandbox_records WHERE supplier_code = 'expedia_rapid' AND kind = 'itinerary'",
    )
    return rows.map(({ body }) => body)
  } finally {
    await client.end()
  }
}
