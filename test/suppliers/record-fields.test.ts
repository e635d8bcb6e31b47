import { describe, expect, it } from 'vitest'
import { supplierOf } from '../support/supplier-records.ts'
import { answered } from '../support/suppliers/answers.ts'
import { referenceOf } from '../support/suppliers/sandbox.ts'
import { sharedJson } from '../support/suppliers/specification.ts'

const REFERENCE = { ...referenceOf({ supplierReference: 'REF123' }), supplierBookingId: 'X1' }

async function read(code: string, body: unknown) {
  const supplier = supplierOf(code)
  const found = await supplier.retrieve(answered(supplier, 200, body), REFERENCE)
  if (!found.ok || !found.value) throw new Error(`${code} has no record: ${JSON.stringify(found)}`)
  return found.value
}

const HOTELBEDS =
  'hotelbeds/examples/booking-json-booking.1-room-2-adults-0-children-1-room-1-adult-1-children.response.MISLABELLED-400-is-a-confirmed-200.json'

describe("[C-138] the suppliers' own examples", () => {
  it('Hotelbeds: totalNet, the dates, the rooms by their rates, and every named guest', async () => {
    expect(await read('hotelbeds', sharedJson(HOTELBEDS))).toMatchObject({
      charged: { amountMinor: 36_316, currency: 'EUR' },
      checkInDate: '2019-06-15',
      checkOutDate: '2019-06-16',
      rooms: 2,
      guests: [
        { givenName: 'First Adult Name', familyName: 'Surname' },
        { givenName: 'Second Adult Name', familyName: 'Surname' },
        { givenName: 'Third Adult Name', familyName: 'Surname' },
        { givenName: 'First Child Name', familyName: 'Surname' },
      ],
    })
  })

  it('Hotelbeds: one entry can be two rooms', async () => {
    const example = 'hotelbeds/examples/booking-json-booking.2-room-2-adults-0-children.response.200.json'
    expect(await read('hotelbeds', sharedJson(example))).toMatchObject({ rooms: 2 })
  })

  it('LiteAPI: price with currency, and guests only where the record lists them', async () => {
    const told = await read('liteapi', sharedJson('liteapi/examples/booking/get-booking.200.example-0.json'))
    expect(told).toMatchObject({
      charged: { amountMinor: 11_500, currency: 'USD' },
      checkInDate: '2024-11-15',
      checkOutDate: '2024-11-16',
      rooms: 1,
      guests: null,
    })
  })

  it('Rapid: the inclusive total in the billing currency', async () => {
    const example = sharedJson('expedia-rapid/examples/retrieve.200.itinerary-no-history.json')
    expect(await read('expedia_rapid', example)).toMatchObject({
      charged: { amountMinor: 36_815, currency: 'USD' },
      checkInDate: '2018-09-21',
      checkOutDate: '2018-09-23',
      rooms: 1,
      guests: [{ givenName: 'Givenne', familyName: 'Nameo' }],
    })
  })
})

describe('[C-138] an odd record is a record that tells less, and never breaks a booking', () => {
  const NOTHING = { charged: null, checkInDate: null, checkOutDate: null, guests: null }

  it('Hotelbeds', async () => {
    const { booking } = sharedJson(HOTELBEDS)
    const odd = {
      ...booking,
      totalNet: { amount: 3 },
      hotel: { ...booking.hotel, checkIn: 'soon', checkOut: 7, rooms: [{ paxes: 'two', rates: null }] },
    }
    expect(await read('hotelbeds', { booking: odd })).toMatchObject({ ...NOTHING, status: 'CONFIRMED', rooms: null })
  })

  it('LiteAPI', async () => {
    const { data } = sharedJson('liteapi/examples/booking/get-booking.200.example-0.json')
    const odd = { ...data, price: 'much', checkin: '2024-02-31', checkout: {}, bookedRooms: [{ guests: [7] }] }
    expect(await read('liteapi', { data: odd })).toMatchObject({ ...NOTHING, status: 'CONFIRMED', rooms: 1 })
    expect(await read('liteapi', { data: { ...data, bookedRooms: 'none' } })).toMatchObject({ rooms: null })
  })

  it('Rapid', async () => {
    const example = sharedJson('expedia-rapid/examples/retrieve.200.itinerary-no-history.json')
    const [room] = example.rooms
    const odd = { ...room, checkin: null, checkout: 'x', given_name: 5, family_name: '', rate: { pricing: 1 } }
    expect(await read('expedia_rapid', { ...example, rooms: [odd] })).toMatchObject({ ...NOTHING, rooms: 1 })
  })

  it('an amount of zero or below is not what was charged', async () => {
    const { booking } = sharedJson(HOTELBEDS)
    expect(await read('hotelbeds', { booking: { ...booking, totalNet: 0 } })).toMatchObject({ charged: null })
    expect(await read('hotelbeds', { booking: { ...booking, totalNet: '-3.00' } })).toMatchObject({ charged: null })
  })
})
