import { afterAll, expect, it } from 'vitest'
import type { Core } from '../../src/core.ts'
import { admin, runAdmin } from '../support/admin.ts'
import type { TestDatabase } from '../support/database.ts'
import type { HttpClient, Json } from '../support/http-client.ts'
import { importInto } from '../support/import-into.ts'
import { party, stay } from '../support/journey.ts'
import { openCore } from '../support/open-core.ts'
import { until } from '../support/until.ts'
import { useGateway } from '../support/use-gateway.ts'

let database: TestDatabase
let http: HttpClient
let core: Core

useGateway(async (started) => {
  ;({ database, http } = started)
  core = await openCore(database)
})

afterAll(() => core?.close())

const CITY = {
  type: 'place',
  id: 80_300,
  place_type: 'city',
  country_code: 'PT',
  time_zone: 'Europe/Lisbon',
  latitude: 41.55,
  longitude: -8.42,
  names: { en: 'Listingport' },
}

function listingLine(more: object): object {
  return {
    type: 'listing',
    supplier_code: 'hotelbeds',
    supplier_hotel_id: 'T-80301',
    name: 'Grand Elm Hotel',
    address_lines: ['12 Rua do Olmo'],
    city: 'Listingport',
    country_code: 'PT',
    latitude: 41.5512,
    longitude: -8.4211,
    phone: '+351 253 000 101',
    stars: 3,
    chain: { code: 'HC', name: 'Harbour Collection' },
    ...more,
  }
}

function parts({ hotel_name, stars, chain, address }: Json): Json {
  return { hotel_name, stars, chain, address }
}

/** What the page and the list show of the one hotel of the city. */
async function shown(): Promise<Json> {
  const search = { destination: { type: 'place', id: CITY.id }, ...stay(60), ...party, sort: 'stars' }
  const { body } = await http.post('/hotels/search', search)
  const [item] = body.data?.hotels ?? []
  if (!item) return null
  const page = (await http.get(`/hotels/${item.hotel_id}`)).body.data
  return { list: parts(item), page: parts(page), phone: page.phone, sources: page.sources }
}

async function found(filters: Json): Promise<number> {
  const search = { destination: { type: 'place', id: CITY.id }, ...stay(60), ...party, ...filters }
  return (await http.post('/hotels/search', search)).body.data.total_results
}

it('[C-140] a hotel made of listings is shown as they tell it by page and list, and follows them', {
  timeout: 180_000,
}, async () => {
  expect(await importInto(core, [CITY, listingLine({})])).toEqual({})
  expect((await runAdmin(database, ['mapping', 'propose', '--create'])).code).toBe(0)
  await admin(database, 'catalogue', 'rank')
  const first = await until('the hotel', shown)
  expect(first.page).toMatchObject({ hotel_name: 'Grand Elm Hotel', stars: 3, chain: 'Harbour Collection' })
  expect(first.list).toEqual(first.page)
  expect(first.sources).toContainEqual({ field: 'name', language: null, supplier_code: 'hotelbeds' })

  const renamed = { name: 'Grand Elm Hotel & Spa', stars: 4.5, phone: '+351 253 000 909' }
  expect(await importInto(core, [listingLine(renamed)])).toEqual({})
  const then = await until('the worker of the gateway', async () => {
    const now = await shown()
    return now?.list.hotel_name === renamed.name ? now : null
  })
  expect(then).toMatchObject({ page: { hotel_name: renamed.name, stars: 4.5 }, phone: '+351253000909' })
  expect(then.list).toEqual(then.page)
  await admin(database, 'catalogue', 'rank')
  await until('the next ranking', async () => ((await found({ star_ratings: [4] })) === 1 ? true : null))
  expect(await found({ star_ratings: [3] })).toBe(0)
  expect(await found({ hotel_name: 'elm hotel spa' })).toBe(1)
})
