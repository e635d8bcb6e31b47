import type { Core } from '../../src/core.ts'
import type { TestDatabase } from './database.ts'
import { importInto } from './import-into.ts'

/** Stages `hotelbeds/walk-9`, about which a person can decide; returns a listing that is mapped, as SUPPLIER/ID. */
export async function stageListing(core: Core, database: TestDatabase): Promise<string> {
  const staged = { type: 'listing', supplier_code: 'hotelbeds', supplier_hotel_id: 'walk-9', name: 'Walk Inn' }
  const faults = await importInto(core, [staged])
  if (Object.keys(faults).length > 0) throw new Error(JSON.stringify(faults))
  const [mapped] = await database.query(
    `SELECT supplier_code || '/' || supplier_hotel_id AS listing FROM supplier_hotels ORDER BY hotel_id DESC LIMIT 1`,
  )
  return mapped.listing
}

/** A supplier's room, as SUPPLIER/HOTEL/ROOM, and which room of its hotel it is: a person can say so once more. */
export async function knownRoom(
  database: TestDatabase,
): Promise<{ readonly 'room-of': string; readonly room: string }> {
  const [known] = await database.query(
    `SELECT supplier_code || '/' || supplier_hotel_id || '/' || supplier_room_id AS "room-of", room_id AS room
     FROM supplier_rooms WHERE room_id IS NOT NULL ORDER BY 1 LIMIT 1`,
  )
  return known
}
