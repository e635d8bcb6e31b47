import { describe, expect, it } from 'vitest'
import type { TestDatabase } from '../support/database.ts'
import { type StartedGateway } from '../support/gateway.ts'
import type { HttpClient, Json } from '../support/http-client.ts'
import { bookingInput, httpJourney, party, scenarioHotel, stay } from '../support/journey.ts'
import { parseSse } from '../support/sse.ts'
import { useGateway } from '../support/use-gateway.ts'

let gateway: StartedGateway
let http: HttpClient
let database: TestDatabase

useGateway((started) => {
  ;({ gateway, http, database } = started)
})

/** The first options of a hotel's rooms, collected into the answer. */
async function options(hotelId: string, changes: Json = {}, headers: Record<string, string> = {}): Promise<Json> {
  const input = { ...stay(), ...party, max_wait_ms: 8_000, ...changes }
  const { body } = await http.post(`/hotels/${hotelId}/rooms`, input, headers)
  return body.data ?? body
}

async function prebooked(changes: Json = {}, rooms: Json = {}): Promise<Json> {
  const hotelId = await scenarioHotel(gateway, 'cancel-free')
  const found = await options(hotelId, rooms)
  const { body } = await http.post('/hotels/prebook', { booking_token: found.options[0].booking_token, ...changes })
  return body
}

describe('[C-126] list prices', () => {
  it('of all options of an answer share one currency, with the rate and when it was stored', async () => {
    await database.query(
      `INSERT INTO exchange_rates (base, quote, rate, active, updated_at) VALUES ('USD', 'EUR', 0.8, true, '2027-01-01T06:00:00Z')
       ON CONFLICT (base, quote) DO UPDATE SET rate = 0.8, active = true, updated_at = EXCLUDED.updated_at`,
    )
    await expect
      .poll(
        async () => {
          const { options: some } = await options(await scenarioHotel(gateway, 'cancel-free'), { currency: 'EUR' })
          return some.map(({ list_price: { rate } }: Json) => rate)
        },
        { timeout: 180_000 },
      )
      .toEqual(expect.arrayContaining(['0.8']))
    const { options: some } = await options(await scenarioHotel(gateway, 'cancel-free'), { currency: 'EUR' })
    for (const { list_price: listed, price } of some) {
      expect(listed.total.currency).toBe('EUR')
      expect(listed.rate_as_of).toBe(price.total.currency === 'EUR' ? null : '2027-01-01T06:00:00.000Z')
      expect(listed.total.amount_minor).toBe(Math.round(price.total.amount_minor * Number(listed.rate)))
    }
    const { options: unknown } = await options(await scenarioHotel(gateway, 'cancel-free'), { currency: 'XPF' })
    expect(unknown.map(({ list_price: listed }: Json) => listed)).toEqual(unknown.map(() => null))
    const { error } = { error: await options(await scenarioHotel(gateway, 'cancel-free'), { currency: 'euro' }) }
    expect(error.details.issues).toMatchObject([{ path: 'currency', code: 'INVALID_CURRENCY' }])
  })

  it('limit and are accepted like the supplier’s own; a third currency is refused', async () => {
    const { data } = await prebooked({}, { currency: 'EUR' })
    const { total } = data.offer.list_price
    const below = await prebooked(
      { max_price: { amount_minor: total.amount_minor - 1, currency: 'EUR' } },
      { currency: 'EUR' },
    )
    const equal = await prebooked(
      { max_price: { amount_minor: total.amount_minor, currency: 'EUR' } },
      { currency: 'EUR' },
    )
    expect([below.data.offer.bookable, equal.data.offer.bookable]).toEqual([false, true])
    const third = await prebooked({ max_price: { amount_minor: 1, currency: 'JPY' } }, { currency: 'EUR' })
    expect(third.details.issues).toMatchObject([{ path: 'max_price.currency', code: 'CURRENCY_MISMATCH' }])
    const wrong = {
      ...bookingInput(data.offer, 'INSTANT'),
      accepted_price: { ...total, amount_minor: total.amount_minor + 1 },
    }
    const { body: refused } = await http.post('/hotels/book', wrong, { 'idempotency-key': `list-${Date.now()}-no` })
    expect(refused.code).toBe('PRICE_MISMATCH')
    const right = { ...bookingInput(data.offer, 'INSTANT'), accepted_price: total }
    const { body } = await http.post('/hotels/book', right, { 'idempotency-key': `list-${Date.now()}` })
    expect(body.data.status).toMatch(/CONFIRMED|PROCESSING/)
  })
})

describe('[C-130] policy texts', () => {
  it.each([
    ['en', /^Cancelling is free of charge before \d+ \w+ \d{4} at \d\d:\d\d \([\w/]+\)\. From .* costs [A-Z]{3}/],
    ['de', /^Die Stornierung ist vor dem .* kostenlos\. Ab dem /],
    ['fr', /^L’annulation est gratuite avant le /],
    ['ja', /より前のキャンセルは無料です。/],
    ['ar', /^الإلغاء مجاني قبل /],
    ['tlh', /^Cancelling is free of charge before /],
  ])('say the windows in %s, with times at the hotel', async (language, pattern) => {
    const { data } = await prebooked({ language })
    expect(data.offer.cancellation.policy_text).toMatch(pattern)
    const [free] = data.offer.cancellation.penalties
    const hotelsTime = free.until.local_datetime.slice(11, 16)
    expect(data.offer.cancellation.policy_text).toContain(hotelsTime)
  })

  it('are never empty, from option to booking', async () => {
    const journey = httpJourney(gateway)
    for (const slug of ['cancel-free', 'cancel-penalty', 'cancel-unknown']) {
      const found = await options(await scenarioHotel(gateway, slug))
      for (const { cancellation } of found.options) expect(cancellation.policy_text).not.toBe('')
      const { body } = await http.post('/hotels/prebook', { booking_token: found.options[0].booking_token })
      const booked = await journey.book(bookingInput(body.data.offer, 'INSTANT'), `text-${slug}-${Date.now()}`)
      const details = await http.get(`/hotels/book/${booked.booking_id}/details`, { language: 'de' })
      expect(details.body.data.cancellation.policy_text).toMatch(/Stornierung/)
    }
  })
})

describe('[C-125] a supplier that was not asked', () => {
  async function outcomeOf(code: string, hotelId: string, changes: Json = {}): Promise<Json> {
    const found = await options(hotelId, changes)
    const provider = found.providers.find(({ supplier_code: one }: Json) => one === code)
    const warnings = found.warnings.filter(({ supplier_code: one }: Json) => one === code)
    return [provider.outcome, warnings.map((warning: Json) => [warning.code, warning.path])]
  }

  it('because of the stay says so, and a warning names it; the others answer', async () => {
    const hotelId = await scenarioHotel(gateway, 'cancel-free')
    const [{ supplier_code: code }] = (await options(hotelId)).options
    const long = await options(hotelId, { ...stay(400, 2) })
    expect(await outcomeOf('expedia_rapid', hotelId, { ...stay(400, 2) })).toEqual(
      code === 'expedia_rapid'
        ? ['STAY_NOT_SUPPORTED', [['SUPPLIER_STAY_NOT_SUPPORTED', null]]]
        : ['SKIPPED_UNMAPPED', []],
    )
    expect(long.warnings.every(({ code: one }: Json) => one.startsWith('SUPPLIER_'))).toBe(true)
  })

  it('because of the nationality, or that refuses our credentials, says so in rooms, in the stream and at the prebook', async () => {
    const hotelId = await scenarioHotel(gateway, 'cancel-free')
    const [option] = (await options(hotelId)).options
    const { supplier_code: code, booking_token: token } = option
    const of = `WHERE supplier_code = '${code}'`
    const [{ settings }] = await database.query(`SELECT settings FROM supplier_connections ${of}`)
    await database.query(`UPDATE supplier_connections SET settings = settings || '{"markets": ["DE"]}' ${of}`)
    await expect
      .poll(() => outcomeOf(code, hotelId), { timeout: 60_000 })
      .toEqual(['MARKET_NOT_SOLD', [['SUPPLIER_MARKET_NOT_SOLD', null]]])
    await database.query(`UPDATE supplier_connections SET settings = $1 ${of}`, [settings])
    await expect.poll(async () => (await outcomeOf(code, hotelId))[0], { timeout: 60_000 }).toBe('PRICED')
    await http.post('/sandbox/faults', { supplier_code: code, operation: 'rooms', fault: '401', count: 1 })
    const stream = await http.post(`/hotels/${hotelId}/rooms`, { ...stay(), ...party })
    const events = parseSse((await http.get(stream.body.data.sse_stream_url)).body).map(({ data }) => data)
    expect(events).toContainEqual(
      expect.objectContaining({ supplier_code: code, error: { code: 'CREDENTIALS_REFUSED', retryable: false } }),
    )
    expect(events.at(-1).warnings).toMatchObject([{ code: 'SUPPLIER_CREDENTIALS_REFUSED', supplier_code: code }])
    const health = await http.get('/health/ready')
    expect(health.body).toMatchObject({ status: 'degraded', faults: { credentials: `refused by ${code}` } })
    expect((await http.get('/metrics')).body).toMatch(
      new RegExp(`gateway_supplier_credentials_refused{supplier="${code}",connection="[^"]+"} 1`),
    )
    await expect
      .poll(() => database.query(`SELECT subject FROM cases WHERE kind = 'CREDENTIALS_REFUSED'`), { timeout: 60_000 })
      .toMatchObject([{}])
    await http.post('/sandbox/faults', { supplier_code: code, operation: 'price_check', fault: '401', count: 1 })
    const { body } = await http.post('/hotels/prebook', { booking_token: token })
    expect(body).toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      details: { supplier_code: code, outcome: 'CREDENTIALS_REFUSED' },
    })
    await options(hotelId)
    expect((await http.get('/health/ready')).body.status).toBe('ok')
  })
})

describe('[C-134] a traveller', () => {
  it('is told by the body or by headers, and wrong addresses are refused by their path', async () => {
    const hotelId = await scenarioHotel(gateway, 'cancel-free')
    const wrong = await options(hotelId, { traveller: { ip: '203.0.113.999', session_id: 'x' } })
    expect(wrong.details.issues.map(({ path }: Json) => path)).toEqual(['traveller.ip', 'traveller.session_id'])
    const header = await options(hotelId, {}, { 'x-traveller-ip': 'nonsense' })
    expect(header.details.issues).toMatchObject([{ path: 'traveller.ip' }])
    const both = await options(hotelId, { traveller: { ip: '203.0.113.9' } }, { 'x-traveller-ip': 'nonsense' })
    expect(both.details.issues).toEqual([
      {
        path: 'traveller.ip',
        code: 'INVALID_FORMAT',
        message: 'X-Traveller-IP must be an IPv4 or IPv6 address',
      },
    ])
  })

  it('is stored sealed only, and is no part of what an idempotency key names', async () => {
    const { data } = await prebooked({ traveller: { ip: '203.0.113.77', session_id: 'session-of-ada' } })
    const input = bookingInput(data.offer, 'INSTANT')
    const key = `traveller-${Date.now()}`
    const { body } = await http.post('/hotels/book', input, { 'idempotency-key': key })
    const again = await http.post(
      '/hotels/book',
      { ...input, traveller: { ip: '198.51.100.4' } },
      { 'idempotency-key': key },
    )
    expect(again.body.data.booking_id).toBe(body.data.booking_id)
    const rows = await database.query(
      `SELECT (SELECT string_agg(o::text, '') FROM offers o) || (SELECT string_agg(b::text, '') FROM bookings b) AS everything`,
    )
    expect(rows[0].everything).not.toContain('203.0.113.77')
    expect(rows[0].everything).not.toContain('session-of-ada')
  })
})

describe('[E-22] a rate that its supplier has put in the place of another', () => {
  it('at the same price with another board is TERMS_CHANGED, and booked with consent only', async () => {
    const hotelId = await scenarioHotel(gateway, 'substitute')
    const [option] = (await options(hotelId)).options
    const { body } = await http.post('/hotels/prebook', { booking_token: option.booking_token })
    const { offer, changes, next_action: next } = body.data
    expect([body.status, next]).toEqual(['TERMS_CHANGED', 'ACCEPT_CHANGES'])
    expect(offer.price.total).toEqual(option.price.total)
    expect(changes.map(({ path }: Json) => path)).toEqual(['board.code', 'board.name'])
    expect(changes[0]).toMatchObject({ before: option.board.code, after: offer.board.code, severity: 'MATERIAL' })
    const input = bookingInput(offer, 'INSTANT')
    const { body: refused } = await http.post('/hotels/book', input, { 'idempotency-key': `sub-${Date.now()}` })
    expect(refused.code).toBe('PRICE_MISMATCH')
    const agreed = { ...input, accepted_price: offer.price.total }
    const { body: booked } = await http.post('/hotels/book', agreed, { 'idempotency-key': `sub-${Date.now()}-yes` })
    const details = await http.get(`/hotels/book/${booked.data.booking_id}/details`)
    expect(details.body.data.board).toEqual(offer.board)
  })
})

describe('[C-135] a voucher', () => {
  it('has the hotel as it was offered, and is there once the booking is confirmed', async () => {
    const { data } = await prebooked()
    const booked = await httpJourney(gateway).book(bookingInput(data.offer, 'INSTANT'), `voucher-${Date.now()}`)
    await expect
      .poll(async () => (await http.get(`/hotels/book/${booked.booking_id}`)).body.data.status, { timeout: 60_000 })
      .toBe('CONFIRMED')
    const { body } = await http.get(`/hotels/book/${booked.booking_id}/details`)
    expect(body.data).toMatchObject({
      booking_mode: 'INSTANT',
      board: data.offer.board,
      remarks: data.offer.remarks,
      selling_price: null,
      promotions: [],
      hotel_confirmations: data.offer.allocations.map(({ allocation_id: id }: Json) => ({ allocation_id: id })),
      voucher: { hotel: { name: 'Scenario: cancel-free' }, supplier_reference: expect.any(String) },
    })
    await database.query(`UPDATE hotels SET address = 'Moved away 1' WHERE id = $1`, [Number(data.offer.hotel_id)])
    const later = await http.get(`/hotels/book/${booked.booking_id}/details`)
    expect(later.body.data.voucher.hotel).toEqual(body.data.voucher.hotel)
  })
})
