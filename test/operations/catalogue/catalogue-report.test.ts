import { describe, expect, it } from 'vitest'
import { countCatalogue } from '../../../src/operations/catalogue/catalogue-gauges.ts'
import { catalogueReport, type ReportOptions } from '../../../src/operations/catalogue/catalogue-report.ts'
import { verifyMapping } from '../../../src/operations/mapping/decide.ts'
import { createMetrics } from '../../../src/platform/metrics.ts'
import { rememberOversight } from '../../../src/store/oversight.ts'
import { runAdmin } from '../../support/admin.ts'
import type { Json } from '../../support/http-client.ts'
import {
  ABBEY,
  type CatalogueWorld,
  ELM,
  hotelLine,
  listingLine,
  PLACES,
  QUAY,
  useCatalogue,
} from '../../support/use-catalogue.ts'

let world: CatalogueWorld
useCatalogue((opened) => {
  world = opened
})

const LYON = { ...PLACES[0], id: 2, country_code: 'FR', time_zone: 'Europe/Paris', names: { en: 'Lyon' } }
const ELSEWHERE = { country_code: 'FR', city: 'Lyon', latitude: 45.76, longitude: 4.83, phone: '+33 4 72 00 00 00' }
const ZEPHYR = { ...ABBEY, name: 'Zephyr Sands Hostel', street: '1 Beach Parade', phone: '+44 1273 946111' }
const SOLD_UNSTAGED = { suppliers: [{ supplier_code: 'ratehawk', supplier_hotel_id: '77' }], place_id: 2 }
const TOLD = {
  images: [{ urls: { 1000: 'https://img.example/a.jpg' } }],
  rooms: [{ key: 'R', names: { en: 'Twin' } }],
}

/** Three houses in London, of which two suppliers sell one, one another, and nobody the third; a house in Lyon, sold without content. */
async function bringHouses(): Promise<void> {
  const { told } = await world.bring([
    ...PLACES,
    LYON,
    hotelLine(101, ELM),
    hotelLine(102, QUAY),
    hotelLine(103, ABBEY),
    hotelLine(201, ELM, SOLD_UNSTAGED),
    listingLine('hotelbeds/1', ELM, TOLD),
    listingLine('liteapi/1', ELM),
    listingLine('hotelbeds/2', QUAY),
    listingLine('hotelbeds/8', ZEPHYR, { status: 'CLOSED' }),
    listingLine('liteapi/9', ZEPHYR, { status: 'NOT_ON_SALE' }),
    listingLine('ratehawk/9', ZEPHYR),
  ])
  expect(told).toEqual([])
  await world.propose()
}

function report(options: Partial<ReportOptions> = {}) {
  return catalogueReport(world.core.deps, { supplierCode: null, countryCode: null, staleDays: 30, ...options })
}

describe('the report of the catalogue', () => {
  it('counts listings by what has become of them, by supplier and country', async () => {
    await bringHouses()
    await world.bring([listingLine('hotelbeds/5', ELM, ELSEWHERE)])
    const { all, suppliers, countries, suppliersByCountry } = await report()
    expect(all).toMatchObject({
      listings: 8,
      active: 5,
      closed: 1,
      notOnSale: 1,
      gone: 0,
      notStaged: 1,
      mapped: 4,
      sold: 4,
      unmatched: 1,
      inReview: 0,
      unjudged: 1,
      withoutImage: 4,
      withoutPoint: 0,
      withoutRooms: 4,
      withoutPhone: 0,
      stale: 0,
    })
    expect(
      suppliers.map(({ supplierCode, listings, sold, hotelsOnlyHere }) => [
        supplierCode,
        listings,
        sold,
        hotelsOnlyHere,
      ]),
    ).toEqual([
      ['hotelbeds', 4, 2, 1],
      ['liteapi', 2, 1, 0],
      ['ratehawk', 2, 1, 1],
    ])
    expect(
      countries.map(({ countryCode, listings, sold, notStaged }) => [countryCode, listings, sold, notStaged]),
    ).toEqual([
      ['GB', 6, 3, 0],
      ['FR', 2, 1, 1],
    ])
    expect(
      suppliersByCountry
        .map(({ supplierCode, countryCode, listings }) => `${supplierCode} ${countryCode} ${listings}`)
        .sort(),
    ).toEqual(['hotelbeds FR 1', 'hotelbeds GB 3', 'liteapi GB 2', 'ratehawk FR 1', 'ratehawk GB 1'])
  })

  it('counts hotels by how many suppliers sell them, and those that nobody sells', async () => {
    await bringHouses()
    expect((await report()).all).toMatchObject({
      hotels: 4,
      soldByNone: 1,
      soldBy1: 2,
      soldBy2: 1,
      soldBy3: 0,
      soldBy4OrMore: 0,
      shareSoldByNone: 0.25,
    })
    await world.query(`UPDATE supplier_hotels SET on_sale = false WHERE supplier_code = 'liteapi'`)
    expect((await report({ countryCode: 'GB' })).all).toMatchObject({
      hotels: 3,
      soldBy1: 2,
      soldBy2: 0,
      soldByNone: 1,
    })
  })

  it('counts what is doubted as mapped and not as sold, and names what a person is asked', async () => {
    await bringHouses()
    const doubted = { supplierCode: 'hotelbeds', supplierHotelId: '2', actor: 'operator:ada', note: null }
    await world.core.store.transaction((tx) => verifyMapping(tx, { ...doubted, verification: 'UNVERIFIED' }))
    await world.bring([listingLine('hotelbeds/1', ELM, { ...TOLD, name: 'Zephyr Sands Hostel' })])
    await world.propose()
    const [asked] = Object.values(await world.asked())
    expect(asked).toBe('CONTENT_CHANGED 101')
    const { suppliers } = await report({ supplierCode: 'hotelbeds' })
    expect(suppliers).toEqual([
      expect.objectContaining({
        mapped: 2,
        sold: 1,
        pending: 1,
        unverified: 1,
        disputed: 1,
        conflicts: 0,
        inReview: 0,
      }),
    ])
    expect(suppliers[0]?.review).toMatchObject({ CONTENT_CHANGED: 1, ONE_TO_ONE: 0, TRANSITIVE: 0 })
  })

  it('counts two listings of one supplier for one house as a conflict that waits for a person', async () => {
    await world.bring([
      ...PLACES,
      hotelLine(101, ELM),
      listingLine('hotelbeds/1', ELM),
      listingLine('hotelbeds/2', ELM),
    ])
    await world.propose()
    const { all } = await report()
    expect(all).toMatchObject({ inReview: 2, conflicts: 2, mapped: 0 })
    expect(all.review).toMatchObject({ ONE_TO_ONE: 2 })
  })

  it('calls a listing stale that has not changed for so many days, unless its supplier was pulled since', async () => {
    await bringHouses()
    await world.query(`UPDATE listings SET changed_at = changed_at - interval '40 days'`)
    expect((await report()).all).toMatchObject({ stale: 4 })
    expect((await report({ staleDays: 41 })).all).toMatchObject({ stale: 0 })
    const { catalogueRuns } = world.core.store
    const run = { kind: 'PULL', source: 'conn_acme', supplierCode: 'hotelbeds', actor: 'operator:ada' } as const
    const runId = await catalogueRuns.begin(run)
    expect((await report()).all).toMatchObject({ stale: 4 })
    await catalogueRuns.end(runId, { counts: {}, faults: [] })
    const { suppliers } = await report()
    expect(suppliers.map(({ stale, lastPullAt }) => [stale, lastPullAt === null])).toEqual([
      [0, false],
      [1, true],
      [1, true],
    ])
  })

  it('is printed as tables, and as lines of JSON', async () => {
    await bringHouses()
    const lines = (await runAdmin(world.database, ['catalogue', 'report', '--json'])).stdout.trim().split('\n')
    const rows = lines.map((line): Json => JSON.parse(line))
    expect(rows.map(({ scope }) => scope)).toEqual([
      'ALL',
      'SUPPLIER',
      'SUPPLIER',
      'SUPPLIER',
      'COUNTRY',
      'COUNTRY',
      'SUPPLIER_COUNTRY',
      'SUPPLIER_COUNTRY',
      'SUPPLIER_COUNTRY',
      'SUPPLIER_COUNTRY',
    ])
    expect(rows.find(({ countryCode }) => countryCode === 'FR')).toMatchObject({
      scope: 'COUNTRY',
      hotels: 1,
      soldBy1: 1,
    })
    const { stdout } = await runAdmin(world.database, ['catalogue', 'report', '--country', 'gb'])
    expect(stdout).toContain('3 hotels: 1 sold by one supplier, 1 by two')
    expect(stdout).toMatch(/^GB +6 +4 +3 +50\.0 %/m)
    expect(stdout).not.toMatch(/^FR/m)
    expect(await runAdmin(world.database, ['catalogue', 'report', '--country', 'England'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--country is two letters'),
    })
  })
})

describe('the figures of the catalogue in the metrics', () => {
  it('are counted by one process at most every ten minutes, and read by all', async () => {
    await bringHouses()
    await world.query('DELETE FROM catalogue_health')
    const { deps, database } = world.core
    const counted = await Promise.all([countCatalogue(deps), countCatalogue(deps)])
    expect(counted.toSorted()).toEqual([false, true])
    await world.query(`UPDATE catalogue_health SET begun_at = begun_at - interval '9 minutes'`)
    expect(await countCatalogue(deps)).toBe(false)
    await world.query(`UPDATE catalogue_health SET begun_at = begun_at - interval '1 minute'`)
    expect(await countCatalogue(deps)).toBe(true)
    const metrics = createMetrics()
    metrics.showOversight(rememberOversight(database))
    const scraped = (await metrics.text()).split('\n')
    expect(scraped).toContain('gateway_catalogue_mapping{state="sold",supplier="hotelbeds"} 2')
    expect(scraped).toContain('gateway_catalogue_listings{status="not_staged",supplier="ratehawk"} 1')
    expect(scraped).toContain('gateway_catalogue_lacking{what="without_image",supplier="hotelbeds"} 1')
    expect(scraped).toContain('gateway_catalogue_review{reason="ONE_TO_ONE",supplier="hotelbeds"} 0')
    expect(scraped).toContain('gateway_catalogue_hotels{suppliers="2"} 1')
    expect(scraped.some((line) => /^gateway_catalogue_counted_seconds \d/.test(line))).toBe(true)
  })
})
