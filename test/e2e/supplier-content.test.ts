import { describe, expect, it } from 'vitest'
import type { HttpClient, Json } from '../support/http-client.ts'
import { party, stay } from '../support/journey.ts'
import { ordinaryListings } from '../support/ordinary-listings.ts'
import { useGateway } from '../support/use-gateway.ts'

/** What suppliers’ content adds to their options. */
let http: HttpClient
const { catalogue, listed } = ordinaryListings()

useGateway((started) => {
  ;({ http } = started)
})

async function options(hotelId: number): Promise<Json[]> {
  const { body } = await http.post(`/hotels/${hotelId}/rooms`, { ...stay(), ...party, max_wait_ms: 10_000 })
  return body.data.options
}

describe('rooms of the catalogue', () => {
  /** Every option of one supplier in hotels of the world, with the supplier’s own rooms. */
  async function optionsOf(supplierCode: string, hotelIds: readonly number[]): Promise<Json[]> {
    const all: Json[] = []
    for (const hotelId of hotelIds)
      for (const option of await options(hotelId))
        if (option.supplier_code === supplierCode) all.push({ ...option, hotelId })
    return all
  }

  it('[E-06] are found by all of rg_ext: another floor is another room, and one that no group has is unmapped', async () => {
    function roomsOf(id: string) {
      return catalogue.supplierRooms('ratehawk', id)
    }
    const twice = listed('ratehawk', (_, id) => roomsOf(id).some(({ rgExt }) => rgExt?.floor === 2)).slice(0, 8)
    const lacking = listed('ratehawk', (_, id) =>
      roomsOf(id).some(({ contentRoomId }) => contentRoomId === null),
    ).slice(0, 8)
    const found = await optionsOf(
      'ratehawk',
      [...twice, ...lacking].map(({ hotelId }) => hotelId),
    )
    const rooms = found.map(({ allocations, mapping_status: status }) => ({ ...allocations[0], status }))
    for (const { provider_room: room } of rooms) expect(room.code).toMatch(/^\d+(-\d+){11}$/)
    const high = rooms.filter(({ provider_room: room }) => room.code.endsWith('-2'))
    expect(high.length).toBeGreaterThan(0)
    for (const { status, service_room: service, provider_room: room } of high) {
      expect([status, service]).toEqual(['UNMAPPED', null])
      expect(rooms.some(({ provider_room: other }) => other.name === room.name && other.code !== room.code)).toBe(true)
    }
    expect(rooms.some(({ service_room: service }) => service !== null)).toBe(true)
  })

  it('[L-03] are found by mappedRoomId; without one, and for one that the content lacks, the room is unmapped', async () => {
    function hasRoom(id: string, is: (room: Json) => boolean): boolean {
      return catalogue.supplierRooms('liteapi', id).some(is)
    }
    const unmapped = listed('liteapi', (_, id) => hasRoom(id, ({ mappedRoomId }) => mappedRoomId === null)).slice(0, 5)
    const lacking = listed('liteapi', (_, id) =>
      hasRoom(id, ({ mappedRoomId, contentRoomId }) => mappedRoomId !== null && contentRoomId === null),
    ).slice(0, 5)
    expect([unmapped.length, lacking.length]).toEqual([5, 5])
    const hotels = [...unmapped, ...lacking]
    const found = await optionsOf(
      'liteapi',
      hotels.map(({ hotelId }) => hotelId),
    )
    const kinds = new Set<string>()
    for (const { hotelId, allocations, mapping_status: status } of found) {
      const id = hotels.find((one) => one.hotelId === hotelId)?.supplierHotelId ?? ''
      const [{ provider_room: room, service_room: service }] = allocations
      const sold = catalogue
        .supplierRooms('liteapi', id)
        .find(({ mappedRoomId, roomCode }) => room.code === (mappedRoomId == null ? roomCode : String(mappedRoomId)))
      const inContent = sold?.contentRoomId != null
      expect(status).toBe(inContent ? sold.mappingStatus : 'UNMAPPED')
      expect(service?.room_id ?? null).toBe(inContent ? sold.roomId : null)
      kinds.add(inContent ? 'known' : sold?.mappedRoomId == null ? 'without' : 'lacking')
    }
    expect(kinds).toEqual(new Set(['known', 'without', 'lacking']))
  })
})

describe('[E-05] RateHawk’s important information', () => {
  it('is on options of hotels that have it', async () => {
    const told = listed('ratehawk', () => true).slice(0, 12)
    const all: Json[] = []
    for (const { hotelId } of told)
      all.push(...(await options(hotelId)).filter(({ supplier_code: code }: Json) => code === 'ratehawk'))
    const fees = all.map(({ instructions }) => instructions?.mandatory_fees_text ?? null)
    expect(fees).toContainEqual(expect.stringMatching(/^Fee \(resort fee\): [A-Z]{3} 12\.50 per room and night/))
    expect(fees).toContain(null)
  })
})
