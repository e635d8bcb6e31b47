import type { HotelFacts } from '../../src/mapping/hotel-facts.ts'

/** Facts of which most are not told. */
export function told(facts: Partial<HotelFacts> & Pick<HotelFacts, 'name'>): HotelFacts {
  return {
    alternativeNames: null,
    formerNames: null,
    addressLines: null,
    postcode: null,
    city: null,
    countryCode: null,
    latitude: null,
    longitude: null,
    pointQuality: null,
    phones: null,
    stars: null,
    chain: null,
    propertyType: null,
    supplierCode: null,
    ...facts,
  }
}
