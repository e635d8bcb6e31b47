import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { createBookingInput, listBookingsInput, prebookInput } from '../../src/operations/inputs/booking.ts'
import { catalogueLine } from '../../src/operations/inputs/catalogue-line.ts'
import { parseInput } from '../../src/operations/inputs/input.ts'
import { readAs } from '../../src/operations/inputs/read-as.ts'
import { searchInput } from '../../src/operations/inputs/search.ts'
import { createWebhookEndpointInput } from '../../src/operations/inputs/webhook.ts'

const SEARCH = {
  destination: { type: 'place', id: 1 },
  checkIn: '2027-01-01',
  checkOut: '2027-01-02',
  nationality: 'ES',
  rooms: [{ adults: 2 }],
}

function faults(schema: z.ZodType, raw: unknown): readonly string[] {
  const input = parseInput(schema, raw)
  if (input.ok) return []
  const { issues } = input.error.details as { issues: readonly { code: string; path: string; message: string }[] }
  return issues.map(({ code, message }) => `${code}: ${message}`)
}
function searchFaults(changes: object) {
  return faults(searchInput, { ...SEARCH, ...changes })
}

describe('an input', () => {
  it('takes lines of invoices and memberships that can be read on one line, in any script', () => {
    function lined(programId: string) {
      return faults(createBookingInput, { loyalty: { programId, memberId: '1' } }).filter((one) =>
        one.includes('program_id'),
      )
    }
    for (const name of ['شرکت می\u200cخواهم', 'क्\u200dष Ltd', 'A/S «Ø» & Co.', '株式会社', '4711', '+'])
      expect(lined(name)).toEqual([])
    const unseen = 'INVALID_FORMAT: loyalty.program_id must be one line of visible characters'
    for (const name of ['a\u2028b', 'a\u2029b', '\u202Egnp.exe', '\u2066x', '\u200b', '\u200d', '\u00ad', 'a\u{e0041}'])
      expect(lined(name)).toEqual([unseen])
  })

  it('takes only assigned countries for an invoice, and says one thing about another', () => {
    function of(countryCode: string) {
      const companyAddress = { addressLines: ['1 Main Street'], city: 'London', countryCode }
      return faults(createBookingInput, {
        invoicing: { companyName: 'Acme', companyAddress, email: 'a@example.com' },
      }).filter((one) => one.includes('invoicing'))
    }
    expect(of('GB')).toEqual([])
    for (const code of ['ZZ', 'UK', 'gb', ''])
      expect(of(code)).toEqual([
        'INVALID_FORMAT: invoicing.company_address.country_code must be an ISO 3166-1 alpha-2 code',
      ])
  })

  it('takes a name that begins with a letter, and an address without a zone', () => {
    function named(givenName: string) {
      return faults(createBookingInput, { holder: { givenName } }).filter((fault) => fault.includes('given_name'))
    }
    expect(named('Zoe\u0308')).toEqual([])
    const towers = [`Z${'\u0335'.repeat(5)}oe`, 'Zo\u0300\u0301\u0323\u0327\u0335\u0336e']
    for (const name of towers)
      expect(named(name)).toEqual(['INVALID_NAME: holder.given_name must be a name in letters'])
    // Vietnamese in single marks, pointed Hebrew, Devanagari, Thai, Arabic with vowels, Yoruba.
    for (const name of ['Nguye\u0302\u0303n Thi\u0323', 'שִׁמְעוֹן', 'कृष्णा राज्ञी', 'ป้อมปิ่น', 'مُحَمَّد', 'Adé\u0323ọlá'])
      expect(named(name)).toEqual([])
    expect(named('\u0301'.repeat(20))).toEqual(['INVALID_NAME: holder.given_name must be a name in letters'])
    expect(searchFaults({ traveller: { ip: '::1' } })).toEqual([])
    expect(searchFaults({ traveller: { ip: 'fe80::1%eth0' } })).toEqual([
      'INVALID: traveller.ip must be an IPv4 or IPv6 address',
    ])
  })

  it('refuses an amount whose exponent is not that of its currency, by its path: 346.25 EUR is not 34625 EUR', () => {
    function booking(money: object) {
      return faults(createBookingInput, { acceptedPrice: money }).filter((fault) => fault.includes('accepted_price'))
    }
    function prebook(money: object) {
      return faults(prebookInput, { bookingToken: 'bkt', maxPrice: money })
    }
    const amount = { amountMinor: 34_625, currency: 'EUR' }
    for (const currencyExponent of [0, 1, 3, 4]) {
      const says = `currency_exponent must be 2, the decimals of EUR: 34625 EUR is 346.25`
      expect(booking({ ...amount, currencyExponent })).toEqual([`CURRENCY_MISMATCH: accepted_price.${says}`])
      expect(prebook({ ...amount, currencyExponent })).toEqual([`CURRENCY_MISMATCH: max_price.${says}`])
    }
    for (const told of [{ currencyExponent: 2 }, { currencyExponent: null }, {}]) {
      expect(booking({ ...amount, ...told })).toEqual([])
      expect(prebook({ ...amount, ...told })).toEqual([])
    }
    expect(prebook({ amountMinor: 34_625, currency: 'JPY', currencyExponent: 0 })).toEqual([])
    expect(prebook({ amountMinor: 34_625, currency: 'KWD', currencyExponent: 3 })).toEqual([])
    expect(prebook({ amountMinor: 34_625, currency: 'KWD', currencyExponent: 2 })).toEqual([
      'CURRENCY_MISMATCH: max_price.currency_exponent must be 3, the decimals of KWD: 34625 KWD is 34.625',
    ])
    expect(prebook({ amountMinor: -1, currency: 'eur', currencyExponent: 9 })).toHaveLength(3)
  })

  it('tells what is missing from what is of another type, or null', () => {
    expect(faults(searchInput, {})).toEqual([
      'REQUIRED: destination is required',
      'REQUIRED: check_in is required',
      'REQUIRED: check_out is required',
      'REQUIRED: nationality is required',
      'REQUIRED: rooms is required',
    ])
    expect(searchFaults({ destination: [], checkIn: 5, checkOut: null, rooms: 'two', limit: '5', cursor: 1 })).toEqual([
      'INVALID_TYPE: destination must be an object with type, id',
      'INVALID_TYPE: check_in must be a string',
      'INVALID_TYPE: check_out must be a string',
      'INVALID_TYPE: rooms must be an array',
      'INVALID_TYPE: limit must be a number',
      'INVALID_TYPE: cursor must be a string',
    ])
    expect(searchFaults({ destination: {}, refundableOnly: 'yes', limit: 1.5 })).toEqual([
      'REQUIRED: destination.type is required',
      'REQUIRED: destination.id is required',
      'INVALID_TYPE: refundable_only must be true or false',
      'INVALID_TYPE: limit must be an integer',
    ])
    expect(faults(createBookingInput, 'a booking')).toEqual(['INVALID_TYPE: the body must be an object'])
  })

  it('tells what a value may be, and what was probably meant', () => {
    expect(searchFaults({ destination: { type: 'hotle', id: 'abc' }, pricingMode: 'instnat', sort: 'price' })).toEqual([
      'INVALID_VALUE: destination.type must be one of hotel, place; did you mean hotel?',
      'INVALID_VALUE: destination.id must be a positive integer id',
      'INVALID_VALUE: sort must be one of recommended, price_low_to_high, price_high_to_low, stars, distance_from_center, value',
      'INVALID_VALUE: pricing_mode must be one of instant, live; did you mean instant?',
    ])
    expect(searchFaults({ limit: 0, starRatings: [9], hotelIds: [0], hotelName: 'x'.repeat(201) })).toEqual([
      'OUT_OF_RANGE: star_ratings[0] must be at most 5',
      'OUT_OF_RANGE: hotel_name must have at most 200 characters',
      'INVALID_VALUE: hotel_ids[0] must be a positive integer id',
      'OUT_OF_RANGE: limit must be at least 1',
    ])
    expect(faults(listBookingsInput, { createdFrom: 'yesterday', limit: 101 })).toEqual([
      'INVALID_FORMAT: created_from must be an RFC 3339 date and time with an offset, e.g. 2027-03-01T12:00:00Z',
      'OUT_OF_RANGE: limit must be at most 100',
    ])
    expect(faults(createWebhookEndpointInput, { url: 'https://partner.example', eventTypes: [] })).toEqual([
      'OUT_OF_RANGE: event_types must have at least 1 entry',
    ])
  })

  it('of absurd size gets an answer that is not: of one object the first fifty unknown keys, cut short', () => {
    const keys = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`key${index}`, 1]))
    expect(searchFaults(keys)).toHaveLength(51)
    expect(searchFaults(keys).at(-1)).toBe('UNKNOWN_KEY: and 950 more that are not known')
    const [long, ...others] = searchFaults({ ['k'.repeat(1_000_000)]: 1 })
    expect(others).toEqual([])
    expect(long).toBe(`UNKNOWN_KEY: ${'k'.repeat(100)} is not known`)
    expect(searchFaults({ sort: 'x'.repeat(1_000_000) })).toEqual([
      expect.stringMatching(/^INVALID_VALUE: sort must be one of recommended, [\w, ]+$/),
    ])
    expect(searchFaults({ hotelIds: Array.from({ length: 1_000 }, () => 'x') }).slice(99)).toEqual([
      'INVALID_VALUE: hotel_ids[99] must be a positive integer id',
      'MORE_ISSUES: and 900 more',
    ])
  })

  it('of several kinds is held against the one that it says to be', () => {
    function told(line: unknown) {
      const read = readAs(catalogueLine, line, 'the line')
      return read.ok ? [] : read.error.map(({ message }) => message)
    }
    expect(told(5)).toEqual(['the line must be an object'])
    expect(told({ type: 'hotle' })).toEqual([
      'type must be one of place, chain, facility, property_type, hotel, supplier_room, listing; did you mean hotel?',
    ])
    expect(told({})).toEqual(['type is required'])
    expect(told({ type: 'chain', id: 1, names: { en: '' }, nmaes: {} })).toEqual([
      'names.en must have at least 1 character',
      'nmaes is not known; did you mean names?',
    ])
  })

  it('[C-018] tells each room’s faults, whatever is wrong with the others and with how many there are', () => {
    const rooms = [{ adults: '1' }, { adults: 0 }, { adults: 4, childAges: [1, 18] }, { adults: 1, childAges: ['x'] }]
    const told = [
      'INVALID_TYPE: rooms[0].adults must be a number',
      'OUT_OF_RANGE: rooms[1].adults: each room needs at least one adult',
      "OUT_OF_RANGE: rooms[2].child_ages[1]: a child's age is 0 to 17 years",
      'TOO_MANY_OCCUPANTS: rooms[2]: a room takes at most 5 occupants, not 6',
      'INVALID_TYPE: rooms[3].child_ages[0] must be a number',
    ]
    expect(searchFaults({ rooms })).toEqual(told)
    const single = { adults: 1 }
    expect(searchFaults({ rooms: [...rooms, single, single, single, single, single] })).toEqual([
      ...told,
      'OUT_OF_RANGE: rooms must list 1 to 8 rooms, not 9',
    ])
  })

  it('[C-018] takes 1 to 8 rooms of at least one adult and at most five people, and no others', () => {
    const room = fc.record({
      adults: fc.integer({ min: 0, max: 6 }),
      childAges: fc.array(fc.integer({ min: -1, max: 19 }), { maxLength: 6 }),
    })
    fc.assert(
      fc.property(fc.array(room, { maxLength: 10 }), (rooms) => {
        const fine =
          rooms.length >= 1 &&
          rooms.length <= 8 &&
          rooms.every(
            ({ adults, childAges }) =>
              adults >= 1 && adults + childAges.length <= 5 && childAges.every((age) => age >= 0 && age <= 17),
          )
        expect(searchFaults({ rooms }).length === 0).toBe(fine)
      }),
    )
  })
})
