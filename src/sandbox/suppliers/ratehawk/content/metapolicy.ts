import { chance, hash32 } from '../../../catalogue/hash.ts'
import type { Fees } from '../../../content/distorted-listing.ts'

/** The rules of a hotel. Half of the hotels have rules; a tenth of those say nothing throughout. */
export function metapolicyOf(hid: string, currency: string, fees: Fees | null): object {
  const hash = hash32('metapolicy', hid)
  if (!chance(hash, 500)) return { metapolicy_struct: null, metapolicy_extra_info: '' }
  return {
    metapolicy_struct: chance(hash >>> 16, 100) ? UNSPECIFIED : structOf(currency, fees),
    metapolicy_extra_info: '<p>Guests under 18 travel with an adult.</p>\nPets&nbsp;are welcome\r\non request.',
  }
}

/** `fees` null: what every hotel of the sandbox asks for. */
function structOf(currency: string, fees: Fees | null): object {
  return {
    add_fee: [
      { fee_type: 'resort_fee', price: priceOf(fees?.resort, '12.50'), currency, price_unit: 'per_room_per_night' },
    ],
    check_in_check_out: [
      { check_in_check_out_type: 'early_check_in', inclusion: 'not_included', price: '20', currency },
    ],
    children: [{ age_start: 0, age_end: 6, extra_bed: 'unavailable', price: '0', currency }],
    children_meal: [],
    cot: [{ amount: 1, inclusion: 'included', price: '0', currency, price_unit: 'unspecified' }],
    deposit: [
      {
        availability: 'unspecified',
        deposit_type: 'breakage',
        payment_type: 'cash',
        pricing_method: 'percent',
        price: '10',
        currency,
        price_unit: 'per_room_per_stay',
      },
    ],
    extra_bed: [],
    // The how-to page calls the kind of these `type`.
    internet: [{ type: 'wireless', inclusion: 'included', price: '0', currency, price_unit: 'unspecified' }],
    meal: [{ meal_type: 'breakfast', inclusion: 'not_included', price: '15', currency }],
    no_show: { availability: 'available', day_period: 'after_midday', time: '18:00:00' },
    // The reference calls this an object, the examples show lists.
    parking: {
      territory_type: 'guarded',
      inclusion: 'surcharge',
      price: priceOf(fees?.parking, '18'),
      currency,
      price_unit: 'per_car_per_night',
    },
    pets: [
      {
        pets_type: 'unspecified',
        inclusion: 'not_included',
        price: priceOf(fees?.pets, '100'),
        currency,
        price_unit: 'per_room_per_stay',
      },
    ],
    shuttle: [],
    visa: { visa_support: 'unspecified' },
  }
}

const UNSPECIFIED = {
  add_fee: [],
  check_in_check_out: [{ check_in_check_out_type: 'unspecified', inclusion: 'unspecified', price: '0', currency: '' }],
  children: [],
  deposit: [
    { availability: 'unspecified', deposit_type: 'unspecified', payment_type: 'unspecified', price: '0', currency: '' },
  ],
  internet: [{ internet_type: 'unspecified', inclusion: 'unspecified', price: '0', currency: '' }],
  no_show: { availability: 'unspecified', day_period: 'unspecified', time: null },
  parking: [{ inclusion: 'unspecified', price: '0', currency: '', territory_type: 'unspecified' }],
  visa: { visa_support: 'unspecified' },
}

function priceOf(amount: number | null | undefined, usual: string): string {
  return amount === null || amount === undefined ? usual : String(amount)
}
