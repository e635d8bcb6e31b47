import { describe, expect, it } from 'vitest'
import type { Occupancy } from '../../src/domain/occupancy.ts'
import { writeOutcome as rapidOutcome } from '../../src/suppliers/expedia-rapid/errors.ts'
import { BOOK_RULES, writeOutcome as liteapiOutcome } from '../../src/suppliers/liteapi/errors.ts'
import type { WriteOutcome } from '../../src/suppliers/supplier-call.ts'
import type { Json } from '../support/http-client.ts'
import { sharedJson } from '../support/spec/shared.ts'
import { supplierOf } from '../support/supplier-records.ts'
import { answered } from '../support/suppliers/answers.ts'
import { someRate } from '../support/suppliers/rates.ts'
import { bookingOf, COUPLE, questionFor, referenceOf } from '../support/suppliers/sandbox.ts'

/** The adapters read the suppliers' own examples. What each field means is shown by the tests of the adapters, with bodies of our own. */
const FOLDERS = {
  expedia_rapid: 'expedia-rapid/examples',
  hotelbeds: 'hotelbeds/examples',
  liteapi: 'liteapi/examples',
  ratehawk: 'ratehawk/examples',
} as const
type Code = keyof typeof FOLDERS

function example(code: Code, name: string): Json {
  return sharedJson(`suppliers/${FOLDERS[code]}/${name}.json`)
}

const TWO_ROOMS: Occupancy = [
  { adults: 2, childAges: [] },
  { adults: 2, childAges: [] },
]
const MIXED_ROOMS: Occupancy = [
  { adults: 2, childAges: [] },
  { adults: 1, childAges: [2] },
]
const HOTEL_CODE = 'availability-json-availability-by-hotel-code'
const BOOKING = 'booking-json-booking'

describe('availabilities', () => {
  it.each<[Code, string, string, Occupancy]>([
    ['expedia_rapid', 'availability.200.availability', '19248', COUPLE],
    ['hotelbeds', `${HOTEL_CODE}.2-room-2-adults-0-children.response.200`, '1533', TWO_ROOMS],
    [
      'hotelbeds',
      `${HOTEL_CODE}.1-room-2-adults-0-children-1-room-1-adult-1-children.response.200`,
      '6930',
      MIXED_ROOMS,
    ],
    ['hotelbeds', `${HOTEL_CODE}.1-room-1-adult-2-children.response.200`, '1533', [{ adults: 1, childAges: [6, 5] }]],
    ['liteapi', 'search/hotels-rates.200.search-response', 'lp1897', COUPLE],
  ])('%s %s is sold at a price with terms', async (code, name, supplierHotelId, occupancy) => {
    const request = { ...questionFor(occupancy), supplierHotelId, hotelTimeZone: null }
    const supplier = supplierOf(code)
    const answer = await supplier.rooms(answered(supplier, 200, example(code, name)), request)
    if (!answer.ok) throw new Error(answer.error.detail)
    expect(answer.value.rates.length).toBeGreaterThan(0)
    for (const { price, policy, rooms } of answer.value.rates) {
      expect(price.total.amountMinor).toBeGreaterThan(0)
      expect(policy.windows.length).toBeGreaterThan(0)
      expect(rooms).toHaveLength(occupancy.length)
    }
  })

  it('RateHawk’s is quoted', async () => {
    const ratehawk = supplierOf('ratehawk')
    const body = example('ratehawk', 'serp-hotels.response')
    const [{ hid, rates }] = body.data.hotels
    const request = { ...questionFor(COUPLE), supplierHotelIds: [String(hid)] }
    const answer = await ratehawk.search(answered(ratehawk, 200, body), request)
    const { amount } = rates[0].payment_options.payment_types[0]
    expect(answer).toMatchObject({ ok: true, value: { quotes: [{ total: { amountMinor: minorOf(amount) } }] } })
  })

  it.each<[Code, string]>([
    ['expedia_rapid', 'availability.200.no-availability'],
    ['liteapi', 'search/hotels-rates.204.no-availability-found'],
  ])('%s %s is nothing to sell', async (code, name) => {
    const supplier = supplierOf(code)
    const request = { ...questionFor(COUPLE), supplierHotelId: '1', hotelTimeZone: null }
    const answer = await supplier.rooms(answered(supplier, 200, example(code, name)), request)
    expect(answer).toEqual({ ok: true, value: { rates: [], droppedRates: 0 } })
  })
})

function minorOf(amount: string | number): number {
  return Math.round(Number(amount) * 100)
}

const RAPID = {
  propertyId: '1',
  roomId: '2',
  rateId: '3',
  bedGroupId: '4',
  priceCheckHref: '/v3/properties/1/rooms/2/rates/3?token=a',
  bookHref: '/v3/itineraries?token=a',
  holdable: false,
  terms: { refundable: true },
  knownAt: 0,
}

describe('price checks', () => {
  const HOTELBEDS = { parts: [{ rateKey: 'key', roomCode: 'DBL.ST', roomIndexes: [0, 1] }], boardCode: 'RO' }
  const LITEAPI = { offerId: 'offer', roomTypeId: 'room', prebookId: null }

  it.each<[Code, string, Readonly<Record<string, unknown>>, Occupancy, (body: Json) => string | number]>([
    [
      'expedia_rapid',
      'price-check.200.available-example',
      RAPID,
      COUPLE,
      (body) => body.occupancy_pricing['2'].totals.inclusive.billable_currency.value,
    ],
    [
      'hotelbeds',
      'checkrate-json-checkrate.2-room-2-adults-0-children.response.200',
      HOTELBEDS,
      TWO_ROOMS,
      (body) => body.hotel.totalNet,
    ],
    ['liteapi', 'booking/prebook.200.prebook-response', LITEAPI, COUPLE, (body) => body.data.price],
    [
      'ratehawk',
      'prebook.response',
      { bookHash: 'h-1' },
      COUPLE,
      (body) => body.data.hotels[0].rates[0].payment_options.payment_types[0].amount,
    ],
  ])('%s %s is the price that it states', async (code, name, payload, occupancy, priceOf) => {
    const supplier = supplierOf(code)
    const body = example(code, name)
    const supplierHotelId = String(body.hotel?.code ?? body.data?.hotelId ?? body.data?.hotels?.[0].hid ?? '1')
    const { checkIn: checkInDate, checkOut: checkOutDate } = body.hotel ?? {}
    const checked = await supplier.checkPrice(answered(supplier, 200, body), {
      ...questionFor(occupancy),
      // Hotelbeds repeats the stay.
      ...(checkInDate ? { stay: { checkInDate, checkOutDate } } : {}),
      supplierHotelId,
      hotelTimeZone: null,
      rate: someRate(occupancy, payload),
    })
    expect(checked).toMatchObject({
      ok: true,
      value: { available: true, rate: { price: { total: { amountMinor: minorOf(priceOf(body)) } } } },
    })
  })

  it.each<[Code, string, number, Readonly<Record<string, unknown>>]>([
    ['expedia_rapid', 'price-check.200.sold-out-example', 200, RAPID],
    ['liteapi', 'booking/prebook.408.outdated-offerid', 408, LITEAPI],
  ])('%s %s is sold out', async (code, name, status, payload) => {
    const supplier = supplierOf(code)
    const request = { ...questionFor(COUPLE), supplierHotelId: '1', hotelTimeZone: null }
    const call = answered(supplier, status, example(code, name))
    const checked = await supplier.checkPrice(call, { ...request, rate: someRate(COUPLE, payload) })
    expect(checked).toEqual({ ok: true, value: { available: false } })
  })
})

describe('bookings', () => {
  const HOTELBEDS = { parts: [{ rateKey: 'key', roomCode: 'DBT.ST', roomIndexes: [0] }], boardCode: 'BB' }

  const LITEAPI = { offerId: 'offer', roomTypeId: 'room', prebookId: 'prebook' }

  it.each<[Code, string, number, Readonly<Record<string, unknown>>]>([
    ['expedia_rapid', 'create-booking.201.create-without-hold-no-challenge-example', 201, RAPID],
    ['hotelbeds', `${BOOKING}.1-room-1-adults-2-children.response.200`, 200, HOTELBEDS],
    ['hotelbeds', `${BOOKING}.2-room-2-adults-0-children.response.200`, 200, HOTELBEDS],
    ['liteapi', 'booking/book.200.confirmed-booking', 200, LITEAPI],
  ])('%s %s is a confirmed booking', async (code, name, status, payload) => {
    const supplier = supplierOf(code)
    const body = example(code, name)
    const request = bookingOf(someRate(COUPLE, payload), questionFor(COUPLE))
    // Rapid's bookings need a billing contact, except on this machine.
    const call = answered(supplier, status, body)
    const connection = { ...call.connection, baseUrl: 'http://localhost' }
    expect(await supplier.book({ ...call, connection }, request)).toMatchObject({
      outcome: 'ACCEPTED',
      value: {
        status: 'CONFIRMED',
        supplierBookingId: body.itinerary_id ?? body.booking?.reference ?? body.data.bookingId,
      },
    })
  })

  it.each<[Code, string, (body: Json) => object]>([
    [
      'expedia_rapid',
      'retrieve.200.itinerary-no-history',
      (body) => ({ status: 'CONFIRMED', supplierBookingId: body.itinerary_id, rooms: 1 }),
    ],
    [
      'hotelbeds',
      `${BOOKING}.1-room-2-adults-0-children-1-room-1-adult-1-children.response.MISLABELLED-400-is-a-confirmed-200`,
      ({ booking }) => ({
        status: 'CONFIRMED',
        supplierBookingId: booking.reference,
        rooms: 2,
        charged: { amountMinor: minorOf(booking.totalNet), currency: booking.currency },
      }),
    ],
    [
      'liteapi',
      'booking/get-booking.200.example-0',
      ({ data }) => ({
        status: 'CONFIRMED',
        supplierBookingId: data.bookingId,
        charged: { amountMinor: minorOf(data.price), currency: data.currency },
      }),
    ],
    [
      'liteapi',
      'booking/get-booking.200.example-1',
      ({ data }) => ({ status: 'CANCELLED', supplierBookingId: data.bookingId }),
    ],
  ])('%s %s is a record', async (code, name, recordOf) => {
    const supplier = supplierOf(code)
    const body = example(code, name)
    const found = await supplier.retrieve(answered(supplier, 200, body), referenceOf({ supplierReference: 'X' }))
    expect(found).toMatchObject({ ok: true, value: recordOf(body) })
  })

  it('RateHawk’s order is found as cancelled', async () => {
    const ratehawk = supplierOf('ratehawk')
    const body = example('ratehawk', 'order-info.response.NOTE-outer-counters-reconstructed')
    const [order] = body.data.orders
    const answers = [example('ratehawk', 'booking-finish-status.response.ok'), body]
    const call = {
      ...answered(ratehawk, 200, null),
      fetch: async () => ({ ok: true as const, value: { status: 200, headers: {}, json: answers.shift() } }),
    }
    const reference = referenceOf({ supplierReference: order.partner_data.order_id })
    expect(await ratehawk.retrieve(call, reference)).toMatchObject({
      ok: true,
      value: { status: 'CANCELLED', supplierBookingId: String(order.order_id) },
    })
  })

  it.each(['cancel.200.refundable', 'cancel.200.non-refundable'])(
    'LiteAPI’s %s is cancelled at its fee',
    async (name) => {
      const liteapi = supplierOf('liteapi')
      const body = example('liteapi', `booking/${name}`)
      const outcome = await liteapi.cancel(answered(liteapi, 200, body), referenceOf({ supplierReference: 'X' }))
      const amountMinor = minorOf(body.data.cancellation_fee)
      expect(outcome).toMatchObject({ outcome: 'ACCEPTED', value: { chargedPenalty: { amountMinor } } })
    },
  )
})

function meaningOf(outcome: Exclude<WriteOutcome<never>, { outcome: 'ACCEPTED' }>): string {
  return outcome.outcome === 'UNKNOWN' ? 'UNKNOWN' : outcome.refusal.reason
}

describe('errors of a write', () => {
  const rapidAnswers: readonly (readonly [name: string, status: number, meaning: string])[] = [
    ['create-booking.400.duplicate-itinerary-example', 400, 'UNKNOWN'],
    ['create-booking.400.invalid-country-code-example', 400, 'SUPPLIER_REFUSED'],
    ['create-booking.401.example', 401, 'SUPPLIER_REFUSED'],
    ['create-booking.403.example', 403, 'SUPPLIER_REFUSED'],
    ['create-booking.409.example', 409, 'PRICE_CHANGED'],
    ['create-booking.410.example', 410, 'SOLD_OUT'],
    ['create-booking.426.example', 426, 'SUPPLIER_REFUSED'],
    ['create-booking.429.example', 429, 'SUPPLIER_REFUSED'],
    ['create-booking.500.example', 500, 'UNKNOWN'],
    ['create-booking.503.example', 503, 'UNKNOWN'],
    ['cancel-held.400.link-invalid-example', 400, 'SUPPLIER_REFUSED'],
    ['cancel-held.400.room-already-cancelled-example', 400, 'ALREADY_CANCELLED'],
    ['cancel-held.404.example', 404, 'SUPPLIER_REFUSED'],
    ['resume.500.example', 500, 'UNKNOWN'],
    ['resume.404.example', 404, 'SUPPLIER_REFUSED'],
  ]

  it.each(rapidAnswers.map(([name, status, meaning]) => ({ name, status, meaning })))(
    '[C-072] Rapid: $name means $meaning',
    ({ name, status, meaning }) => {
      expect(meaningOf(rapidOutcome({ status, headers: {}, json: example('expedia_rapid', name) }))).toBe(meaning)
    },
  )

  it.each([
    ['duplicate-booking-attempt-with-existing-client-reference', 'UNKNOWN'],
    ['booking-not-confirmed', 'SUPPLIER_REFUSED'],
    ['booking-failed-provider-booking-response-is-invalid', 'SUPPLIER_REFUSED'],
    ['booking-failed-provider-response-was-unsuccessful', 'SUPPLIER_REFUSED'],
    ['booking-incomplete-booking-data-was-not-updated', 'UNKNOWN'],
    ['booking-initial-save-failed-please-try-again', 'UNKNOWN'],
    ['payment-failed-please-check-your-provided-payment-information', 'UNKNOWN'],
    ['missing-or-not-supported-payment-method', 'PAYMENT_DECLINED'],
    ['invalid-prebookid-rate-not-found', 'SUPPLIER_REFUSED'],
    ['prebookid-data-validation-failed-please-check-your-request-fields', 'SUPPLIER_REFUSED'],
  ])('[C-072] LiteAPI: %s means %s', (name, meaning) => {
    const json = example('liteapi', `booking/book.400.${name}`)
    expect(meaningOf(liteapiOutcome(BOOK_RULES, { status: 400, headers: {}, json }))).toBe(meaning)
  })
})
