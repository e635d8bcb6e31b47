import type { SandboxHotel } from '../../catalogue/catalogue.ts'
import { approximatePoint } from '../../catalogue/hotel-details.ts'
import { behaviourOf } from '../../scenarios.ts'
import type { SandboxDeps, SandboxReply } from '../exchange.ts'
import { reply, serviceUnavailable } from './reply.ts'

/**
 * `GET /v3/properties/content` for the given properties: their names and locations. Unknown properties are missing from the
 * answer.
 */
export function describeProperties(deps: SandboxDeps, propertyIds: readonly string[]): SandboxReply {
  const behaviours = propertyIds.map((id) => behaviourOf('expedia_rapid', id).describe)
  if (behaviours.includes('UNAVAILABLE')) return serviceUnavailable(deps)
  const described = propertyIds.flatMap((id) => {
    const listing = deps.catalogue.findSupplierHotel('expedia_rapid', id)
    const hotel = listing && deps.catalogue.findHotel(listing.hotelId)
    return hotel ? [[id, contentOf(id, hotel)] as const] : []
  })
  return reply(deps, 200, Object.fromEntries(described))
}

function contentOf(propertyId: string, hotel: SandboxHotel): object {
  const isOther = behaviourOf('expedia_rapid', propertyId).describe === 'OTHER_HOTEL'
  return {
    property_id: propertyId,
    name: isOther ? 'Casa Azul Bed & Breakfast' : (hotel.names.en ?? ''),
    address: {
      line_1: hotel.address,
      country_code: hotel.countryCode,
      ...(hotel.placeHidden ? { obfuscation_required: true } : {}),
    },
    location: {
      coordinates: { latitude: hotel.latitude + (isOther ? 1 : 0), longitude: hotel.longitude },
      ...(hotel.placeHidden ? { obfuscated_coordinates: approximatePoint(hotel), obfuscation_required: true } : {}),
    },
  }
}
