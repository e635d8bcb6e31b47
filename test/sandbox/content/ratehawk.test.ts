import { beforeEach, describe, expect, it } from 'vitest'
import { SOME_DAY } from '../../support/content-rows.ts'
import type { Json } from '../../support/http-client.ts'
import { bytesOf, unpacked, useContentSandbox } from '../../support/use-content-sandbox.ts'

/** RateHawk's dumps as its documentation and section 7 of content.md want them. */
const sandbox = useContentSandbox()
const { ratehawk, NOON } = sandbox
const DAY_MS = 86_400_000

beforeEach(() => sandbox.setTime(NOON))

async function rowsOf(path: string, body: object = {}): Promise<Json[]> {
  const { body: answer } = await ratehawk(path, body)
  return unpacked(await bytesOf(answer.data.url), 'zstd')
}

describe('the dump', () => {
  it('is behind a link of an hour, made once a day', async () => {
    const { body } = await ratehawk('/hotel/info/dump/', { language: 'en', inventory: 'all' })
    expect(body.data.last_update).toBe('2026-07-01T00:01:00.000Z')
    expect(body.data.url).toMatch(/partner_feed_v3_en\.jsonl\.zst/)
    const rows = unpacked(await bytesOf(body.data.url), 'zstd')
    expect(rows.length).toBeGreaterThan(2_500)
    expect(new Set(rows.map((row) => row.hid)).size).toBe(rows.length)
    sandbox.setTime(NOON + 60 * 60_000)
    expect((await fetch(body.data.url)).status).toBe(403)
  })

  it('is not ready in the first minute of the day', async () => {
    sandbox.setTime(SOME_DAY * DAY_MS + 59_000)
    for (const path of ['/hotel/info/dump/', '/hotel/info/incremental_dump/', '/hotel/region/dump/'])
      expect((await ratehawk(path)).body).toMatchObject({ data: null, status: 'error', error: 'dump_not_ready' })
    sandbox.setTime(SOME_DAY * DAY_MS + 60_000)
    expect((await ratehawk('/hotel/info/dump/')).body.error).toBeNull()
  })

  it('has smaller inventories, and refuses unknown ones and unknown languages', async () => {
    const all = await rowsOf('/hotel/info/dump/')
    const some = await rowsOf('/hotel/info/dump/', { inventory: 'top' })
    expect(some.length / all.length).toBeGreaterThan(0.5)
    expect(some.length / all.length).toBeLessThan(0.7)
    for (const body of [{ inventory: 'mine' }, { language: 'xx' }])
      expect((await ratehawk('/hotel/info/dump/', body)).body.error).toBe('invalid_params')
    expect((await ratehawk('/hotel/info/incremental_dump/', { inventory: 'top' })).body.error).toBe('invalid_params')
  })

  it('marks what closed within ten days; the increment of the day of closing says so, or calls it deleted', async () => {
    const closed = (await rowsOf('/hotel/info/dump/')).filter((row) => row.is_closed).map((row) => row.hid)
    const told: number[] = []
    let deleted = 0
    for (let day = SOME_DAY - 9; day <= SOME_DAY; day += 1) {
      sandbox.setTime(day * DAY_MS + (NOON % DAY_MS))
      const rows = await rowsOf('/hotel/info/incremental_dump/')
      told.push(...rows.filter((row) => row.is_closed).map((row) => row.hid))
      deleted += rows.filter((row) => row.deleted === true).length
    }
    expect(closed.length).toBeGreaterThan(0)
    expect(told).toEqual(expect.arrayContaining(closed))
    expect(deleted).toBeGreaterThan(0)
  })
})

describe('other content', () => {
  it('a hotel by itself is the row of the dump; an unknown one is refused', async () => {
    const rows = await rowsOf('/hotel/info/dump/')
    const { body } = await ratehawk('/hotel/info/', { hid: rows[7].hid, language: 'en' })
    expect(body.data).toEqual(rows[7])
    expect((await ratehawk('/hotel/info/', { hid: 1, language: 'en' })).body.debug.validation_error).toBe(
      'hotel_not_found',
    )
  })

  it('hotels by themselves are thirty a minute', async () => {
    const asked = { hid: 1, language: 'en' }
    for (let count = 0; count < 30; count += 1) expect((await ratehawk('/hotel/info/', asked)).status).toBe(400)
    expect((await ratehawk('/hotel/info/', asked)).status).toBe(429)
  })

  it('regions have all languages in one file, and their hotels where they tell them', async () => {
    const regions = await rowsOf('/hotel/region/dump/')
    const hids = new Set((await rowsOf('/hotel/info/dump/')).filter((row) => !row.is_closed).map((row) => row.hid))
    const cities = regions.filter((region) => region.type === 'City')
    expect(cities[0].name).toMatchObject({ en: 'London', fr: 'Londres' })
    expect(cities.flatMap((city) => city.hids).every((hid: number) => hids.has(hid))).toBe(true)
    expect(regions.filter((region) => region.hids === null).length).toBeGreaterThan(0)
    expect(regions.filter((region) => !('hids' in region)).length).toBeGreaterThan(0)
  })

  it('dictionaries name the filters and room amenities that hotels have', async () => {
    const { body } = await ratehawk('/hotel/static/')
    const rows = await rowsOf('/hotel/info/dump/')
    function names(key: string): string[] {
      return body.data[key].map((entry: Json) => entry.name)
    }
    const filters = new Set(rows.flatMap((row) => row.serp_filters))
    expect(names('serp_filters')).toEqual(expect.arrayContaining([...filters]))
    const amenities = new Set(rows.flatMap((row) => row.room_groups.flatMap((group: Json) => group.room_amenities)))
    expect(names('room_amenities')).toEqual(expect.arrayContaining([...amenities]))
  })
})
