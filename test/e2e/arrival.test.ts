import { describe, expect, it } from 'vitest'
import { hotelDetails } from '../../src/sandbox/catalogue/hotel-details.ts'
import type { TestDatabase } from '../support/database.ts'
import { type StartedGateway } from '../support/gateway.ts'
import type { HttpClient, Json } from '../support/http-client.ts'
import { bookingInput, httpJourney, party, scenarioHotel, stay } from '../support/journey.ts'
import { ordinaryListings } from '../support/ordinary-listings.ts'
import { useGateway } from '../support/use-gateway.ts'

/** What guests need to arrive: instructions, the place, the voucher. */
let gateway: StartedGateway
let http: HttpClient
let database: TestDatabase
const { catalogue, listed } = ordinaryListings()

useGateway((started) => {
  ;({ gateway, http, database } = started)
})

async function options(hotelId: number | string, changes: Json = {}): Promise<Json[]> {
  const { body } = await http.post(`/hotels/${hotelId}/rooms`, { ...stay(), ...party, max_wait_ms: 10_000, ...changes })
  return body.data.options
}

type Arrived = { readonly option: Json; readonly offer: Json; readonly details: Json }

async function confirmed(id: string): Promise<void> {
  const journey = httpJourney(gateway)
  await expect.poll(async () => (await journey.booking(id)).status, { timeout: 60_000 }).toBe('CONFIRMED')
}

async function detailsOf(id: string): Promise<Json> {
  return (await http.get(`/hotels/book/${id}/details`)).body.data
}

async function booked(option: Json): Promise<Arrived> {
  const journey = httpJourney(gateway)
  const { offer } = await journey.prebook(option.booking_token)
  const input = { ...bookingInput(offer, 'INSTANT'), accepted_price: offer.price.total }
  const { booking_id: id } = await journey.book(input, `arrival-${option.option_id}`)
  await confirmed(id)
  return { option, offer, details: await detailsOf(id) }
}

describe('[C-131] instructions', () => {
  it('that a supplier’s listing has go to option, offer, booking and voucher, on both facades', async () => {
    const [option] = await options(await scenarioHotel(gateway, 'checkin-special'))
    const { offer, details } = await booked(option)
    expect(option.instructions).toMatchObject({
      check_in_from: '16:00',
      check_in_until: '20:00',
      check_out_until: '10:00',
      special: ['Guests who check in must be 21 or older.', expect.stringContaining('12 Harbour Street')],
      mandatory_fees_text: 'Resort fee: USD 20 per room and night, paid at the hotel.',
      optional_fees_text: 'Parking: USD 15 per night.',
      know_before_you_go: expect.stringContaining('hand over the key'),
    })
    expect(offer.instructions).toEqual(option.instructions)
    expect(details.instructions).toEqual(option.instructions)
    expect(details.voucher.lines).toEqual(expect.arrayContaining(option.instructions.special))
    const { body } = await http.post('/graphql', {
      query: `{ booking(by: { bookingId: "${details.booking_id}" }) { ... on Booking {
        instructions { checkInFrom special knowBeforeYouGo } } } }`,
    })
    expect(body.data.booking.instructions).toEqual({
      checkInFrom: '16:00',
      special: option.instructions.special,
      knowBeforeYouGo: option.instructions.know_before_you_go,
    })
  })

  it('of the hotel fill what its listing does not tell; a change of the catalogue reaches new offers, and no booking', async () => {
    const hotelId = await scenarioHotel(gateway, 'cancel-free')
    const told = { checkInFrom: '17:00', checkOutUntil: '09:30', text: [] }
    await database.query('UPDATE hotels SET instructions = $1 WHERE id = $2', [JSON.stringify(told), hotelId])
    const [option] = await options(hotelId)
    expect(option.instructions).toMatchObject({ check_in_from: '17:00', check_out_until: '09:30' })
    const { details } = await booked(option)
    await database.query(`UPDATE hotels SET instructions = instructions || '{"checkInFrom": "12:00"}' WHERE id = $1`, [
      hotelId,
    ])
    const [later] = await options(hotelId)
    expect(later.instructions.check_in_from).toBe('12:00')
    expect((await detailsOf(details.booking_id)).instructions.check_in_from).toBe('17:00')
  })
})

describe('[R-06] essentials', () => {
  it('that appear a day before arrival are read when they were announced, and a booking.updated says so', {
    timeout: 180_000,
  }, async () => {
    const input = stay(30)
    for (const { hotelId } of listed('expedia_rapid', () => true).slice(0, 30)) {
      const [option] = (await options(hotelId, input)).filter(
        ({ supplier_code: code }: Json) => code === 'expedia_rapid',
      )
      if (!option) continue
      const { details } = await booked(option)
      const id = details.booking_id
      await http.post('/sandbox/clock', { advance_seconds: 300 })
      await expect
        .poll(async () => (await detailsOf(id)).provider.hotel_confirmation_number, { timeout: 60_000 })
        .not.toBeNull()
      const early = await detailsOf(id)
      if (early.instructions_update_at === null) continue
      expect(early.essentials).toEqual([])
      expect(early.hotel_contact).toMatchObject({ name: 'Pat Host' })
      const { now } = (await http.post('/sandbox/clock', { advance_seconds: 0 })).body.data
      const untilS = Math.ceil((Date.parse(early.instructions_update_at) - Date.parse(now)) / 1_000)
      await http.post('/sandbox/clock', { advance_seconds: untilS - 60 })
      // The looks that were due on the way are done, and the next one is for what was announced.
      await expect
        .poll(async () => (await database.query('SELECT look_at FROM bookings WHERE id = $1', [id]))[0]?.look_at)
        .toEqual(new Date(early.instructions_update_at))
      expect((await detailsOf(id)).essentials).toEqual([])
      await http.post('/sandbox/clock', { advance_seconds: 120 })
      await expect.poll(async () => (await detailsOf(id)).essentials.length, { timeout: 60_000 }).toBe(1)
      const late = await detailsOf(id)
      expect(late.essentials).toEqual([
        {
          name: 'Access',
          text: 'Use the smart lock at the side door. Access type: Smart lock Access code: 12345',
          image_urls: ['https://images.sandbox.invalid/essentials/side-door.jpg'],
        },
      ])
      expect(late.instructions_update_at).toBeNull()
      expect(late.instructions.special[0]).toContain('smart lock')
      expect(late.history.at(-1)).toMatchObject({ type: 'booking.updated', cause: 'INSTRUCTIONS_TOLD' })
      const [event] = await database.query(
        `SELECT body FROM booking_events WHERE booking_id = $1 ORDER BY sequence DESC LIMIT 1`,
        [id],
      )
      const { change, booking } = JSON.parse(event?.body).data
      expect(change.fields).toEqual(expect.arrayContaining(['instructions', 'essentials', 'hotel_contact']))
      // A door's code is for who asks with a key, not for every receiver of an event.
      expect(JSON.stringify(booking)).not.toContain('12345')
      return
    }
    throw new Error('no hotel with essentials')
  })
})

describe('[H-04] the voucher', () => {
  it('has the hotel with category, address and telephone, board, rooms, guests with ages, dates, comments and our contact', async () => {
    const contact = { name: 'Acme Travel', phone: '+442079460100', email: 'help@acme.example' }
    await database.query('UPDATE organizations SET voucher_contact = $1', [JSON.stringify(contact)])
    const rooms = [{ adults: 2, child_ages: [7] }]
    const inLondon = listed('hotelbeds', (hotelId) => {
      const hotel = catalogue.findHotel(hotelId)
      return hotel?.placeId === 1842 && hotel.stars === 4 && hotelDetails(hotel).phone !== null
    })
    for (const { hotelId } of inLondon) {
      const all = await options(hotelId, { rooms })
      const option = all.find(({ supplier_code: code }: Json) => code === 'hotelbeds')
      if (!option) continue
      const { details } = await booked(option)
      const hotel = catalogue.findHotel(hotelId)
      await http.post('/sandbox/clock', { advance_seconds: 300 })
      await expect.poll(async () => (await detailsOf(details.booking_id)).voucher, { timeout: 60_000 }).not.toBeNull()
      const { voucher } = await detailsOf(details.booking_id)
      expect(voucher).toMatchObject({
        hotel: {
          name: hotel?.names.en,
          stars: 4,
          category: '4 STARS',
          address_lines: hotel?.address.split(', '),
          phone: hotel && hotelDetails(hotel).phone,
        },
        check_in: details.stay.check_in,
        check_out: details.stay.check_out,
        nights: 3,
        board: option.board,
        payable_through: expect.stringContaining('Payable through'),
      })
      // Organizations are read again every other second.
      await expect
        .poll(async () => (await detailsOf(details.booking_id)).voucher.agency, { timeout: 60_000 })
        .toEqual(contact)
      expect(voucher.lines).toEqual(expect.arrayContaining(details.remarks))
      expect(voucher.rooms).toEqual([
        {
          allocation_id: details.allocations[0].allocation_id,
          name: details.allocations[0].provider_room.name,
          guests: [
            { type: 'ADULT', given_name: 'Ada', family_name: 'Lovelace', age: null },
            { type: 'ADULT', given_name: 'Ada', family_name: 'Lovelace', age: null },
            { type: 'CHILD', given_name: null, family_name: null, age: 7 },
          ],
        },
      ])
      return
    }
    throw new Error('no such hotel')
  })
})

describe('[R-24] a hidden place', () => {
  it('is shown roughly, in lists, options and details, until it is booked; then the voucher has it', async () => {
    const hidden = listed('expedia_rapid', (hotelId) => catalogue.findHotel(hotelId)?.placeHidden === true)
    expect(hidden.length).toBeGreaterThan(0)
    for (const { hotelId } of hidden) {
      const hotel = catalogue.findHotel(hotelId)
      const [option] = await options(hotelId)
      if (!hotel || !option) continue
      const search = { destination: { type: 'hotel', id: hotelId }, ...stay(), ...party }
      const { body } = await http.post('/hotels/search', search)
      const [item] = body.data.hotels
      const rough = { latitude: Number(hotel.latitude.toFixed(2)), longitude: Number(hotel.longitude.toFixed(2)) }
      expect(item).toMatchObject({ hotel_id: String(hotelId), place_hidden: true, address: '', ...rough })
      expect(option).toMatchObject({ place_hidden: true, approximate_point: rough })
      const journey = httpJourney(gateway)
      const { offer } = await journey.prebook(option.booking_token)
      for (const shown of [body, option, offer]) {
        expect(JSON.stringify(shown)).not.toContain(String(hotel.latitude))
        expect(JSON.stringify(shown)).not.toContain(hotel.address)
      }
      // Any sentence may say where it is, or where its key is.
      for (const { instructions } of [option, offer])
        expect({ text: [], special: [], know_before_you_go: null, ...instructions }).toMatchObject({
          text: [],
          special: [],
          know_before_you_go: null,
        })
      const { details } = await booked(option)
      expect(details.voucher.hotel).toMatchObject({
        address_lines: hotel.address.split(', '),
        latitude: hotel.latitude,
        longitude: hotel.longitude,
      })
      expect(details.hotel.address).toBe(hotel.address)
      return
    }
    throw new Error('no hidden hotel has rooms')
  })

  it('is nobody’s where the place is open', async () => {
    const [option] = await options(await scenarioHotel(gateway, 'cancel-free'))
    expect(option).toMatchObject({ place_hidden: false, approximate_point: null })
  })
})
