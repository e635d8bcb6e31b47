import type { SandboxHotel } from '../../catalogue/catalogue.ts'
import { chance, hash32 } from '../../catalogue/hash.ts'
import { metapolicyOf } from './content/metapolicy.ts'

/** What RateHawk tells of a hotel's arrival and rules, undistorted: the seed reads it into the catalogue. */
export function hotelContent(hid: string, hotel: SandboxHotel): Readonly<Record<string, unknown>> {
  return {
    hid: Number(hid),
    id: `hotel_${hid}`,
    name: hotel.names.en,
    address: hotel.address,
    latitude: hotel.latitude,
    longitude: hotel.longitude,
    star_rating: hotel.stars ?? 0,
    check_in_time: '15:00:00',
    check_in_time_end: chance(hash32('metapolicy', hid) >>> 8, 300) ? '23:30:00' : '',
    check_out_time: '11:00:00',
    ...metapolicyOf(hid, hotel.currency, null),
  }
}
