import type { ListedImage, ListedRoom, ListedText, Listing } from '../../domain/listing.ts'
import type { ImageLine, ListingLine, RoomLine } from '../inputs/listing-line.ts'

/** The listing that a line describes. */
export function toListing(line: ListingLine): Listing {
  return {
    supplierCode: line.supplier_code,
    supplierHotelId: line.supplier_hotel_id,
    names: { ...(line.name === null ? {} : { en: line.name }), ...line.names },
    nameLocal: line.name_local,
    formerNames: line.former_names,
    ...placeOf(line),
    phones: line.phone === null ? line.phones : [...line.phones, { number: line.phone, kind: 'HOTEL' }],
    emails: line.emails,
    website: line.website,
    // Suppliers write 0 for a house that nobody has classified.
    stars: line.stars === 0 ? null : line.stars,
    starsSource: line.stars_source,
    categoryCode: line.category_code,
    propertyType: null,
    propertyTypeRaw: line.property_type,
    chain: line.chain,
    brand: line.brand,
    facilities: line.facilities.map(
      ({ raw_code: rawCode, raw_name: rawName, facility_id: facilityId, is_free: isFree, value, note }) => ({
        rawCode,
        rawName,
        facilityId,
        isFree,
        value,
        note,
      }),
    ),
    images: line.images.map((one, order) => toImage(typeof one === 'string' ? bareImage(one, order) : one)),
    descriptions: descriptionsOf(line),
    ...termsOf(line),
    rooms: line.rooms.map(toRoom),
    externalIds: withoutEmpty(line.external_ids ?? {}),
    status: line.status,
    supplierUpdatedAt: line.supplier_updated_at,
    regionIds: line.region_ids,
    airportIata: line.airport_iata,
    roomsCount: line.rooms_count,
    yearBuilt: line.year_built,
  }
}

function placeOf(line: ListingLine) {
  const told = line.latitude === null ? ('NONE' as const) : ('EXACT' as const)
  return {
    addressLines: line.address_lines,
    city: line.city,
    postcode: line.postcode,
    stateCode: line.state_code,
    stateName: line.state_name,
    countryCode: line.country_code,
    addressHidden: line.address_hidden,
    latitude: line.latitude,
    longitude: line.longitude,
    pointQuality: line.point_quality ?? told,
  }
}

function descriptionsOf({ description, descriptions }: ListingLine): readonly ListedText[] {
  return description === null ? descriptions : [...descriptions, { kind: 'general', language: 'en', html: description }]
}

const NOTHING_OF_ARRIVAL = {
  from: null,
  until: null,
  is_all_day: false,
  min_age: null,
  instructions: null,
  special: null,
}

function termsOf(line: ListingLine) {
  const { is_all_day: isAllDay, min_age: minAge, ...arrival } = line.check_in ?? NOTHING_OF_ARRIVAL
  return {
    checkIn: { ...arrival, isAllDay, minAge },
    checkOutUntil: line.check_out_until,
    fees: line.fees.map(({ is_mandatory: isMandatory, ...fee }) => ({ ...fee, isMandatory })),
    feesText: line.fees_text ?? { mandatory: null, optional: null },
    policies: line.policies,
    paymentMethods: line.payment_methods,
    currency: line.currency,
    genderRequired: line.gender_required,
    keyPickup: line.key_pickup,
  }
}

/** An image of which only the address is told. */
function bareImage(url: string, order: number): ImageLine {
  return { urls: { 0: url }, captions: {}, category: null, room_key: null, order, is_hero: order === 0 }
}

function toImage({ room_key: roomKey, is_hero: isHero, ...image }: ImageLine): ListedImage {
  return { ...image, roomKey, isHero }
}

function toRoom(line: RoomLine): ListedRoom {
  return {
    key: line.key,
    rateKey: line.rate_key,
    names: line.names,
    bedChoices: line.bed_choices,
    maxOccupancy: line.max_occupancy,
    maxAdults: line.max_adults,
    maxChildren: line.max_children,
    view: line.view,
    squareMetres: line.square_metres,
    isSmoking: line.is_smoking,
    isAccessible: line.is_accessible,
    amenities: line.amenities,
    images: line.images.map(toImage),
    description: line.description,
  }
}

function withoutEmpty(ids: Readonly<Record<string, string | null>>): Record<string, string> {
  return Object.fromEntries(Object.entries(ids).flatMap(([key, value]) => (value === null ? [] : [[key, value]])))
}
