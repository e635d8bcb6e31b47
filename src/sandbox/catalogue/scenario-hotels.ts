import { type SandboxScenario, SCENARIO_PLAYS, SCENARIOS } from '../scenarios.ts'
import { cityRow, SCENARIO_PLACE_ID } from './cities.ts'
import { countryRow } from './countries.ts'
import { hash32 } from './hash.ts'
import { addressOf, imageUrl } from './hotels.ts'
import type { SandboxHotel, SandboxSupplierHotel } from './types.ts'

/** The price level of every scenario hotel: scenarios differ only in how their supplier behaves. */
const NIGHTLY_USD_CENTS = 14_000
const FACILITY_IDS = [1, 6, 8, 11, 12]

/** The name is the same in every language, so that `q=Scenario` finds it in each of them. */
function scenarioHotel({ slug, hotelId }: SandboxScenario, index: number): SandboxHotel {
  const city = cityRow(SCENARIO_PLACE_ID)
  const name = `Scenario: ${slug}`
  return {
    hotelId,
    placeId: city.placeId,
    countryCode: city.countryCode,
    names: { en: name, fr: name, de: name, ja: name, ar: name },
    address: addressOf(city, 0, index),
    latitude: Number((city.latitude + index * 0.0005).toFixed(5)),
    longitude: Number((city.longitude + index * 0.0007).toFixed(5)),
    stars: 4,
    chainId: null,
    propertyType: 'hotel',
    facilityIds: FACILITY_IDS,
    mainImageUrl: imageUrl('hotels', hash32('scenario', slug)),
    currency: countryRow(city.countryCode).currency,
    timeZone: city.timeZone,
    nightlyUsdCents: NIGHTLY_USD_CENTS,
    weight: 10,
  }
}

export function scenarioHotels(): readonly SandboxHotel[] {
  return SCENARIOS.map(scenarioHotel)
}

function listingOf(scenario: SandboxScenario): SandboxSupplierHotel {
  const { supplierCode, supplierHotelId, hotelId, verification, currency } = scenario
  return { supplierCode, supplierHotelId, hotelId, verification, currency }
}

/** The mapped listings: each scenario at one supplier. */
export function scenarioSupplierHotels(): readonly SandboxSupplierHotel[] {
  return SCENARIOS.map(listingOf)
}

/** All listings that the suppliers have: each scenario at every supplier. */
export function scenarioListings(): readonly SandboxSupplierHotel[] {
  return SCENARIO_PLAYS.map(listingOf)
}
