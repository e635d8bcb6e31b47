import { beforeEach, describe, expect, it } from 'vitest'
import { SOME_DAY } from '../../support/content-rows.ts'
import type { Json } from '../../support/http-client.ts'
import { bytesOf, unpacked, useContentSandbox } from '../../support/use-content-sandbox.ts'

/** Rapid's static content as section 7 of content.md want it. */
const sandbox = useContentSandbox()
const { rapid, NOON } = sandbox
const QUERY = 'language=en-US&supply_source=expedia'
const MINUTE_MS = 60_000

beforeEach(() => sandbox.setTime(NOON))

function nextOf(headers: Headers): string | undefined {
  return /<([^>]+)>; rel="next"; expires=/.exec(headers.get('link') ?? '')?.[1]
}

async function allPages(path: string): Promise<Json[]> {
  const pages: Json[] = []
  for (let next: string | undefined = path; next !== undefined; ) {
    const { status, headers, body } = await rapid(next)
    expect(status).toBe(200)
    pages.push(body)
    next = nextOf(headers)
  }
  return pages
}

describe('the file of all properties', () => {
  it('is behind a link that needs no credentials, has a length, and goes on where it was cut', async () => {
    const url = await sandbox.rapidLink()
    const whole = await bytesOf(url)
    const rows = unpacked(whole, 'gzip')
    expect(rows.length).toBeGreaterThan(2_500)
    expect(new Set(rows.map((row) => row.property_id)).size).toBe(rows.length)
    const rest = await fetch(url, { headers: { range: 'bytes=100000-' } })
    expect(rest.status).toBe(206)
    expect(rest.headers.get('content-range')).toBe(`bytes 100000-${whole.length - 1}/${whole.length}`)
    expect(Buffer.from(await rest.arrayBuffer()).equals(whole.subarray(100_000))).toBe(true)
    const other = await fetch(url, { headers: { range: 'bytes=100000-', 'if-range': '"another"' } })
    expect(other.status).toBe(200)
    await other.arrayBuffer()
  })

  it('is refused when its link is a quarter of an hour old, or nobody’s', async () => {
    const url = await sandbox.rapidLink()
    sandbox.setTime(NOON + 15 * MINUTE_MS)
    expect((await fetch(url)).status).toBe(403)
    expect((await fetch(`${url}x`)).status).toBe(403)
  })

  it('has the fields of the catalogue only, where the short list is asked for', async () => {
    const { body } = await rapid(`/v3/files/properties/catalog?${QUERY}`)
    const [row] = unpacked(await bytesOf(body.href), 'gzip')
    expect(Object.keys(row)).toContain('name')
    expect(Object.keys(row)).not.toContain('rooms')
  })

  it('keeps apartments apart, and has each in the supply source that is asked for', async () => {
    const { body } = await rapid('/v3/files/properties/content?language=en-US&supply_source=vrbo')
    const rows = unpacked(await bytesOf(body.href), 'gzip')
    expect(rows).toHaveLength(40)
    expect(rows.every((row) => row.supply_source === 'vrbo' && row.vacation_rental_details)).toBe(true)
  })

  it('is in the language that is asked for', async () => {
    const { body } = await rapid('/v3/files/properties/content?language=ja-JP&supply_source=expedia')
    const rows = unpacked(await bytesOf(body.href), 'gzip')
    expect(rows.filter((row) => /[\u3040-\u30ff]/.test(row.descriptions.location)).length).toBe(rows.length)
  })
})

describe('properties by id', () => {
  it('are a map of those that there are; more than 250, and what is no number, is refused with all faults', async () => {
    const rows = unpacked(await bytesOf(await sandbox.rapidLink()), 'gzip').slice(0, 3)
    const ids = rows.map((row) => `property_id=${row.property_id}`).join('&')
    const { body } = await rapid(`/v3/properties/content?${QUERY}&${ids}&property_id=1`)
    expect(body).toEqual(Object.fromEntries(rows.map((row) => [row.property_id, row])))
    const many = Array.from({ length: 251 }, (_, index) => `property_id=${index}`).join('&')
    const refused = await rapid(`/v3/properties/content?${many}&property_id=abc&language=xx-XX`)
    expect(refused.status).toBe(400)
    expect(refused.body.errors.map((error: Json) => error.type).sort()).toEqual([
      'language.not_supported',
      'property_id.above_maximum',
      'property_id.must_be_numeric',
      'supply_source.required',
    ])
  })

  it('have the fields of `include` only', async () => {
    const [row] = unpacked(await bytesOf(await sandbox.rapidLink()), 'gzip')
    const { body } = await rapid(
      `/v3/properties/content?${QUERY}&property_id=${row.property_id}&include=name&include=ratings`,
    )
    expect(Object.keys(body[row.property_id]).sort()).toEqual(['name', 'property_id', 'ratings'])
  })
})

describe('properties by filters', () => {
  it('come in pages of a hundred, all of them once', async () => {
    const rows = unpacked(await bytesOf(await sandbox.rapidLink()), 'gzip')
    const pages = await allPages(`/v3/properties/content?${QUERY}&include=name&country_code=FR`)
    const french = rows.filter((row) => row.address.country_code === 'FR').map((row) => row.property_id)
    expect(pages.length).toBe(Math.ceil(french.length / 100))
    expect(new Set(pages.flatMap((page) => Object.keys(page)))).toEqual(new Set(french))
    const first = await rapid(`/v3/properties/content?${QUERY}&include=name&country_code=FR`)
    expect(first.headers.get('pagination-total-results')).toBe(String(french.length))
  })

  it('are those that changed since a day, where `date_updated_start` says so', async () => {
    const since = new Date((SOME_DAY - 6) * 86_400_000).toISOString().slice(0, 10)
    const rows = unpacked(await bytesOf(await sandbox.rapidLink()), 'gzip')
    const changed = rows.filter((row) => row.dates.updated.slice(0, 10) >= since).map((row) => row.property_id)
    const pages = await allPages(`/v3/properties/content?${QUERY}&date_updated_start=${since}`)
    expect(changed.length).toBeGreaterThan(20)
    expect(new Set(pages.flatMap((page) => Object.keys(page)))).toEqual(new Set(changed))
  })

  it('answer 410 to a page that is too old', async () => {
    const { headers } = await rapid(`/v3/properties/content?${QUERY}&include=name`)
    sandbox.setTime(NOON + 16 * MINUTE_MS)
    const gone = await rapid(nextOf(headers) ?? '')
    expect(gone).toMatchObject({ status: 410, body: { type: 'link.expired' } })
  })
})

describe('what is no more', () => {
  it('is told as ids in pages, since a day; without a day it is refused', async () => {
    const pages = await allPages('/v3/properties/inactive?since=2026-01-01')
    const ids = pages.flat().map((row) => row.property_id)
    expect(ids.length).toBeGreaterThan(30)
    expect(pages.flat().every((row) => Object.keys(row).join() === 'property_id')).toBe(true)
    const rows = unpacked(await bytesOf(await sandbox.rapidLink()), 'gzip')
    expect(rows.filter((row) => ids.includes(row.property_id))).toEqual([])
    expect((await rapid('/v3/properties/inactive')).body.errors[0].type).toBe('since.required')
  })
})

describe('regions and dictionaries', () => {
  it('lead from a country to its cities and their properties', async () => {
    const pages = await allPages('/v3/regions?language=en-US&include=details&include=property_ids&country_code=DE')
    const regions = pages.flat()
    const country = regions.find((region) => region.type === 'country')
    const cities = regions.filter((region) => region.type === 'city')
    expect(country.descendants.city).toEqual(cities.map((city) => city.id))
    expect(new Set(cities.flatMap((city) => city.property_ids))).toEqual(new Set(country.property_ids))
    expect(cities.every((city) => city.ancestors[0].id === country.id)).toBe(true)
    const [longitude, latitude] = cities[0].coordinates.bounding_polygon.coordinates[0][0]
    expect(Math.abs(latitude - cities[0].coordinates.center_latitude)).toBeLessThan(1)
    expect(Math.abs(longitude - cities[0].coordinates.center_longitude)).toBeLessThan(1)
  })

  it.each([
    'amenities',
    'room-amenities',
    'rate-amenities',
    'categories',
    'general-attributes',
    'pet-attributes',
    'images',
    'room-images',
    'room-views',
    'statistics',
    'themes',
    'spoken-languages',
    'onsite-payment-types',
  ])('have `references/%s` as a map by id', async (name) => {
    const { status, body } = await rapid(`/v3/references/${name}?language=en-US`)
    expect(status).toBe(200)
    for (const [id, entry] of Object.entries<Json>(body)) expect(String(entry.id)).toBe(id)
  })

  it('name every amenity, category, chain and image that properties have', async () => {
    const rows = unpacked(await bytesOf(await sandbox.rapidLink()), 'gzip')
    const [amenities, categories, images] = await Promise.all(
      ['amenities', 'categories', 'images'].map(
        async (name) => (await rapid(`/v3/references/${name}?language=en-US`)).body,
      ),
    )
    const chains = (await rapid('/v3/chains')).body
    const unknown = rows.flatMap((row) => [
      ...Object.keys(row.amenities).filter((id) => !(id in amenities)),
      ...(row.category.id in categories ? [] : [row.category.id]),
      ...(row.chain === undefined || row.chain.id in chains ? [] : [row.chain.id]),
      ...(row.images ?? []).map((image: Json) => image.category).filter((id: number) => !(id in images)),
    ])
    expect(new Set(unknown)).toEqual(new Set(['9999']))
  })
})

describe('[R-01] an account with a profile', () => {
  const PROFILE = 'partner_point_of_sale=SANDBOX_B2B_DIR&billing_terms=EAC&payment_terms=NET_30&platform_name=SANDBOX'

  it.each([
    `/v3/files/properties/content?${QUERY}`,
    '/v3/properties/inactive?since=2026-06-01',
    '/v3/regions?language=en-US&include=standard',
    '/v3/references/amenities?language=en-US',
    '/v3/chains?a=b',
  ])('is refused %s without it', async (path) => {
    expect((await rapid(path, '-profile')).status).toBe(403)
    expect((await rapid(`${path}&${PROFILE}`, '-profile')).status).toBe(200)
  })
})
