import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, describe, expect, it } from 'vitest'
import { makeCatalogue } from '../../bench/make-catalogue.ts'
import type { TestDatabase } from '../support/database.ts'
import { TEST_MASTER_KEY } from '../support/gateway.ts'
import { type HttpClient, type Json } from '../support/http-client.ts'
import { party, stay } from '../support/journey.ts'
import { until } from '../support/until.ts'
import { useGateway } from '../support/use-gateway.ts'

const ROOT = join(import.meta.dirname, '../..')

let folder: string
let database: TestDatabase
let http: HttpClient

useGateway(async (started) => {
  ;({ database, http } = started)
  folder = await mkdtemp(join(tmpdir(), 'catalogue-'))
})

afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
})

function startImport(path: string): ChildProcess {
  return spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      '--disable-warning=DeprecationWarning',
      'src/admin/main.ts',
      'catalogue',
      'import',
      path,
      '--json',
    ],
    {
      cwd: ROOT,
      env: { ...process.env, DATABASE_URL: database.url, MASTER_KEY: TEST_MASTER_KEY, REDIS_URL: '' },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
}

async function runImport(path: string): Promise<{ code: number | null; told: string; summary: Json }> {
  const child = startImport(path)
  const code = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const [said, told] = await Promise.all([
    child.stdout ? text(child.stdout) : '',
    child.stderr ? text(child.stderr) : '',
  ])
  return { code: await code, told, summary: said ? JSON.parse(said)[0] : null }
}

async function write(name: string, lines: readonly (object | string)[]): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'))
  return path
}

async function count(): Promise<number> {
  return (await database.query('SELECT count(*)::int AS count FROM hotels'))[0]?.count
}

const CITY = {
  type: 'place',
  id: 70_001,
  place_type: 'city',
  country_code: 'PT',
  time_zone: 'Europe/Lisbon',
  latitude: 38.72,
  longitude: -9.14,
  names: { en: 'Testport', fr: 'Port-Épreuve', ja: '試験港' },
}
const HOTEL = {
  type: 'hotel',
  id: 70_101,
  place_id: 70_001,
  names: { en: 'Import Palace', ja: '輸入宮殿ホテル' },
  address: '1 Quay',
  latitude: 38.721,
  longitude: -9.141,
  stars: 5,
  property_type: 'hotel',
  suppliers: [{ supplier_code: 'hotelbeds', supplier_hotel_id: 'T-70101' }],
}

describe('npm run admin -- catalogue import', () => {
  it('adds what a file has, names each bad line with all its faults, and is seen by searches', {
    timeout: 180_000,
  }, async () => {
    const path = await write('small.ndjson', [
      CITY,
      {
        type: 'place',
        id: 70_002,
        place_type: 'airport',
        country_code: 'PT',
        parent_id: 70_001,
        latitude: 38.77,
        longitude: -9.13,
        names: { en: 'Testport Airport' },
      },
      HOTEL,
      '{"type":"hotel",',
      '',
      { ...HOTEL, id: 70_102, stars: 9, latitude: 200, colour: 'red' },
      { ...HOTEL, id: 70_103, place_id: 79_999, facility_ids: [9_999], chain_id: 8_888, property_type: 'castle' },
      { ...HOTEL, id: 70_104, names: { fr: 'Sans Nom' } },
    ])
    const { code, told, summary } = await runImport(path)
    expect(summary).toMatchObject({ lines: 8, hotels: 1, badLines: 4 })
    expect(code, 'a script notices that lines were bad').toBe(1)
    expect(told).toContain('line 4: is not JSON')
    expect(told).toMatch(/line 6: .*latitude must be at most 90.*stars must be at most 5.*colour is not known/)
    expect(told).toMatch(/line 7: .*place 79999.*chain 8888.*type castle.*facility 9999/)
    expect(told).toMatch(/line 8: names must have a name in en/)
    const found = await until('the gateway to use the new ranking', async () => {
      const { body } = await http.get('/destinations/autocomplete?q=testport')
      return body.data.destinations.length > 0 ? body.data.destinations : null
    })
    expect(found.map(({ name }: Json) => name)).toEqual(['Testport', 'Testport Airport'])
    for (const id of [70_001, 70_002]) {
      const { body } = await http.post('/hotels/search', { destination: { type: 'place', id }, ...stay(), ...party })
      expect(
        body.data.hotels.map(({ hotel_id }: Json) => hotel_id),
        'an airport has the hotels around it',
      ).toEqual(['70101'])
    }
    const japanese = await http.get('/destinations/autocomplete?q=%E5%AE%AE%E6%AE%BF', { language: 'ja' })
    expect(japanese.body.data.destinations[0]).toMatchObject({
      name: '輸入宮殿ホテル',
      label: '輸入宮殿ホテル, 試験港',
    })
  })

  it('changes nothing the second time, and brings up to date what has changed', async () => {
    const path = await write('again.ndjson', [CITY, HOTEL])
    async function updatedAt(): Promise<string> {
      return (await database.query('SELECT updated_at::text FROM hotels WHERE id = 70101'))[0]?.updated_at
    }
    const before = await updatedAt()
    expect(await runImport(path)).toMatchObject({ code: 0, summary: { badLines: 0 } })
    expect(await updatedAt()).toBe(before)
    await runImport(await write('changed.ndjson', [{ ...HOTEL, names: { en: 'Renamed Palace' } }]))
    expect(await updatedAt()).not.toBe(before)
    await until('the new name', async () => {
      const { body } = await http.get('/destinations/autocomplete?q=renamed+palace')
      return body.data.destinations[0]?.id === 70_101
    })
  })

  it('[C-131][R-24][E-05] brings instructions, telephone and hidden places; names every fault of a line', {
    timeout: 180_000,
  }, async () => {
    const content = {
      check_in_time: '15:00:00',
      metapolicy_struct: {
        pets: [{ inclusion: 'not_included', price: '9', currency: 'EUR', price_unit: 'per_room_per_stay' }],
      },
      // Suppliers write as much as they like; what is kept of it has an end.
      metapolicy_extra_info: ['Quiet after ten.', ...Array.from({ length: 30 }, () => 'And more. '.repeat(150))].join(
        '<br>',
      ),
    }
    const line = {
      ...HOTEL,
      id: 70_110,
      phone: '+351210000000',
      address_lines: ['1 Quay', '1000 Testport'],
      instructions: { check_in_from: '14:00', check_out_until: '10:30', special: ['Ring twice.'] },
      place_hidden: true,
      approximate_point: { latitude: 38.72, longitude: -9.14 },
      suppliers: [
        { supplier_code: 'hotelbeds', supplier_hotel_id: 'T-70110', instructions: { check_in_from: '16:00' } },
        { supplier_code: 'ratehawk', supplier_hotel_id: '7110', instructions: { check_in_from: '17:00' }, content },
      ],
    }
    const path = await write('arrival.ndjson', [
      CITY,
      line,
      {
        ...line,
        id: 70_111,
        approximate_point: null,
        instructions: { check_in_from: '3 PM', text: ['x'.repeat(2_001)], colour: 'red' },
        suppliers: [
          { supplier_code: 'hotelbeds', supplier_hotel_id: 'T-70111', instructions: { check_out_until: '24:00' } },
        ],
      },
      { ...line, id: 70_112, place_hidden: false },
      { ...line, id: 70_113, suppliers: [{ supplier_code: 'hotelbeds', supplier_hotel_id: 'T-70113', content }] },
      { ...line, id: 70_115, approximate_point: { latitude: HOTEL.latitude, longitude: HOTEL.longitude } },
      { ...line, id: 70_116, approximate_point: { latitude: 39, longitude: -9.14 } },
      {
        ...line,
        id: 70_114,
        instructions: { text: Array.from({ length: 8 }, (_, index) => `${index}`.repeat(1_900)) },
      },
    ])
    const { told, summary } = await runImport(path)
    expect(summary).toMatchObject({ lines: 8, badLines: 6 })
    expect(told).toMatch(
      /line 3: .*check_in_from must be a time.*at most 2,?000.*colour.*check_out_until must be a time/,
    )
    expect(told).toMatch(/line 4: approximate_point is only for hotels with place_hidden/)
    expect(told).toMatch(/line 5: suppliers\.0\.content: the gateway does not read what hotelbeds says/)
    expect(told).toMatch(/line 6: approximate_point is the place itself/)
    expect(told).toMatch(/line 7: approximate_point must be within 10 km/)
    expect(told).toMatch(/line 8: instructions must have at most 10000 characters in all/)
    const [hotel] = await database.query('SELECT * FROM hotels WHERE id = 70110')
    expect(hotel).toMatchObject({
      address: '',
      latitude: 38.72,
      longitude: -9.14,
      phone: '+351210000000',
      place_hidden: true,
      exact_place: { latitude: HOTEL.latitude, longitude: HOTEL.longitude, addressLines: ['1 Quay', '1000 Testport'] },
      instructions: { checkInFrom: '14:00', checkOutUntil: '10:30', special: ['Ring twice.'], text: [] },
    })
    const listings = await database.query(
      'SELECT supplier_code, instructions FROM supplier_hotels WHERE hotel_id = 70110 ORDER BY supplier_code',
    )
    expect(listings).toMatchObject([
      { supplier_code: 'hotelbeds', instructions: { checkInFrom: '16:00', special: [] } },
      {
        supplier_code: 'ratehawk',
        instructions: {
          checkInFrom: '17:00',
          optionalFeesText: 'Pets: EUR 9 per room and stay, not included',
          knowBeforeYouGo: expect.stringMatching(/^Quiet after ten\.\nAnd more\.[^]{4900,4974}$/),
        },
      },
    ])
    const { updated_at: before } = hotel ?? {}
    await runImport(path)
    expect((await database.query('SELECT updated_at FROM hotels WHERE id = 70110'))[0]?.updated_at).toEqual(before)
    // A line without them takes them back.
    await runImport(await write('open.ndjson', [CITY, { ...HOTEL, id: 70_110 }]))
    expect((await database.query('SELECT * FROM hotels WHERE id = 70110'))[0]).toMatchObject({
      address: HOTEL.address,
      latitude: HOTEL.latitude,
      place_hidden: false,
      exact_place: null,
      instructions: null,
    })
  })

  it('goes on where a kill has cut it off', async () => {
    const path = join(folder, 'large.ndjson')
    await makeCatalogue(40_000, path, () => undefined)
    const before = await count()
    const child = startImport(path)
    await until(
      'some lines',
      async () => (await database.query('SELECT lines FROM catalogue_imports'))[0]?.lines > 4_000,
    )
    child.kill('SIGKILL')
    await new Promise((resolve) => child.once('exit', resolve))
    const half = await count()
    expect(half).toBeGreaterThan(before)
    expect(half).toBeLessThan(before + 40_000)
    const { code, told, summary } = await runImport(path)
    expect(told).toMatch(/continuing after line \d+/)
    expect(code).toBe(0)
    expect(summary.hotels, 'only the rest was read').toBeLessThan(40_000)
    expect(await count()).toBe(before + 40_000)
    expect(await database.query('SELECT * FROM catalogue_imports')).toEqual([])
  })

  it('says what is wrong when there is no file', async () => {
    const { code, told } = await runImport(join(folder, 'nowhere.ndjson'))
    expect(code).toBe(1)
    expect(told).toMatch(/nowhere\.ndjson cannot be read/)
  })
})
