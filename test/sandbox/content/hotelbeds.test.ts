import { beforeEach, describe, expect, it } from 'vitest'
import { EVALUATION_KEY } from '../../../src/sandbox/suppliers/hotelbeds/content/quota.ts'
import type { Json } from '../../support/http-client.ts'
import { useContentSandbox } from '../../support/use-content-sandbox.ts'

/** Hotelbeds' Content API as its documentation and section 7 of content.md want it. */
const sandbox = useContentSandbox()
const { hotelbeds, NOON } = sandbox

beforeEach(() => sandbox.setTime(NOON))

async function allHotels(more = ''): Promise<Json[]> {
  const hotels: Json[] = []
  for (let total = 1; hotels.length < total; ) {
    const { status, body } = await hotelbeds(`/hotels?from=${hotels.length + 1}&to=${hotels.length + 1_000}${more}`)
    expect(status).toBe(200)
    hotels.push(...body.hotels)
    total = body.total
    if (body.hotels.length === 0) break
  }
  return hotels
}

describe('hotels', () => {
  it('come from row to row, a thousand at most, all of them once', async () => {
    const hotels = await allHotels('&fields=name')
    expect(hotels.length).toBeGreaterThan(2_500)
    expect(new Set(hotels.map(({ code }) => code)).size).toBe(hotels.length)
    expect(hotels.every((hotel) => Object.keys(hotel).sort().join() === 'code,name')).toBe(true)
    const refused = await hotelbeds('/hotels?from=1&to=1001')
    expect(refused).toMatchObject({ status: 400, body: { error: { code: 'INVALID_REQUEST' } } })
    expect((await hotelbeds('/hotels?from=0&to=10')).status).toBe(400)
    expect((await hotelbeds('/hotels?language=XXX')).status).toBe(400)
  })

  it('are those that changed since a day, those of a destination, those of given codes', async () => {
    const changed = await allHotels('&lastUpdateTime=2026-06-25')
    expect(changed.length).toBeGreaterThan(20)
    expect(changed.every(({ lastUpdate }) => lastUpdate >= '2026-06-25')).toBe(true)
    const parisian = await allHotels('&destinationCode=PAR')
    expect(new Set(parisian.map(({ destinationCode }) => destinationCode))).toEqual(new Set(['PAR']))
    const [first, second] = parisian
    const { body } = await hotelbeds(`/hotels?codes=${first.code},${second.code},1`)
    expect(body.hotels).toEqual([first, second])
  })

  it('are in the language that is asked for, in English instead where they lack it and that is wanted', async () => {
    const { body } = await hotelbeds('/hotels?from=1&to=5&language=JPN')
    expect(body.hotels.every(({ description }: Json) => /[\u3040-\u30ff]/.test(description.content))).toBe(true)
    const without = await hotelbeds('/hotels?from=1&to=5&language=CAS')
    expect(without.body.hotels.every((hotel: Json) => !('description' in hotel))).toBe(true)
    const second = await hotelbeds('/hotels?from=1&to=5&language=CAS&useSecondaryLanguage=true')
    expect(second.body.hotels.every(({ description }: Json) => / rooms/.test(description.content))).toBe(true)
  })

  it('have coordinates of more digits than are told, and facilities by group and code', async () => {
    const { body } = await hotelbeds('/hotels?from=1&to=100')
    const digits = body.hotels.map((hotel: Json) => String(hotel.coordinates?.latitude).split('.')[1]?.length ?? 0)
    expect(Math.max(...digits)).toBeGreaterThan(10)
    const kinds = (await hotelbeds('/types/facilities?from=1&to=1000')).body.facilities
    const known = new Set(kinds.map((kind: Json) => `${kind.facilityGroupCode}/${kind.code}`))
    const met = body.hotels.flatMap((hotel: Json) =>
      [
        ...(hotel.facilities ?? []),
        ...hotel.rooms.flatMap((room: Json) => [
          ...room.roomFacilities,
          ...(room.roomStays ?? []).flatMap((stay: Json) => stay.roomStayFacilities),
        ]),
      ].map((facility: Json) => `${facility.facilityGroupCode}/${facility.facilityCode}`),
    )
    expect(met.filter((key: string) => !known.has(key))).toEqual([])
    expect(known.has('60/10') && known.has('70/10')).toBe(true)
    const absent = body.hotels
      .flatMap((hotel: Json) => hotel.facilities ?? [])
      .filter((one: Json) => one.indYesOrNo === false)
    expect(absent.length).toBeGreaterThan(20)
  })
})

describe('the dictionaries', () => {
  it.each([
    ['locations/countries', 'countries'],
    ['locations/destinations', 'destinations'],
    ['types/accommodations', 'accommodations'],
    ['types/boards', 'boards'],
    ['types/categories', 'categories'],
    ['types/groupcategories', 'groupCategories'],
    ['types/chains', 'chains'],
    ['types/currencies', 'currencies'],
    ['types/facilities', 'facilities'],
    ['types/facilitygroups', 'facilityGroups'],
    ['types/facilitytypologies', 'facilityTypologies'],
    ['types/imagetypes', 'imageTypes'],
    ['types/issues', 'issues'],
    ['types/languages', 'languages'],
    ['types/promotions', 'promotions'],
    ['types/rooms', 'rooms'],
    ['types/segments', 'segments'],
    ['types/terminals', 'terminals'],
    ['types/ratecomments', 'rateComments'],
  ])('%s has rows and a total', async (path, name) => {
    const { status, body } = await hotelbeds(`/${path}?fields=all&from=1&to=1000&language=ENG`)
    expect(status).toBe(200)
    expect(body.total).toBe(body[name].length)
    expect(body.total).toBeGreaterThan(0)
  })

  it('name every code that hotels have, but for the odd forms', async () => {
    const hotels = await allHotels()
    async function codes(path: string, name: string): Promise<Set<string>> {
      const { body } = await hotelbeds(`/${path}?from=1&to=1000`)
      return new Set(body[name].map(({ code }: Json) => code))
    }
    const tables = {
      categoryCode: await codes('types/categories', 'categories'),
      chainCode: await codes('types/chains', 'chains'),
      accommodationTypeCode: await codes('types/accommodations', 'accommodations'),
      destinationCode: await codes('locations/destinations', 'destinations'),
      countryCode: await codes('locations/countries', 'countries'),
    }
    const unknown = Object.entries(tables).flatMap(([field, table]) =>
      hotels
        .map((hotel) => hotel[field])
        .filter((code) => code !== undefined && !table.has(code.toUpperCase?.() ?? code)),
    )
    expect(new Set(unknown)).toEqual(new Set(['XX9', 'ZZ']))
    expect((await hotelbeds('/types/nonsense')).status).toBe(400)
  })

  it('map countries by their ISO code, because one differs', async () => {
    const { body } = await hotelbeds('/locations/countries?from=1&to=1000')
    expect(body.countries.find(({ isoCode }: Json) => isoCode === 'GB').code).toBe('UK')
  })
})

describe('quotas', () => {
  it('a key for evaluation has fifty calls a day, and new ones the next day', async () => {
    for (let count = 0; count < 50; count += 1)
      expect((await hotelbeds('/types/boards', EVALUATION_KEY)).status).toBe(200)
    const refused = await hotelbeds('/types/boards', EVALUATION_KEY)
    expect(refused.status).toBe(403)
    expect(refused.headers.get('x-mashery-error-code')).toBe('ERR_403_DEVELOPER_OVER_RATE')
    expect((await hotelbeds('/types/boards')).status).toBe(200)
  })

  it('hotels one by one are a hundred an hour', async () => {
    const { body } = await hotelbeds('/hotels?from=1&to=1')
    const [hotel] = body.hotels
    for (let count = 0; count < 100; count += 1) {
      const single = await hotelbeds(`/hotels/${hotel.code}/details`)
      expect(single.body.hotel).toEqual(hotel)
    }
    expect((await hotelbeds(`/hotels/${hotel.code}/details`)).status).toBe(403)
  })
})

describe('pictures', () => {
  it('are there in four of seven sizes; the others answer 403', async () => {
    const { body } = await hotelbeds('/hotels?from=1&to=20')
    const [image] = body.hotels.flatMap((hotel: Json) => hotel.images ?? [])
    const statuses = await Promise.all(
      ['', 'small/', 'medium/', 'bigger/', 'xl/', 'xxl/', 'original/'].map(
        async (size) => (await fetch(`${sandbox.baseOf('hotelbeds')}/photos/giata/${size}${image.path}`)).status,
      ),
    )
    expect(statuses).toEqual([200, 200, 403, 200, 403, 403, 200])
  })
})
