import type { KnownFields } from '../../content/known-fields.ts'

const NAMED: KnownFields = { id: true, name: true }
const VALUED: KnownFields = { '*': { ...NAMED, value: true, categories: true } }
const LINK: KnownFields = { method: true, href: true, expires: true }
const POINT: KnownFields = { latitude: true, longitude: true }
const IMAGES: KnownFields = {
  caption: true,
  hero_image: true,
  category: true,
  links: { '70px': LINK, '200px': LINK, '350px': LINK, '1000px': LINK },
}

/** The fields of a property that the specification has, read or not: what is beside them is counted as drift. */
export const KNOWN_PROPERTY: KnownFields = {
  property_id: true,
  name: true,
  address: {
    line_1: true,
    line_2: true,
    city: true,
    state_province_code: true,
    state_province_name: true,
    postal_code: true,
    country_code: true,
    obfuscation_required: true,
    localized: true,
  },
  ratings: { property: { rating: true, type: true }, guest: true },
  location: { coordinates: POINT, obfuscated_coordinates: POINT, obfuscation_required: true },
  phone: true,
  fax: true,
  category: NAMED,
  rank: true,
  business_model: { expedia_collect: true, property_collect: true },
  checkin: {
    '24_hour': true,
    begin_time: true,
    end_time: true,
    instructions: true,
    special_instructions: true,
    min_age: true,
  },
  checkout: { time: true },
  fees: { mandatory: true, optional: true, traveler_service: true },
  // A text beside those that are known is read by its own name.
  policies: true,
  descriptions: true,
  attributes: { general: VALUED, pets: VALUED },
  amenities: VALUED,
  images: IMAGES,
  onsite_payments: { currency: true, types: { '*': NAMED } },
  rooms: {
    '*': {
      ...NAMED,
      descriptions: { overview: true },
      amenities: VALUED,
      images: IMAGES,
      bed_groups: { '*': { id: true, description: true, configuration: { type: true, size: true, quantity: true } } },
      area: { square_meters: true, square_feet: true },
      views: { '*': NAMED },
      occupancy: { max_allowed: { total: true, children: true, adults: true }, age_categories: true },
    },
  },
  rates: true,
  dates: { added: true, updated: true },
  statistics: VALUED,
  airports: { preferred: { iata_airport_code: true } },
  themes: { '*': NAMED },
  all_inclusive: { all_rate_plans: true, some_rate_plans: true, details: true },
  tax_id: true,
  chain: { ...NAMED, brands: true },
  brand: NAMED,
  spoken_languages: true,
  multi_unit: true,
  payment_registration_recommended: true,
  vacation_rental_details: true,
  supply_source: true,
  registry_number: true,
}
