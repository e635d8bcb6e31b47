import { execute, parse } from 'graphql'
import { afterAll, describe, expect, it } from 'vitest'
import type { Core } from '../../src/core.ts'
import { schema } from '../../src/graphql/schema.ts'
import { createGateway } from '../../src/operations/create-gateway.ts'
import { trustOrders } from '../../src/operations/operator/content-trust.ts'
import { writeMergedContent } from '../../src/operations/operator/merge-content.ts'
import { createLoaders } from '../../src/resolvers/loaders.ts'
import type { TestDatabase } from '../support/database.ts'
import { type StartedGateway } from '../support/gateway.ts'
import { type HttpClient, httpClient, type Json } from '../support/http-client.ts'
import { bookScenario, httpJourney } from '../support/journey.ts'
import { makeKey } from '../support/keys.ts'
import { listing } from '../support/listing.ts'
import { openCore } from '../support/open-core.ts'
import { caller } from '../support/partner.ts'
import { useBothFacades } from '../support/use-both-facades.ts'
import { strangerTo } from '../support/use-gateway.ts'

/** Hotels of London: one for each test that changes its hotel. */
const HOTELS = {
  seen: 565,
  changed: 551,
  merged: 552,
  scoped: 553,
  leaving: 554,
  many: [556, 557, 558],
}

let database: TestDatabase
let gateway: StartedGateway
let http: HttpClient
let core: Core

const { query, get } = useBothFacades((started) => {
  ;({ database, gateway, http } = started)
})

afterAll(async () => {
  await core?.close()
})

/** A second process on the same database, which writes. */
async function otherProcess(): Promise<Core> {
  core ??= await openCore(database, { NODE_ENV: 'development' })
  return core
}

async function merge(hotelId: number, ...listings: Parameters<typeof listing>[0][]): Promise<readonly number[]> {
  const { store } = await otherProcess()
  return writeMergedContent({ store }, [{ hotelId, listings: listings.map(listing) }], await trustOrders(store))
}

describe('a hotel as travellers need it', () => {
  it('[C-140] has pictures, descriptions, policies, rooms and what else a page shows, on both facades', async () => {
    const hotel = await get(`/hotels/${HOTELS.seen}`)
    expect(hotel).toMatchObject({
      hotel_id: String(HOTELS.seen),
      language: 'en',
      time_zone: 'Europe/London',
      property_type: { id: expect.any(String), name: expect.any(String) },
      address_lines: [expect.any(String), 'London'],
      postcode: expect.stringMatching(/^N\d/),
      phone: expect.stringMatching(/^\+\d+$/),
      place_hidden: false,
    })
    expect(hotel.names.map(({ language }: Json) => language)).toEqual(['en', 'fr', 'de', 'ja', 'ar'])
    expect(hotel.images[0]).toMatchObject({
      url: hotel.main_image_url,
      is_main: true,
      caption: { text: 'The house', language: 'en' },
      sizes: [{ width: 1000 }, { width: 350 }],
    })
    expect(hotel.images.length).toBeGreaterThan(2)
    expect(hotel.descriptions.map(({ kind }: Json) => kind)).toEqual(['headline', 'general', 'location'])
    expect(hotel.policies.length).toBeGreaterThan(0)
    expect(hotel.rooms[0]).toMatchObject({
      room_id: expect.any(String),
      name: { language: 'en' },
      square_metres: expect.any(Number),
    })
    expect(hotel.facility_details.map(({ name }: Json) => name)).toEqual(hotel.facilities)
    expect(hotel.sources).toContainEqual({ field: 'images', language: null, supplier_code: expect.any(String) })
    expect(await query('hotel', { hotelId: String(HOTELS.seen) })).toMatchObject({
      names: hotel.names,
      phone: hotel.phone,
      descriptions: hotel.descriptions.map(({ kind, ...rest }: Json) => ({ ...rest, kind: kind.toUpperCase() })),
    })
  })

  it('speaks five languages, and says where it falls back to English', async () => {
    for (const language of ['fr', 'de', 'ja', 'ar']) {
      const hotel = await get(`/hotels/${HOTELS.seen}?language=${language}`)
      expect(hotel.language).toBe(language)
      for (const told of [
        ...hotel.descriptions,
        ...hotel.policies,
        ...hotel.images.map(({ caption }: Json) => caption),
      ])
        expect(['en', language]).toContain(told.language)
      expect(hotel.images[0].caption.language).toBe(language)
    }
    await merge(
      HOTELS.merged,
      { supplierCode: 'expedia_rapid', descriptions: [{ kind: 'general', language: 'en', html: 'In English only' }] },
      { supplierCode: 'hotelbeds', descriptions: [{ kind: 'general', language: 'ja', html: '日本語' }] },
    )
    const [german, japanese] = [
      await get(`/hotels/${HOTELS.merged}?language=de-AT`),
      await get(`/hotels/${HOTELS.merged}?language=ja`),
    ]
    expect(german).toMatchObject({ language: 'de', descriptions: [{ text: 'In English only', language: 'en' }] })
    expect(japanese).toMatchObject({ descriptions: [{ text: '日本語', language: 'ja' }] })
    expect((await get(`/hotels/${HOTELS.merged}?language=tlh`)).language).toBe('en')
    const header = await http.get(`/hotels/${HOTELS.merged}`, { language: 'ja' })
    expect(header.body.data.language).toBe('ja')
  })

  it('can be kept, and asked for again by its tag', async () => {
    const path = `/hotels/${HOTELS.seen}?language=fr`
    const { headers } = await http.get(path)
    expect(headers.get('cache-control')).toBe('private, max-age=300')
    expect(headers.get('vary')).toContain('language')
    const tag = headers.get('etag') ?? ''
    expect(await http.get(path, { 'if-none-match': tag })).toMatchObject({ status: 304, body: '' })
    expect((await http.get(`/hotels/${HOTELS.seen}?language=de`, { 'if-none-match': tag })).status).toBe(200)
  })

  it('is shown anew at once, by every process, when its content or the hotel changes', async () => {
    const before = await http.get(`/hotels/${HOTELS.changed}`)
    const told = {
      supplierCode: 'expedia_rapid',
      descriptions: [{ kind: 'general', language: 'en', html: '<p>New</p>' }],
    }
    expect(await merge(HOTELS.changed, told)).toEqual([HOTELS.changed])
    const after = await http.get(`/hotels/${HOTELS.changed}`, { 'if-none-match': before.headers.get('etag') ?? '' })
    expect(after).toMatchObject({ status: 200, body: { data: { descriptions: [{ text: 'New' }] } } })
    expect(await merge(HOTELS.changed, told), 'the same again changes nothing').toEqual([])
    await merge(HOTELS.changed, { ...told, status: 'CLOSED' })
    expect((await get(`/hotels/${HOTELS.changed}`)).descriptions).toEqual([])
  })

  it('is gone at once when it leaves the catalogue', async () => {
    const before = await http.get(`/hotels/${HOTELS.leaving}`)
    await database.query(`DELETE FROM supplier_hotels WHERE hotel_id = ${HOTELS.leaving}`)
    await database.query(`DELETE FROM hotels WHERE id = ${HOTELS.leaving}`)
    const after = await http.get(`/hotels/${HOTELS.leaving}`, { 'if-none-match': before.headers.get('etag') ?? '' })
    expect(after).toMatchObject({ status: 404, body: { code: 'HOTEL_NOT_FOUND' } })
    expect(after.body.message).toMatch(/it left the catalogue on \d{4}-\d{2}-\d{2}/)
  })

  it.each(['0', '-1', '1.5', '99999999999', '1%00', '<script>1'])('is no hotel by the id %s', async (id) => {
    const { status, body } = await http.get(`/hotels/${encodeURIComponent(id)}`)
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'VALIDATION_ERROR' })
  })

  it('is not taken for a path of words that there is not', async () => {
    const { status, body } = await http.get('/hotels/booking')
    expect({ status, code: body.code }).toEqual({ status: 404, code: 'NOT_FOUND' })
    expect((await http.post(`/hotels/${HOTELS.seen}`)).status).toBe(405)
  })

  it('needs a key that may search', async () => {
    expect((await http.get(`/hotels/${HOTELS.seen}`, { 'x-api-key': 'none' })).status).toBe(401)
    const { apiKey } = await makeKey(database, ['bookings:read'])
    expect(await httpClient({ url: gateway.url, apiKey }).get(`/hotels/${HOTELS.seen}`)).toMatchObject({ status: 403 })
  })
})

describe('the terms of a hotel', () => {
  it('are those of the suppliers that the organization may use, in its order', async () => {
    await database.query(`DELETE FROM supplier_hotels WHERE hotel_id = ${HOTELS.scoped}`)
    for (const code of ['hotelbeds', 'liteapi'])
      await database.query(
        'INSERT INTO supplier_hotels (supplier_code, supplier_hotel_id, hotel_id) VALUES ($1, $2, $3)',
        [code, `T-${HOTELS.scoped}`, HOTELS.scoped],
      )
    await database.query(`UPDATE hotels SET instructions = NULL WHERE id = ${HOTELS.scoped}`)
    function of(supplierCode: string, from: string) {
      return {
        supplierCode,
        policies: [{ kind: 'pets', language: 'en', html: `Pets at ${supplierCode}` }],
        checkIn: { from, until: null, isAllDay: false, minAge: null, instructions: null, special: null },
      }
    }
    await merge(HOTELS.scoped, of('hotelbeds', '14:00'), of('liteapi', '16:00'), of('ratehawk', '18:00'))
    const stranger = await strangerTo(gateway)
    async function terms(client: HttpClient): Promise<Json> {
      const { data } = (await client.get(`/hotels/${HOTELS.scoped}`)).body
      return [data.policies.map(({ supplier_code: code }: Json) => code), data.instructions?.check_in_from ?? null]
    }
    expect(await terms(stranger), 'RateHawk does not sell the hotel').toEqual([['hotelbeds', 'liteapi'], '14:00'])
    const { store } = await otherProcess()
    await store.organizations.setSupplier(
      'org_sandbox_default',
      { supplierCode: 'hotelbeds', connectionId: 'conn_sandbox_hotelbeds' },
      false,
    )
    await expect.poll(() => terms(stranger), { timeout: 60_000 }).toEqual([['liteapi'], '16:00'])
    expect(await terms(http), 'nobody else’s changed').toEqual([['hotelbeds', 'liteapi'], '14:00'])
  })
})

describe('what many ask for', () => {
  it('is read once: by hotels of one document, and by one hotel that many want at the same time', async () => {
    const { deps } = await otherProcess()
    const reads: (readonly number[])[] = []
    const counted = {
      ...deps,
      store: {
        ...deps.store,
        hotelContents: {
          ...deps.store.hotelContents,
          pages: (ids: readonly number[]) => {
            reads.push(ids)
            return deps.store.hotelContents.pages(ids)
          },
        },
      },
    }
    const { createHotelPages } = await import('../../src/hotel-index/hotel-pages.ts')
    const pages = createHotelPages({ store: counted.store, now: () => Date.now() })
    await Promise.all(Array.from({ length: 20 }, () => pages.find([HOTELS.seen])))
    await pages.find([HOTELS.seen, ...HOTELS.many])
    expect(reads).toEqual([[HOTELS.seen], HOTELS.many])

    const booked = await Promise.all(
      ['confirm', 'cancel-free', 'cancel-penalty'].map((slug) =>
        bookScenario(gateway, httpJourney(gateway), slug, 'INSTANT'),
      ),
    )
    expect(booked).toHaveLength(3)
    reads.length = 0
    const own = createGateway({
      ...counted,
      hotelPages: createHotelPages({ store: counted.store, now: () => Date.now() }),
    })
    const asking = caller({ organizationId: 'org_sandbox' })
    const answer: Json = await execute({
      schema,
      document: parse(
        '{ bookings { ... on BookingConnection { nodes { hotel { hotelName images { url } rooms { name { text } } descriptions { text } } } } } }',
      ),
      contextValue: {
        gateway: own,
        caller: asking,
        loaders: createLoaders(own, asking),
        consumeRate: async () => ({ allowed: true }),
        turn: () => null,
        observe: () => undefined,
        unforeseen: (error: unknown) => {
          throw error
        },
      },
    })
    expect(answer.errors).toBeUndefined()
    const hotels = answer.data.bookings.nodes.map(({ hotel }: Json) => hotel)
    expect(hotels.length).toBeGreaterThanOrEqual(3)
    for (const hotel of hotels) expect(hotel.descriptions.length).toBeGreaterThan(0)
    expect(reads).toHaveLength(1)
  })
})
