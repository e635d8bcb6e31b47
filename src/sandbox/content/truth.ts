import type { SandboxCatalogue } from '../catalogue/catalogue.ts'
import { SANDBOX_SUPPLIERS } from '../catalogue/types.ts'
import { trueRoomOf } from './distort/rooms.ts'
import { type Day, dateOf } from './life.ts'
import type { Listed, World } from './world.ts'

/**
 * The truth about the world on a day, as lines of JSON for tests and benches: which listing is which hotel, which room is which.
 * - `hotel`: what is true of it. `beside`: another hotel that it must not be taken for.
 * - `listing`: whose it is, in which ways it is awkward, and which room each is by the id that content and prices give it; `slips`
 *   are those of which it tells something wrong: BEDS that are not those of the name, SMOKING against the other suppliers.
 *   Two listings are one hotel exactly when their `hotel` is the same; two rooms of a hotel are one room when their word is.
 */
export function* truthLines(catalogue: SandboxCatalogue, world: World, day: Day): Iterable<string> {
  yield JSON.stringify({ type: 'world', seed: world.seed, date: dateOf(day) })
  const inCatalogue = new Set(catalogue.hotels.map(({ hotelId }) => hotelId))
  for (const hotelId of world.hotelIds) {
    const line = hotelLine(world, hotelId, inCatalogue.has(hotelId))
    if (line) yield JSON.stringify(line)
  }
  for (const code of SANDBOX_SUPPLIERS)
    for (const listed of world.listings(code)) {
      const line = listingLine(catalogue, world, { listed, day })
      if (line) yield JSON.stringify(line)
    }
}

function hotelLine(world: World, hotelId: number, inCatalogue: boolean): object | null {
  const truth = world.hotel(hotelId)
  if (!truth) return null
  const { names, hotel, address, localName, formerName, chain, brand, phone, city, beside } = truth
  return {
    type: 'hotel',
    hotel: hotelId,
    in_catalogue: inCatalogue,
    names: localName ? { ...names, [localName.language]: localName.name } : names,
    former_name: formerName,
    street: address.latinStreet,
    house_number: address.number,
    city: city.names.en,
    postcode: address.postcode,
    country_code: hotel.countryCode,
    latitude: hotel.latitude,
    longitude: hotel.longitude,
    phone,
    chain: chain?.name ?? null,
    brand: brand?.name ?? null,
    stars: hotel.stars,
    property_type: beside?.kind === 'UNIT' ? 'apartment' : hotel.propertyType,
    beside,
  }
}

/** Null for a listing that the supplier has not had until that day. */
function listingLine(
  catalogue: SandboxCatalogue,
  world: World,
  { listed, day }: { readonly listed: Listed; readonly day: Day },
): object | null {
  const { supplierCode, supplierHotelId, hotelId, standing } = listed
  const { isListed, closedDay } = world.life(listed, day)
  if (!isListed && closedDay === null) return null
  const rooms = catalogue.supplierRooms(supplierCode, supplierHotelId).flatMap((room) => {
    const one = trueRoomOf(supplierCode, room)
    return room.contentRoomId === null || one === null ? [] : [[room.contentRoomId, one] as const]
  })
  const slips = world
    .describe(listed, day)
    .rooms.flatMap(({ contentRoomId, slip }) => (slip === null ? [] : [[contentRoomId, slip] as const]))
  return {
    type: 'listing',
    supplier_code: supplierCode,
    supplier_hotel_id: supplierHotelId,
    hotel: hotelId,
    is_open: isListed,
    closed_on: closedDay === null ? null : dateOf(closedDay),
    is_second: standing === 'TWICE',
    oddities: world.oddities(listed),
    rooms: Object.fromEntries(rooms),
    slips: Object.fromEntries(slips),
  }
}
