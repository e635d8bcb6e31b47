import type { SandboxHotel } from '../../catalogue/catalogue.ts'
import { chance, hash32 } from '../../catalogue/hash.ts'
import type { SandboxDeps, SandboxReply } from '../exchange.ts'
import { fieldsOf } from '../json-body.ts'
import { RATEHAWK } from './hash.ts'
import { done, invalidParams } from './reply.ts'

/** `POST /hotel/info/`: one hotel as the dump has it. */
export function hotelInfo(deps: SandboxDeps, raw: unknown): SandboxReply {
  const { hid, language } = fieldsOf(raw)
  if (typeof hid !== 'number' || typeof language !== 'string') return invalidParams(deps, 'invalid hid or language')
  const listing = deps.catalogue.findSupplierHotel(RATEHAWK, String(hid))
  const hotel = listing && deps.catalogue.findHotel(listing.hotelId)
  if (!hotel) return invalidParams(deps, 'hotel_not_found')
  const rooms = deps.catalogue.supplierRooms(RATEHAWK, String(hid))
  return done(deps, {
    ...hotelContent(String(hid), hotel),
    room_groups: rooms.flatMap(({ name, rgExt, contentRoomId }) =>
      contentRoomId === null ? [] : [{ name, name_struct: { main_name: name }, rg_ext: rgExt }],
    ),
  })
}

/** What RateHawk's content says of a hotel. Half of the hotels have rules; a tenth of those say nothing throughout. */
export function hotelContent(hid: string, hotel: SandboxHotel): Readonly<Record<string, unknown>> {
  const hash = hash32('metapolicy', hid)
  const hasRules = chance(hash, 500)
  return {
    hid: Number(hid),
    id: `hotel_${hid}`,
    name: hotel.names.en,
    address: hotel.address,
    latitude: hotel.latitude,
    longitude: hotel.longitude,
    star_rating: hotel.stars ?? 0,
    check_in_time: '15:00:00',
    check_in_time_end: chance(hash >>> 8, 300) ? '23:30:00' : '',
    check_out_time: '11:00:00',
    ...(hasRules
      ? {
          metapolicy_struct: chance(hash >>> 16, 100) ? UNSPECIFIED : structOf(hotel),
          metapolicy_extra_info: '<p>Guests under 18 travel with an adult.</p>\nPets&nbsp;are welcome\r\non request.',
        }
      : { metapolicy_struct: null, metapolicy_extra_info: '' }),
  }
}

function structOf({ currency }: SandboxHotel): object {
  return {
    add_fee: [{ fee_type: 'resort_fee', price: '12.50', currency, price_unit: 'per_room_per_night' }],
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
      price: '18',
      currency,
      price_unit: 'per_car_per_night',
    },
    pets: [
      { pets_type: 'unspecified', inclusion: 'not_included', price: '100', currency, price_unit: 'per_room_per_stay' },
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
