import type { Listing } from '../../src/domain/listing.ts'

/** A listing that tells nothing but what the test says. */
export function listing(told: Partial<Listing> & Pick<Listing, 'supplierCode'>): Listing {
  return {
    supplierHotelId: '1',
    names: {},
    nameLocal: null,
    formerNames: [],
    addressLines: [],
    city: null,
    postcode: null,
    stateCode: null,
    stateName: null,
    countryCode: 'GB',
    addressHidden: false,
    latitude: null,
    longitude: null,
    pointQuality: 'EXACT',
    phones: [],
    emails: [],
    website: null,
    stars: null,
    starsSource: null,
    categoryCode: null,
    propertyType: null,
    propertyTypeRaw: null,
    chain: null,
    brand: null,
    facilities: [],
    images: [],
    descriptions: [],
    checkIn: { from: null, until: null, isAllDay: false, minAge: null, instructions: null, special: null },
    checkOutUntil: null,
    fees: [],
    feesText: { mandatory: null, optional: null },
    policies: [],
    rooms: [],
    externalIds: {},
    status: 'ACTIVE',
    supplierUpdatedAt: null,
    regionIds: [],
    airportIata: null,
    roomsCount: null,
    yearBuilt: null,
    paymentMethods: [],
    currency: null,
    genderRequired: false,
    keyPickup: null,
    ...told,
  }
}

/** A picture at these widths. */
export function listedImage(name: string, { order = 0, isHero = false, roomKey = null as string | null } = {}) {
  return {
    urls: { 350: `https://img.example/${name}-350.jpg`, 1000: `https://img.example/${name}-1000.jpg` },
    captions: { en: name },
    category: null,
    roomKey,
    order,
    isHero,
  }
}
