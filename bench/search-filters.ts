import { roll } from './make-catalogue.ts'
import { query } from './process.ts'
import { type City, staysFor } from './search-data.ts'

const RADII_KM = [1, 5, 20, 50]
const HOTELS_BY_ID = 20
const TURNS = 100

/** A hundred searches of each kind: in circles around hotels of the city, in each of the orders, and for hotels of it by their ids. */
export async function filterBodies(
  url: string,
  city: City,
  sorts: readonly string[],
): Promise<Record<'circles' | 'hotels', string[]>> {
  const rows = await query(
    url,
    'SELECT id, latitude, longitude FROM hotels WHERE place_id = $1 ORDER BY id LIMIT 10000',
    [city.placeId],
  )
  const stays = staysFor(city)
  function bodyOf(turn: number, where: object): string {
    const stay = stays[turn % stays.length]
    return JSON.stringify({
      check_in: stay?.checkInDate,
      check_out: stay?.checkOutDate,
      nationality: 'GB',
      rooms: [{ adults: 2 }],
      ...where,
    })
  }
  function hotelAt(turn: number) {
    return rows[roll(turn, 3, rows.length)] ?? {}
  }
  const turns = Array.from({ length: TURNS }, (_, turn) => turn)
  return {
    circles: turns.map((turn) => {
      const { latitude, longitude } = hotelAt(turn)
      const center = { latitude, longitude, radius_km: RADII_KM[turn % RADII_KM.length] }
      const destination = { type: 'place', id: city.placeId }
      return bodyOf(turn, { destination, center, sort: sorts[turn % sorts.length], limit: 20 })
    }),
    hotels: turns.map((turn) => {
      const ids = Array.from({ length: HOTELS_BY_ID }, (_, index) => hotelAt(turn * HOTELS_BY_ID + index)['id'])
      return bodyOf(turn, { hotel_ids: [...new Set(ids)] })
    }),
  }
}
