import { describe, expect, it } from 'vitest'
import { booking as hotelbedsBooking } from '../fixtures/suppliers/hotelbeds.ts'
import { booking as liteapiBooking } from '../fixtures/suppliers/liteapi.ts'
import { itinerary } from '../fixtures/suppliers/rapid.ts'
import { supplierOf } from '../support/supplier-records.ts'
import { answered } from '../support/suppliers/answers.ts'
import { referenceOf } from '../support/suppliers/sandbox.ts'

const REFERENCE = { ...referenceOf({ supplierReference: 'REF123' }), supplierBookingId: 'X1' }

async function read(code: string, body: unknown) {
  const supplier = supplierOf(code)
  const found = await supplier.retrieve(answered(supplier, 200, body), REFERENCE)
  if (!found.ok || !found.value) throw new Error(`${code} has no record: ${JSON.stringify(found)}`)
  return found.value
}

describe('[C-138] the record of a booking tells', () => {
  it('Hotelbeds: totalNet, the dates, the rooms by their rates, and every named guest', async () => {
    expect(await read('hotelbeds', hotelbedsBooking())).toMatchObject({
      charged: { amountMinor: 30_050, currency: 'EUR' },
      checkInDate: '2027-03-10',
      checkOutDate: '2027-03-11',
      rooms: 2,
      guests: [
        { givenName: 'Marta', familyName: 'Quill' },
        { givenName: 'Jonas', familyName: 'Quill' },
        { givenName: 'Edda', familyName: 'Quill' },
      ],
    })
  })

  it('Hotelbeds: one entry can be two rooms', async () => {
    expect(await read('hotelbeds', hotelbedsBooking(1))).toMatchObject({ rooms: 2 })
  })

  it('LiteAPI: price with currency, and guests only where the record lists them', async () => {
    expect(await read('liteapi', { data: liteapiBooking() })).toMatchObject({
      charged: { amountMinor: 24_130, currency: 'USD' },
      checkInDate: '2027-03-10',
      checkOutDate: '2027-03-11',
      rooms: 1,
      guests: null,
    })
  })

  it('Rapid: the inclusive total in the billing currency', async () => {
    expect(await read('expedia_rapid', itinerary())).toMatchObject({
      charged: { amountMinor: 48_000, currency: 'EUR' },
      checkInDate: '2027-03-10',
      checkOutDate: '2027-03-12',
      rooms: 1,
      guests: [{ givenName: 'Marta', familyName: 'Quill' }],
    })
  })
})

describe('[C-138] an odd record is a record that tells less, and never breaks a booking', () => {
  const NOTHING = { charged: null, checkInDate: null, checkOutDate: null, guests: null }

  it('Hotelbeds', async () => {
    const { booking } = hotelbedsBooking()
    const odd = {
      ...booking,
      totalNet: { amount: 3 },
      hotel: { ...booking.hotel, checkIn: 'soon', checkOut: 7, rooms: [{ paxes: 'two', rates: null }] },
    }
    expect(await read('hotelbeds', { booking: odd })).toMatchObject({ ...NOTHING, status: 'CONFIRMED', rooms: null })
  })

  it('LiteAPI', async () => {
    const data = liteapiBooking()
    const odd = { ...data, price: 'much', checkin: '2024-02-31', checkout: {}, bookedRooms: [{ guests: [7] }] }
    expect(await read('liteapi', { data: odd })).toMatchObject({ ...NOTHING, status: 'CONFIRMED', rooms: 1 })
    expect(await read('liteapi', { data: { ...data, bookedRooms: 'none' } })).toMatchObject({ rooms: null })
  })

  it('Rapid', async () => {
    const example = itinerary()
    const [room] = example.rooms
    const odd = { ...room, checkin: null, checkout: 'x', given_name: 5, family_name: '', rate: { pricing: 1 } }
    expect(await read('expedia_rapid', { ...example, rooms: [odd] })).toMatchObject({ ...NOTHING, rooms: 1 })
  })

  it('an amount of zero or below is not what was charged', async () => {
    const { booking } = hotelbedsBooking()
    expect(await read('hotelbeds', { booking: { ...booking, totalNet: 0 } })).toMatchObject({ charged: null })
    expect(await read('hotelbeds', { booking: { ...booking, totalNet: '-3.00' } })).toMatchObject({ charged: null })
  })
})
