import type { MappingDecider, MappingStatus } from '../domain/mapping.ts'
import type { Database } from './database.ts'
import type { ListingId, Names, SupplierRoom } from './hotels.ts'

/** A supplier's room as prices name it. */
export type SupplierRoomId = ListingId & { readonly supplierRoomId: string }

/** A room of a hotel over its suppliers. `members` are its suppliers' rooms as they are compared; only who plans rooms knows their form. */
export type StoredServiceRoom = {
  readonly hotelId: number
  readonly roomId: string
  readonly names: Names
  readonly imageUrls: readonly string[]
  readonly members: readonly Readonly<Record<string, unknown>>[]
  /** True: its room is no other one. */
  readonly isApart: boolean
  /** False: no supplier's room is it any more. */
  readonly isUsed: boolean
}

/** A person's word which room a supplier's room is; null: a room of its own. */
export type RoomPin = SupplierRoomId & {
  readonly roomId: string | null
  readonly actor: string
  readonly note: string | null
}

/** A supplier's room as the catalogue has it, and by whose word. */
export type DecidedRoom = SupplierRoomId &
  SupplierRoom & { readonly hotelId: number; readonly decidedBy: MappingDecider }

/** The rooms of a hotel as they were planned, and what becomes of its listings' rooms. */
export type RoomPlan = {
  readonly hotelId: number
  readonly serviceRooms: readonly Omit<StoredServiceRoom, 'hotelId' | 'isUsed'>[]
  readonly supplierRooms: readonly (SupplierRoomId & SupplierRoom & { readonly decidedBy: 'ENGINE' | 'PERSON' })[]
}

/** The service rooms of hotels that were planned from staged listings. */
export function createServiceRoomStore(db: Database) {
  return { ...createReads(db), ...createWrites(db) }
}

function createReads(db: Database) {
  return {
    /** All that they ever had, used or not. */
    ofHotels: async (hotelIds: readonly number[]): Promise<StoredServiceRoom[]> => {
      const rows = await db.serviceRoom.findMany({
        where: { hotelId: { in: [...hotelIds] } },
        orderBy: { roomId: 'asc' },
      })
      // Only `write` writes them, from these types.
      return rows as unknown as StoredServiceRoom[]
    },

    /** What the catalogue says of the rooms of the hotels' listings, whoever says it. */
    decided: async (hotelIds: readonly number[]): Promise<DecidedRoom[]> => {
      const rows = await db.$queryRaw<Row[]>`
      SELECT hotel_id AS "hotelId", supplier_code AS "supplierCode", supplier_hotel_id AS "supplierHotelId",
        supplier_room_id AS "supplierRoomId", mapping_status AS "mappingStatus", room_id AS "roomId", names,
        image_urls AS "imageUrls", room.decided_by AS "decidedBy"
      FROM supplier_rooms room JOIN supplier_hotels USING (supplier_code, supplier_hotel_id)
      WHERE hotel_id = ANY(${[...hotelIds]}::int[])
      ORDER BY supplier_code, supplier_hotel_id, supplier_room_id`
      return rows
    },

    pins: async (hotelIds: readonly number[]): Promise<(RoomPin & { readonly hotelId: number })[]> =>
      db.$queryRaw`
      SELECT hotel_id AS "hotelId", supplier_code AS "supplierCode", supplier_hotel_id AS "supplierHotelId",
        supplier_room_id AS "supplierRoomId", room_id AS "roomId", actor, note
      FROM room_pins JOIN supplier_hotels USING (supplier_code, supplier_hotel_id)
      WHERE hotel_id = ANY(${[...hotelIds]}::int[])
      ORDER BY supplier_code, supplier_hotel_id, supplier_room_id`,

    pinOf: async ({ supplierCode, supplierHotelId, supplierRoomId }: SupplierRoomId): Promise<RoomPin | null> =>
      db.roomPin.findUnique({
        where: { supplierCode_supplierHotelId_supplierRoomId: { supplierCode, supplierHotelId, supplierRoomId } },
        omit: { at: true },
      }),
  }
}

type Row = Omit<DecidedRoom, 'decidedBy' | 'mappingStatus'> & {
  readonly decidedBy: MappingDecider
  readonly mappingStatus: MappingStatus
}

function createWrites(db: Database) {
  return {
    /** Keeps a person's word; the hotel is due from then on. */
    pin: async ({ supplierCode, supplierHotelId, supplierRoomId, roomId, actor, note }: RoomPin): Promise<void> => {
      await db.$executeRaw`
      INSERT INTO room_pins (supplier_code, supplier_hotel_id, supplier_room_id, room_id, actor, note)
      VALUES (${supplierCode}, ${supplierHotelId}, ${supplierRoomId}, ${roomId}, ${actor}, ${note})
      ON CONFLICT (supplier_code, supplier_hotel_id, supplier_room_id) DO UPDATE SET room_id = EXCLUDED.room_id,
        actor = EXCLUDED.actor, note = EXCLUDED.note, at = EXCLUDED.at`
      await markDue(db, supplierCode, supplierHotelId)
    },

    unpin: async ({ supplierCode, supplierHotelId, supplierRoomId }: SupplierRoomId): Promise<void> => {
      await db.roomPin.deleteMany({ where: { supplierCode, supplierHotelId, supplierRoomId } })
      await markDue(db, supplierCode, supplierHotelId)
    },

    /**
     * Writes the plans of hotels that the transaction has taken. What a catalogue file says of a supplier's room stays, unless a person
     * says otherwise; rows of the engine that a plan does not have go. Returns the hotels whose rooms have changed, told to every process.
     */
    write: async (plans: readonly RoomPlan[]): Promise<readonly number[]> => {
      if (plans.length === 0) return []
      const changed = new Set([...(await writeServiceRooms(db, plans)), ...(await writeSupplierRooms(db, plans))])
      if (changed.size > 0)
        await db.$executeRaw`UPDATE hotels SET updated_at = gateway_now() WHERE id = ANY(${[...changed]}::int[])`
      return [...changed]
    },
  }
}

async function markDue(db: Database, supplierCode: string, supplierHotelId: string): Promise<void> {
  await db.$executeRaw`
  INSERT INTO content_due (hotel_id) SELECT hotel_id FROM supplier_hotels
  WHERE supplier_code = ${supplierCode} AND supplier_hotel_id = ${supplierHotelId}`
}

/** A service room that is planned no more is kept with its last members: it is the same one when one of them comes back. */
async function writeServiceRooms(db: Database, plans: readonly RoomPlan[]): Promise<number[]> {
  const hotelIds = plans.map(({ hotelId }) => hotelId)
  const rows = plans.flatMap(({ hotelId, serviceRooms }) => serviceRooms.map((room) => ({ ...room, hotelId })))
  const written = await db.$queryRaw<{ hotel_id: number }[]>`
  WITH planned AS (
    SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS row("hotelId" int, "roomId" text, names jsonb,
      "imageUrls" text[], members jsonb, "isApart" boolean)
  ), put AS (
    INSERT INTO service_rooms (hotel_id, room_id, names, image_urls, members, is_apart, is_used)
    SELECT "hotelId", "roomId", names, "imageUrls", members, "isApart", true FROM planned
    ON CONFLICT (hotel_id, room_id) DO UPDATE SET names = EXCLUDED.names, image_urls = EXCLUDED.image_urls,
      members = EXCLUDED.members, is_apart = EXCLUDED.is_apart, is_used = true
    WHERE service_rooms IS DISTINCT FROM EXCLUDED
    RETURNING hotel_id
  ), unused AS (
    UPDATE service_rooms SET is_used = false
    WHERE hotel_id = ANY(${hotelIds}::int[]) AND is_used
      AND NOT EXISTS (SELECT FROM planned WHERE ("hotelId", "roomId") = (hotel_id, room_id))
    RETURNING hotel_id
  )
  SELECT hotel_id FROM put UNION SELECT hotel_id FROM unused`
  return written.map(({ hotel_id }) => hotel_id)
}

/** Only of listings that are still certain to be the hotel. */
async function writeSupplierRooms(db: Database, plans: readonly RoomPlan[]): Promise<number[]> {
  const hotelIds = plans.map(({ hotelId }) => hotelId)
  const rows = plans.flatMap(({ hotelId, supplierRooms }) => supplierRooms.map((room) => ({ ...room, hotelId })))
  const written = await db.$queryRaw<{ hotel_id: number }[]>`
  WITH planned AS (
    SELECT row.* FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS row("hotelId" int, "supplierCode" text,
      "supplierHotelId" text, "supplierRoomId" text, "mappingStatus" text, "roomId" text, names jsonb, "imageUrls" text[],
      "decidedBy" text)
    JOIN supplier_hotels mapped ON (mapped.supplier_code, mapped.supplier_hotel_id, mapped.hotel_id)
      = ("supplierCode", "supplierHotelId", "hotelId") AND mapped.verification = 'VERIFIED'
  ), put AS (
    INSERT INTO supplier_rooms (supplier_code, supplier_hotel_id, supplier_room_id, mapping_status, room_id, names, image_urls,
      decided_by)
    SELECT "supplierCode", "supplierHotelId", "supplierRoomId", "mappingStatus", "roomId", nullif(names, 'null'::jsonb),
      "imageUrls", "decidedBy" FROM planned
    ON CONFLICT (supplier_code, supplier_hotel_id, supplier_room_id) DO UPDATE SET mapping_status = EXCLUDED.mapping_status,
      room_id = EXCLUDED.room_id, names = EXCLUDED.names, image_urls = EXCLUDED.image_urls, decided_by = EXCLUDED.decided_by
    WHERE supplier_rooms IS DISTINCT FROM EXCLUDED
      AND (supplier_rooms.decided_by <> 'IMPORT' OR EXCLUDED.decided_by = 'PERSON')
    RETURNING supplier_code, supplier_hotel_id
  ), gone AS (
    DELETE FROM supplier_rooms room USING supplier_hotels mapped
    WHERE (mapped.supplier_code, mapped.supplier_hotel_id) = (room.supplier_code, room.supplier_hotel_id)
      AND mapped.hotel_id = ANY(${hotelIds}::int[]) AND room.decided_by <> 'IMPORT'
      AND NOT EXISTS (SELECT FROM planned WHERE ("supplierCode", "supplierHotelId", "supplierRoomId")
        = (room.supplier_code, room.supplier_hotel_id, room.supplier_room_id))
    RETURNING room.supplier_code, room.supplier_hotel_id
  )
  SELECT DISTINCT hotel_id FROM (SELECT * FROM put UNION SELECT * FROM gone) touched
  JOIN supplier_hotels USING (supplier_code, supplier_hotel_id)`
  return written.map(({ hotel_id }) => hotel_id)
}
