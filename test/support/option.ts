import type { TestDatabase } from './database.ts'
import type { Json } from './http-client.ts'
import { type Journey, party, stay } from './journey.ts'

/** Hotels that a supplier sells, each sold by others too; the same for every caller. */
export async function hotelsOf(database: TestDatabase, supplierCode: string, limit: number): Promise<string[]> {
  const rows = await database.query(
    `SELECT hotel_id FROM supplier_hotels s JOIN hotels h ON h.id = s.hotel_id
     WHERE supplier_code = $1 AND h.id < 900000 AND (SELECT count(*) FROM supplier_hotels o WHERE o.hotel_id = h.id) > 1
     ORDER BY hotel_id LIMIT $2`,
    [supplierCode, limit],
  )
  return rows.map(({ hotel_id: id }) => String(id))
}

/** An option of one supplier at one of its hotels, refundable where there is one; through the stream, as a partner gets it. */
export async function optionOf(
  journey: Journey,
  database: TestDatabase,
  supplierCode: string,
  skip = 0,
): Promise<Json> {
  for (const hotelId of (await hotelsOf(database, supplierCode, skip + 10)).slice(skip)) {
    const events = await journey.rooms(hotelId, { ...stay(), ...party })
    const own = events
      .filter(({ supplier_code: code }) => code === supplierCode)
      .flatMap(({ options }) => options ?? [])
    const option = own.find(({ cancellation }: Json) => cancellation?.refundability === 'REFUNDABLE') ?? own[0]
    if (option) return option
  }
  throw new Error(`${supplierCode} has nothing to sell`)
}
