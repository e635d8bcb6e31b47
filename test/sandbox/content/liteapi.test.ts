import { beforeEach, describe, expect, it } from 'vitest'
import type { Json } from '../../support/http-client.ts'
import { useContentSandbox } from '../../support/use-content-sandbox.ts'

/** LiteAPI's static data as its specification and section 7 of content.md want it. */
const sandbox = useContentSandbox()
const { liteapi, NOON } = sandbox

beforeEach(() => sandbox.setTime(NOON))

async function everywhere(more = ''): Promise<Json[]> {
  const { body } = await liteapi('/data/countries')
  const lists = await Promise.all(
    body.data.map(
      async ({ code }: Json) =>
        (await liteapi(`/data/hotels?countryCode=${code.toUpperCase()}&limit=5000${more}`)).body,
    ),
  )
  for (const list of lists) expect(list.data.map(({ id }: Json) => id)).toEqual(list.hotelIds)
  return lists.flatMap((list) => list.data)
}

describe('the list', () => {
  it('wants a main filter, and walks all hotels country by country, each once', async () => {
    expect((await liteapi('/data/hotels?limit=10')).status).toBe(400)
    expect((await liteapi('/data/hotels?countryCode=GB&limit=5001')).status).toBe(400)
    const hotels = await everywhere()
    expect(hotels.length).toBeGreaterThan(2_500)
    expect(new Set(hotels.map(({ id }) => id)).size).toBe(hotels.length)
  })

  it('comes in pages', async () => {
    const whole = (await liteapi('/data/hotels?countryCode=JP&limit=5000')).body
    const second = (await liteapi('/data/hotels?countryCode=JP&limit=100&offset=100')).body
    expect(second.total).toBe(whole.total)
    expect(second.data).toEqual(whole.data.slice(100, 200))
  })

  it('tells what changed since a time, and marks what closed', async () => {
    const changed = await everywhere('&lastUpdatedAt=2026-06-25T00:00:00Z')
    const closed = changed.filter(({ deletedAt }) => deletedAt !== null)
    expect(changed.length - closed.length).toBeGreaterThan(20)
    expect(closed.length).toBeGreaterThan(0)
    expect(closed.every(({ deletedAt }) => deletedAt >= '2026-06-21')).toBe(true)
  })
})

describe('a hotel by itself', () => {
  it('is told in its own way: country in lower case, whole stars, images without an order', async () => {
    const { body } = await liteapi('/data/hotels?countryCode=FR&limit=200')
    const listed = body.data.find((one: Json) => one.stars % 1 === 0.5)
    const { data } = (await liteapi(`/data/hotel?hotelId=${listed.id}&language=fr`)).body
    expect(data).toMatchObject({ id: listed.id, country: 'fr', starRating: Math.floor(listed.stars) })
    expect(new Set(data.hotelImages?.map(({ order }: Json) => order) ?? [0])).toEqual(new Set([0]))
    expect(data.zip).toBeUndefined()
    expect((await liteapi('/data/hotel?hotelId=lp0')).status).toBe(404)
  })

  it('has rooms by the ids that prices map to', async () => {
    const { body } = await liteapi('/data/hotels?countryCode=FR&limit=50')
    const details = await Promise.all(
      body.hotelIds.slice(0, 10).map(async (id: string) => (await liteapi(`/data/hotel?hotelId=${id}`)).body.data),
    )
    const rooms = details.flatMap((data) => data.rooms)
    expect(rooms.length).toBeGreaterThan(5)
    expect(rooms.every((room: Json) => typeof room.id === 'number' && room.hotelId !== String(room.id))).toBe(true)
  })
})

describe('the dictionaries', () => {
  it.each(['facilities', 'hotelTypes', 'chains', 'languages', 'iataCodes', 'countries', 'currencies'])(
    'has %s',
    async (name) => {
      expect((await liteapi(`/data/${name}`)).body.data.length).toBeGreaterThan(0)
    },
  )

  it('has cities as names of a country, and no places', async () => {
    expect((await liteapi('/data/cities?countryCode=DE')).body.data).toEqual([{ city: 'Berlin' }, { city: 'Munich' }])
    expect((await liteapi('/data/places')).status).toBe(404)
  })

  it('name every facility, chain and type that hotels have, but for the odd forms', async () => {
    const [facilities, chains, types] = await Promise.all(
      ['facilities', 'chains', 'hotelTypes'].map(async (name) => (await liteapi(`/data/${name}`)).body.data),
    )
    const known = new Set<number>([
      ...facilities.map((one: Json) => one.facility_id),
      ...chains.map((one: Json) => one.id),
      ...types.map((one: Json) => one.id),
    ])
    const met = (await everywhere()).flatMap((one) => [...(one.facilityIds ?? []), one.chainId, one.hotelTypeId])
    expect(new Set(met.filter((id) => !known.has(id)))).toEqual(new Set([9_999]))
  })
})
