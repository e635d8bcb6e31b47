import { describe, expect, it } from 'vitest'
import { sandboxCatalogue } from '../../../src/sandbox/catalogue/catalogue.ts'
import { hotelContent } from '../../../src/sandbox/suppliers/ratehawk/content.ts'
import { readInstructions } from '../../../src/suppliers/ratehawk/instructions.ts'
import { metapolicySentences } from '../../../src/suppliers/ratehawk/metapolicy.ts'
import { roomCode } from '../../../src/suppliers/ratehawk/room-code.ts'

const NOTHING = { mandatoryFees: [], optionalFees: [], others: [] }

describe('[E-05] the important information of a hotel', () => {
  it('is a sentence for each rule: fees that all pay, fees for what is wanted, and what is good to know', () => {
    expect(
      metapolicySentences({
        add_fee: [{ fee_type: 'resort_fee', price: '12.50', currency: 'EUR', price_unit: 'per_room_per_night' }],
        pets: [
          {
            pets_type: 'unspecified',
            inclusion: 'not_included',
            price: '100',
            currency: 'USD',
            price_unit: 'per_room_per_stay',
          },
        ],
        deposit: [
          { deposit_type: 'breakage', payment_type: 'cash', pricing_method: 'percent', price: '10', currency: 'EUR' },
        ],
        internet: [{ internet_type: 'wireless', inclusion: 'included', price: '0', currency: 'EUR' }],
        children: [{ age_start: 0, age_end: 6, extra_bed: 'unavailable', price: '0', currency: 'EUR' }],
        cot: [{ amount: 2, inclusion: 'not_included', price: 5, currency: 'EUR', price_unit: 'per_guest_per_night' }],
        no_show: { availability: 'available', day_period: 'after_midday', time: '18:00:00' },
        visa: { visa_support: 'support_enable' },
      }),
    ).toEqual({
      mandatoryFees: ['Fee (resort fee): EUR 12.50 per room and night', 'Deposit (breakage, cash): 10 %'],
      optionalFees: [
        'Cot (up to 2): EUR 5 per guest and night, not included',
        'Pets: USD 100 per room and stay, not included',
      ],
      others: [
        'Children (0 to 6 years, extra bed unavailable)',
        'Internet (wireless): included',
        'Guests who have not arrived by 18:00 count as a no-show',
        'Visa support: available',
      ],
    })
  })

  it('says nothing of what is unspecified, and reads an object for a list and `type` for a kind', () => {
    const unspecified = { inclusion: 'unspecified', price: '0', currency: '', territory_type: 'unspecified' }
    expect(
      metapolicySentences({ parking: [unspecified], visa: { visa_support: 'unspecified' }, no_show: null }),
    ).toEqual(NOTHING)
    const parking = {
      type: 'guarded',
      inclusion: 'surcharge',
      price: '18',
      currency: 'USD',
      price_unit: 'per_car_per_night',
    }
    expect(metapolicySentences({ parking }).optionalFees).toEqual([
      'Parking (guarded): USD 18 per car and night, for a surcharge',
    ])
  })

  it.each([null, 'text', [], { add_fee: 'much', meal: [7, null], pets: { price: {} }, no_show: 1 }])(
    'that cannot be read hides nothing else and breaks nothing: %j',
    (broken) => {
      expect(metapolicySentences(broken)).toEqual(NOTHING)
      const content = { metapolicy_struct: broken, check_in_time: '15:00:00', metapolicy_extra_info: '<p>Quiet</p>' }
      expect(readInstructions(content)).toMatchObject({ checkInFrom: '15:00', knowBeforeYouGo: 'Quiet' })
    },
  )

  it('keeps the lines of the extra information, tells where keys are, and is null where nothing is told', () => {
    const told = readInstructions({
      check_in_time: '14:00:00',
      check_in_time_end: 'late',
      metapolicy_extra_info: '<p>No pets.</p>\r\nNo parties<br/>after&nbsp;ten.',
      keys_pickup: { apartment_office_address: '12 Harbour Street', phone: '+351210000000', email: '' },
    })
    expect(told).toMatchObject({
      checkInFrom: '14:00',
      checkInUntil: null,
      knowBeforeYouGo: 'No pets.\nNo parties\nafter ten.',
      special: ['Keys are collected at 12 Harbour Street. For the keys contact +351210000000.'],
    })
    expect(readInstructions({ metapolicy_extra_info: '', metapolicy_struct: null })).toBeNull()
  })

  it('is told by half of the sandbox’s hotels, of which some say nothing throughout', () => {
    const catalogue = sandboxCatalogue()
    const told = catalogue.supplierHotels.flatMap(({ supplierCode, supplierHotelId, hotelId }) => {
      const hotel = supplierCode === 'ratehawk' ? catalogue.findHotel(hotelId) : null
      return hotel ? [hotelContent(supplierHotelId, hotel)] : []
    })
    const ruled = told.filter((content) => content['metapolicy_struct'] !== null)
    const silent = ruled.filter((content) => metapolicySentences(content['metapolicy_struct']).others.length === 0)
    expect(ruled.length / told.length).toBeGreaterThan(0.45)
    expect(ruled.length / told.length).toBeLessThan(0.55)
    expect(silent.length).toBeGreaterThan(0)
    expect(silent.length).toBeLessThan(ruled.length / 2)
  })
})

describe('[E-08] RateHawk’s test hotel', () => {
  it('is always in the sandbox’s catalogue, mapped and for sale', () => {
    const catalogue = sandboxCatalogue()
    const listing = catalogue.findSupplierHotel('ratehawk', '8473727')
    expect(listing).toMatchObject({ supplierCode: 'ratehawk', verification: 'VERIFIED' })
    expect(catalogue.supplierHotels).toContainEqual(listing)
    expect(catalogue.findHotel(listing?.hotelId ?? 0)?.names.en).toBe('Scenario: test-hotel')
    expect(catalogue.supplierRooms('ratehawk', '8473727').length).toBeGreaterThan(0)
  })
})

describe('[E-06] the code of a room', () => {
  const ROOM = {
    class: 3,
    quality: 2,
    sex: 0,
    bathroom: 2,
    bedding: 3,
    family: 0,
    capacity: 2,
    club: 0,
    bedrooms: 1,
    balcony: 0,
    view: 31,
    floor: 4,
  }

  it('is all twelve numbers in the documented order', () => {
    expect(roomCode(ROOM)).toBe('3-2-0-2-3-0-2-0-1-0-31-4')
    const reversed = Object.fromEntries(Object.entries(ROOM).reverse()) as typeof ROOM
    expect(roomCode(reversed)).toBe(roomCode(ROOM))
  })

  it.each(Object.keys(ROOM) as (keyof typeof ROOM)[])('differs when only %s does', (field) => {
    expect(roomCode({ ...ROOM, [field]: ROOM[field] + 1 })).not.toBe(roomCode(ROOM))
  })
})
