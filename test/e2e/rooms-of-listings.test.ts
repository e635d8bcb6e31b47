import { afterAll, expect, it } from 'vitest'
import type { Core } from '../../src/core.ts'
import { importCatalogueLines } from '../../src/operations/catalogue/import-catalogue.ts'
import { followListings } from '../../src/operations/mapping/follow-listings.ts'
import { sandboxCatalogue } from '../../src/sandbox/catalogue/catalogue.ts'
import { trueRoomOf } from '../../src/sandbox/content/distort/rooms.ts'
import { truthLines } from '../../src/sandbox/content/truth.ts'
import { admin } from '../support/admin.ts'
import { SOME_DAY } from '../support/content-rows.ts'
import type { TestDatabase } from '../support/database.ts'
import { type StartedGateway } from '../support/gateway.ts'
import { httpClient, type Json } from '../support/http-client.ts'
import { httpJourney, party, stay } from '../support/journey.ts'
import { openCore } from '../support/open-core.ts'
import { LANGUAGES, sandboxLines } from '../support/sandbox-lines.ts'
import { useGateway } from '../support/use-gateway.ts'

const HOTELS = 200
const TOGETHER = 8

let database: TestDatabase
let gateway: StartedGateway
let core: Core

useGateway(async (started) => {
  ;({ database, gateway } = started)
  core = await openCore(database, { NODE_ENV: 'development' })
})

afterAll(() => core?.close())

const catalogue = sandboxCatalogue()
const lines = sandboxLines(catalogue)
const hotels = lines.sharedHotels(3, HOTELS)

async function* numbered(rows: readonly Json[]) {
  for (const [index, row] of rows.entries()) yield { number: index + 1, text: JSON.stringify(row) }
}

function stage(rows: readonly Json[]) {
  return importCatalogueLines(core.deps, numbered(rows), {
    skip: 0,
    onlySupplier: null,
    runId: 1,
    // The world has points and postcodes that no line may have.
    onBadLine: () => undefined,
    onBatch: async () => undefined,
  })
}

/** The kind of each room of a listing by its id, as the world has it. */
function truth(): ReadonlyMap<string, string> {
  const kinds = new Map<string, string>()
  for (const text of truthLines(catalogue, lines.world, SOME_DAY)) {
    const line: Json = JSON.parse(text)
    if (line.type !== 'listing') continue
    for (const [room, kind] of Object.entries(line.rooms))
      kinds.set(`${line.supplier_code} ${line.supplier_hotel_id}/${room}`, String(kind))
  }
  return kinds
}

type SoldRoom = {
  readonly hotelId: number
  readonly kind: string
  readonly status: string
  readonly roomId: string | null
}

/** A duplex has the name of the room that is none: only RateHawk's last number tells it. */
function floorOf({ code }: Json): number {
  return Number(/^(?:\d+-){11}(\d+)$/.exec(code)?.[1] ?? 0)
}

async function soldRooms(hotelId: number): Promise<SoldRoom[]> {
  const events = await httpJourney(gateway).rooms(String(hotelId), { ...stay(), ...party })
  return events.flatMap(({ event_type, supplier_code, options }) =>
    event_type === 'provider_options'
      ? options.map(
          ({ mapping_status: status, allocations: [{ provider_room: room, service_room: service }] }: Json) => ({
            hotelId,
            kind:
              trueRoomOf(supplier_code, { name: room.name, rgExt: { floor: floorOf(room) } }) ??
              `unknown: ${room.name}`,
            status,
            roomId: service?.room_id ?? null,
          }),
        )
      : [],
  )
}

it('[C-140] shows a hotel of four staged listings in five languages, with what each part comes from', async () => {
  const [hotelId = 0] = lines.sharedHotels(4, HOTELS + 50).filter((one) => !hotels.includes(one))
  const listings = lines.listingsOf(hotelId).map((listed) => ({ listed, line: lines.line(listed) }))
  const [first] = listings
  const { supplierCode, supplierHotelId } = first?.listed ?? { supplierCode: '', supplierHotelId: '' }
  await admin(database, 'mapping', 'remove', `${supplierCode}/${supplierHotelId}`)
  const twice = listings.map(({ line }) => ({ ...line, images: [...line.images, ...line.images] }))
  await stage(twice)
  await admin(database, 'mapping', 'accept', `${supplierCode}/${supplierHotelId}`, String(hotelId))
  const row = await database.query(`SELECT merged FROM hotel_contents WHERE hotel_id = ${hotelId}`)
  expect(row[0].merged.images.length, 'merged when the command ends').toBeGreaterThan(0)
  await database.query(`UPDATE hotel_contents SET own = NULL WHERE hotel_id = ${hotelId}`)
  for (const language of LANGUAGES) {
    const { body } = await httpClient(gateway).get(`/hotels/${hotelId}?language=${language}`)
    const hotel = body.data
    expect(new Set(hotel.descriptions.map((one: Json) => one.language))).toEqual(new Set([language]))
    expect(hotel.sources).toContainEqual({ field: 'descriptions', language, supplier_code: expect.any(String) })
    const urls = hotel.images.map(({ url }: Json) => url)
    expect(new Set(urls).size).toBe(urls.length)
    expect(hotel.rooms.length).toBeGreaterThan(0)
    expect(hotel.instructions.check_in_from).toBe('15:00')
  }
})

it(`says of the rooms of ${HOTELS} hotels which is which, and of none what it is not`, {
  timeout: 240_000,
}, async () => {
  // What the catalogue's own file says of rooms would win.
  await database.query(`DELETE FROM supplier_rooms WHERE decided_by = 'IMPORT'`)
  const { listings, badLines } = await stage(
    hotels.flatMap((hotelId) => lines.listingsOf(hotelId)).map((listed) => lines.line(listed)),
  )
  expect(badLines / (listings + badLines)).toBeLessThan(0.05)
  await followListings(core.deps)
  await expect.poll(() => database.query('SELECT 1 FROM content_due')).toEqual([])

  const kinds = truth()
  const rows = await database.query('SELECT hotel_id, room_id, members FROM service_rooms WHERE is_used')
  const kindOfRoom = new Map<string, string>()
  let joined = 0
  for (const { room_id, members } of rows) {
    const told = members.map((one: Json) => kinds.get(`${one.supplierCode} ${one.roomKey}`))
    // Rooms that are not sold have a number behind their name and no price: they are of some kind as well.
    expect(new Set(told.filter((kind: string | undefined) => kind !== undefined)).size).toBeLessThanOrEqual(1)
    if (told[0] !== undefined) kindOfRoom.set(room_id, told[0])
    if (members.length > 1) joined += 1
  }

  const sold: SoldRoom[] = []
  for (let from = 0; from < hotels.length; from += TOGETHER)
    sold.push(...(await Promise.all(hotels.slice(from, from + TOGETHER).map(soldRooms))).flat())
  const matched = sold.filter(({ status }) => status === 'MATCHED')
  const wrong = matched.filter(({ kind, roomId }) => kindOfRoom.get(roomId ?? '') !== kind)
  const counts = Object.fromEntries(
    [...Map.groupBy(sold, ({ status }) => status)].map(([status, all]) => [status, all.length]),
  )
  console.info('options of rooms', counts, 'service rooms', rows.length, 'of several suppliers', joined)
  expect(sold.length).toBeGreaterThan(HOTELS)
  expect(wrong).toEqual([])
  expect(matched.length / sold.length).toBeGreaterThan(0.5)
})
