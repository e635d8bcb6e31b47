import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { TestDatabase } from '../support/database.ts'
import { reaches } from '../support/four-suppliers.ts'
import { type StartedGateway } from '../support/gateway.ts'
import { type HttpClient, type Json } from '../support/http-client.ts'
import { bookingInput, httpJourney, party, scenarioHotel, stay } from '../support/journey.ts'
import { optionOf } from '../support/option.ts'
import { camelGuests } from '../support/use-both-facades.ts'
import { useGateway } from '../support/use-gateway.ts'

let gateway: StartedGateway
let http: HttpClient
let database: TestDatabase

useGateway((started) => {
  ;({ gateway, http, database } = started)
})

const EXTRAS = {
  arrival_time: '22:30',
  loyalty: { program_id: 'SN', member_id: 'ABC123' },
  tax_registration_number: 'GB 123 4567 89',
  invoicing: {
    company_name: 'Analytical Engines Ltd',
    company_address: {
      address_lines: ['12 St James’s Square', 'Second floor'],
      city: 'London',
      state_province_code: null,
      postal_code: 'SW1Y 4JH',
      country_code: 'GB',
    },
    email: 'invoices@example.com',
  },
  travel_purpose: 'BUSINESS',
}
const CAMEL = {
  arrivalTime: '22:30',
  loyalty: { programId: 'SN', memberId: 'ABC123' },
  taxRegistrationNumber: 'GB 123 4567 89',
  invoicing: {
    companyName: 'Analytical Engines Ltd',
    companyAddress: {
      addressLines: ['12 St James’s Square', 'Second floor'],
      city: 'London',
      stateProvinceCode: null,
      postalCode: 'SW1Y 4JH',
      countryCode: 'GB',
    },
    email: 'invoices@example.com',
  },
  travelPurpose: 'BUSINESS',
}

const SELECTION = `arrivalTime loyalty { programId memberId } taxRegistrationNumber travelPurpose unsentFields
  invoicing { companyName companyAddress { addressLines city stateProvinceCode postalCode countryCode } email } guests { gender }`
const BOOK = `mutation($input: CreateBookingInput!) { createBooking(input: $input) {
  __typename ... on CreatedBooking { booking { bookingId } } ... on Problem { message }
  ... on ValidationProblem { issues { path code } } } }`

async function ask(query: string, variables: Json): Promise<Json> {
  const { body } = await http.post('/graphql', { query, variables })
  if (body.errors) throw new Error(JSON.stringify(body.errors))
  return Object.values(body.data)[0]
}

async function offerOf(supplierCode: string): Promise<Json> {
  const option = await optionOf(httpJourney(gateway), database, supplierCode)
  return (await httpJourney(gateway).prebook(option.booking_token)).offer
}

function withGender(input: Json): Json {
  return { ...input, guests: input.guests.map((guest: Json) => ({ ...guest, gender: 'FEMALE' })) }
}

function book(input: Json, key: string = randomUUID()): Promise<Json> {
  return http.post('/hotels/book', input, { 'idempotency-key': key })
}

/** What the suppliers' own books say of a booking. */
async function suppliersBooks(): Promise<string> {
  const [row] = await database.query(`SELECT string_agg(body::text, ' ') AS kept FROM sandbox_records`)
  return row.kept
}

describe.each([
  ['expedia_rapid', ['LOYALTY', 'TAX_REGISTRATION_NUMBER', 'INVOICING'], ['GENDER', 'TRAVEL_PURPOSE']],
  ['ratehawk', ['ARRIVAL_TIME', 'GENDER'], ['LOYALTY', 'TAX_REGISTRATION_NUMBER', 'INVOICING', 'TRAVEL_PURPOSE']],
  ['hotelbeds', [], ['GENDER', 'LOYALTY', 'TAX_REGISTRATION_NUMBER', 'INVOICING', 'TRAVEL_PURPOSE']],
  ['liteapi', [], ['GENDER', 'LOYALTY', 'TAX_REGISTRATION_NUMBER', 'INVOICING', 'TRAVEL_PURPOSE']],
])('%s', (code, takes, unsent) => {
  it('[R-23] [E-14] [E-16] takes what its offers say, and bookings tell the rest by both facades', {
    timeout: 180_000,
  }, async () => {
    const offer = await offerOf(code)
    expect(offer.guest_requirements).toMatchObject({ takes, gender: takes.includes('GENDER') })
    const input = { ...withGender(bookingInput(offer, 'INSTANT')), ...EXTRAS }
    const { status, body } = await book(input)
    expect([status, body.message]).toEqual([200, expect.stringMatching(/^booking is/)])
    const bookingId = body.data.booking_id
    await reaches(httpJourney(gateway), bookingId, 'CONFIRMED')
    const { data } = (await http.get(`/hotels/book/${bookingId}/details`)).body
    expect(data).toMatchObject({ ...EXTRAS, unsent_fields: unsent })
    expect(data.guests.map(({ gender }: Json) => gender)).toEqual(['FEMALE', 'FEMALE'])
    const same = await ask(`query($by: BookingLookup!) { booking(by: $by) { ... on Booking { ${SELECTION} } } }`, {
      by: { bookingId },
    })
    expect(same).toEqual({ ...CAMEL, unsentFields: unsent, guests: [{ gender: 'FEMALE' }, { gender: 'FEMALE' }] })
    const [row] = await database.query('SELECT b::text AS row FROM bookings b WHERE id = $1', [bookingId])
    for (const word of ['ABC123', 'Analytical', 'invoices@', '123 4567', 'FEMALE']) expect(row.row).not.toContain(word)
  })
})

describe('what is told at booking', () => {
  it('is the same in GraphQL, belongs to what a key names, and reaches every supplier', {
    timeout: 180_000,
  }, async () => {
    const offer = await offerOf('expedia_rapid')
    const key = randomUUID()
    const input = { ...camelGuests(bookingInput(offer, 'INSTANT')), ...CAMEL, specialRequests: 'Quiet room' }
    const booked = await ask(BOOK, { input: { ...input, idempotencyKey: key } })
    expect(booked).toMatchObject({ __typename: 'CreatedBooking' })
    expect(await suppliersBooks()).toContain('Arrival about 22:30. Quiet room')
    const again = { ...bookingInput(offer, 'INSTANT'), ...EXTRAS, special_requests: 'Quiet room' }
    expect((await book(again, key)).body.data.booking_id).toBe(booked.booking.bookingId)
    const other = await book({ ...again, arrival_time: '09:00', loyalty: { program_id: 'SN', member_id: 'X' } }, key)
    expect(other.body).toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
      details: { differing_paths: ['arrival_time', 'loyalty.member_id'] },
    })
  })

  it('is refused by its path before anything is booked, all faults at once', async () => {
    const { body: found } = await http.post(`/hotels/${await scenarioHotel(gateway, 'cancel-free')}/rooms`, {
      ...stay(),
      ...party,
      nationality: 'BR',
      max_wait_ms: 8_000,
    })
    const { body } = await http.post('/hotels/prebook', { booking_token: found.data.options[0].booking_token })
    const input = bookingInput(body.data.offer, 'INSTANT')
    const wrong = await book({
      ...input,
      guests: input.guests.map((guest: Json) => ({ ...guest, gender: 'female' })),
      arrival_time: '24:00',
      loyalty: { program_id: '', member_id: 'a\nb' },
      tax_registration_number: 'número',
      invoicing: {
        company_name: '<b>',
        company_address: { address_lines: [], city: 'x', country_code: 'gb' },
        email: 'x',
      },
      travel_purpose: 'FUN',
    })
    expect(wrong.status).toBe(400)
    expect(wrong.body.details.issues.map(({ path }: Json) => path)).toEqual([
      'guests[0].gender',
      'guests[1].gender',
      'arrival_time',
      'loyalty.program_id',
      'loyalty.member_id',
      'tax_registration_number',
      'invoicing.company_name',
      'invoicing.company_address.address_lines',
      'invoicing.company_address.country_code',
      'invoicing.email',
      'travel_purpose',
    ])
    const foreign = await book({ ...input, tax_registration_number: '123.456' })
    expect(foreign.body.details.issues).toMatchObject([{ path: 'tax_registration_number', code: 'INVALID_FORMAT' }])
    const fine = await book({ ...input, tax_registration_number: '111.444.777-35' })
    expect(fine.body.data.status).toBe('CONFIRMED')
  })
})
