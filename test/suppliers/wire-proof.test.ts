import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import type { Json } from '../support/http-client.ts'
import { sharedJson } from '../support/spec/shared.ts'
import { specificationOf } from '../support/spec/specification.ts'
import { startWatchedWire, type WireRequest } from '../support/suppliers/watched-wire.ts'

/** The proof is proved: each kind of violation that it has to find is planted once. */
const rapid = specificationOf(['expedia-rapid/openapi.json'])
const hotelbeds = specificationOf(['hotelbeds/openapi.derived.json'])
const ratehawk = specificationOf(['ratehawk/openapi.derived.json'])
const liteapi = specificationOf(['liteapi/search.openapi.json', 'liteapi/booking.openapi.json'])

const RAPID_HEADERS = {
  authorization: 'EAN apikey=a,signature=b,timestamp=1',
  accept: 'application/json',
  'accept-encoding': 'gzip',
  'user-agent': 'gateway/1',
  'customer-ip': '203.0.113.9',
}
const SHOP_QUERY =
  'checkin=2027-06-01&checkout=2027-06-03&currency=USD&country_code=GB&language=en-US&occupancy=2&property_id=1&rate_plan_count=1' +
  '&sales_channel=agent_tool&sales_environment=hotel_only&include=rooms.rates.holdable&filter=expedia_collect'

function get(path: string, query = '', headers: Readonly<Record<string, string>> = RAPID_HEADERS): WireRequest {
  return { method: 'GET', path, query: new URLSearchParams(query), headers, body: '' }
}

function post(path: string, body: Json, headers: Readonly<Record<string, string>> = {}): WireRequest {
  return {
    method: 'POST',
    path,
    query: new URLSearchParams(),
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  }
}

const BASIC = { authorization: 'Basic a2V5OnNlY3JldA==' }
const BEDS = { 'api-key': 'key', 'x-signature': 'signature' }
const FINISH = sharedJson('suppliers/ratehawk/examples/booking-finish.request.json')

describe('[P-3] headers and queries', () => {
  const shop = '/v3/properties/availability'

  it('pass as the suppliers want them', () => {
    expect(rapid.requestFaults(get(shop, SHOP_QUERY))).toEqual([])
    expect(ratehawk.requestFaults(post('/hotel/order/booking/finish/', FINISH, BASIC))).toEqual([])
  })

  it.each(Object.keys(RAPID_HEADERS))('are at fault without the header %s', (name) => {
    const { [name]: _, ...rest }: Record<string, string> = RAPID_HEADERS
    const query = 'affiliate_reference_id=ABCDEFGH&email=a%40b.example'
    expect(rapid.requestFaults(get('/v3/itineraries', query, rest)).join()).toMatch(
      new RegExp(`${name}: required`, 'i'),
    )
  })

  it.each([
    [
      'a list has a value that it does not allow',
      `${SHOP_QUERY}&include=rooms.rates.everything`,
      /include\S*: must be equal/,
    ],
    ['a single value is not allowed', `${SHOP_QUERY}&travel_purpose=pleasure`, /travel_purpose: must be equal/],
    ['a number is none', SHOP_QUERY.replace('rate_plan_count=1', 'rate_plan_count=many'), /rate_plan_count: must be/],
    ['one is unknown', `${SHOP_QUERY}&surprise=1`, /query surprise: unknown/],
    ['one is missing', SHOP_QUERY.replace('&currency=USD', ''), /query currency: required/],
  ])('are at fault when %s', (_what, query, pattern) => {
    expect(rapid.requestFaults(get(shop, query)).join()).toMatch(pattern)
  })

  it('are at fault when a forced outcome is none of Rapid’s, and without credentials', () => {
    expect(rapid.requestFaults(get(shop, SHOP_QUERY, { ...RAPID_HEADERS, test: 'sunshine' })).join()).toMatch(
      /header Test/,
    )
    expect(ratehawk.requestFaults(post('/hotel/order/booking/finish/', FINISH))).toEqual(['no basic authorization'])
    const body = { rooms: [{ rateKey: 'key' }] }
    expect(hotelbeds.requestFaults(post('/checkrates', body, { 'api-key': 'key' }))).toEqual([
      'header X-Signature: required',
    ])
    expect(hotelbeds.requestFaults(post('/checkrates', body, BEDS))).toEqual([])
    const holder = { prebookId: 'p', holder: { firstName: 'Ada', lastName: 'Lovelace', email: 'a@b.example' } }
    expect(liteapi.requestFaults(post('/rates/book', holder)).join()).toMatch(/header X-API-Key: required/)
  })
})

describe('[P-4] properties that a supplier does not know', () => {
  it('are found in our requests at any depth', () => {
    const [room] = FINISH.rooms
    const guests = [{ ...room.guests[0], middle_name: 'Augusta' }]
    const body = { ...FINISH, rooms: [{ guests }], user: { ...FINISH.user, fax: '1' }, extra: null }
    expect(ratehawk.requestFaults(post('/hotel/order/booking/finish/', body, BASIC)).sort()).toEqual([
      'body/extra: unknown',
      'body/rooms/0/guests/0/middle_name: unknown',
      'body/user/fax: unknown',
    ])
  })

  it('may be in what a supplier answers: it adds fields as it likes', () => {
    const answer = { ...sharedJson('suppliers/ratehawk/examples/booking-form.response.json'), invented: true }
    expect(ratehawk.answerFaults({ method: 'POST', path: '/hotel/order/booking/form/' }, 200, answer)).toEqual([])
  })
})

describe('[P-2] formats, and what may be null', () => {
  const order = '/hotel/order/info/'

  it('are held: an address that is none, a day that no month has', () => {
    const body = { ...FINISH, user: { ...FINISH.user, email: 'nobody' } }
    expect(ratehawk.requestFaults(post('/hotel/order/booking/finish/', body, BASIC)).join()).toMatch(
      /email: must match format/,
    )
    const search = sharedJson('suppliers/ratehawk/examples/serp-hotels.request.json')
    const never = { ...search, checkin: '2027-02-30' }
    expect(ratehawk.requestFaults(post('/search/serp/hotels/', never, BASIC)).join()).toMatch(
      /checkin: must match format/,
    )
  })

  it('null is taken where the specification says so, and nowhere else', () => {
    const answer = sharedJson('suppliers/ratehawk/examples/order-info.response.NOTE-outer-counters-reconstructed.json')
    expect(ratehawk.answerFaults({ method: 'POST', path: order }, 200, answer)).toEqual([])
    const broken = structuredClone(answer)
    broken.data.orders[0].cancelled_at = null
    expect(ratehawk.answerFaults({ method: 'POST', path: order }, 200, broken)).toEqual([])
    broken.data.orders[0].checkin_at = null
    expect(ratehawk.answerFaults({ method: 'POST', path: order }, 200, broken).join()).toMatch(
      /checkin_at: must be string/,
    )
  })

  it.each(['order_type', 'source', 'modified_at', 'hotel_data'])(
    '[P-6] an order without %s, which the documented example has, is no order',
    (name) => {
      const answer = sharedJson(
        'suppliers/ratehawk/examples/order-info.response.NOTE-outer-counters-reconstructed.json',
      )
      delete answer.data.orders[0][name]
      expect(ratehawk.answerFaults({ method: 'POST', path: order }, 200, answer).join()).toMatch(
        `required property '${name}'`,
      )
    },
  )
})

describe('[P-5] rates inside of Rapid’s availability', () => {
  const request = { method: 'GET', path: '/v3/properties/availability' }
  function availability(): Json {
    return sharedJson('suppliers/expedia-rapid/examples/availability.200.availability-and-unavailable-reason.json')
  }

  it('pass as the official example has them', () => {
    expect(rapid.answerFaults(request, 200, availability())).toEqual([])
  })

  it('are checked: by the kind of the property, which has to be known', () => {
    const faulty = availability()
    const available = faulty.find(({ status }: Json) => status === 'available')
    available.rooms[0].rates[0].refundable = 'yes'
    const unavailable = faulty.find(({ status }: Json) => status === 'partially_unavailable')
    unavailable.unavailable_reason = { code: 7 }
    const told = rapid.answerFaults(request, 200, faulty).join()
    expect(told).toMatch(/rates\/0\/refundable: must be boolean/)
    expect(told).toMatch(/unavailable_reason\/code: must be string/)
    expect(rapid.answerFaults(request, 200, [{ property_id: '1', status: 'gone' }]).join()).toMatch(
      /status: must be equal/,
    )
    expect(rapid.answerFaults(request, 200, [{ property_id: '1' }]).join()).toMatch(/required property 'status'/)
  })
})

describe('the watched wire', () => {
  it('reports what is wrong on either side of an exchange', async () => {
    const server = createServer((_, response) => {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify([{ property_id: '1', status: 'gone' }]))
    })
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const wrong: string[] = []
    const wire = await startWatchedWire({ expedia_rapid: `http://127.0.0.1:${port}` }, { wrong })
    await fetch(`${wire.baseUrls['expedia_rapid']}/v3/properties/availability?${SHOP_QUERY}&surprise=1`)
    await wire.close()
    server.close()
    expect(wrong.join('\n')).toMatch(/^request .*surprise: unknown/m)
    expect(wrong.join('\n')).toMatch(/^answer .*status: must be equal/m)
  })
})
