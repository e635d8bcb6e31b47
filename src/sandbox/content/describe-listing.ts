import type { SandboxCatalogue } from '../catalogue/catalogue.ts'
import { approximatePoint } from '../catalogue/hotel-details.ts'
import {
  distortedChain,
  distortedFacilities,
  distortedFees,
  distortedGiata,
  distortedPhone,
  distortedStars,
  distortedTimes,
} from './distort/facts.ts'
import { distortedName } from './distort/name.ts'
import { distortedPictures } from './distort/pictures.ts'
import { distortedAddress, distortedPoint } from './distort/place.ts'
import { distortedRooms } from './distort/rooms.ts'
import { distortedTexts } from './distort/texts.ts'
import type { DistortedListing } from './distorted-listing.ts'
import type { Life } from './life.ts'
import type { Listed } from './listed.ts'
import type { Oddities } from './oddities.ts'
import type { TrueHotel } from './true-hotel.ts'

type Told = {
  readonly listed: Listed
  readonly truth: TrueHotel
  readonly life: Life
  readonly oddities: Oddities
  readonly key: number
}

/** The truth about a hotel, put through the oddities of a listing and what days did to it. */
export function describeListing(
  catalogue: SandboxCatalogue,
  { listed, truth, life, oddities, key }: Told,
): DistortedListing {
  const { supplierCode, supplierHotelId } = listed
  const { edits } = life
  const { hotel } = truth
  const told = { supplierCode, truth, oddities, edits, key }
  const rooms = distortedRooms(catalogue, { supplierCode, supplierHotelId, key, oddities })
  const isUnit = truth.beside?.kind === 'UNIT'
  return {
    supplierCode,
    supplierHotelId,
    supplySource: isUnit ? 'vrbo' : 'expedia',
    life,
    oddities,
    key,
    name: (language) => distortedName(told, language),
    address: distortedAddress(told),
    point: distortedPoint(told),
    roughPoint: hotel.placeHidden ? approximatePoint(hotel) : null,
    phone: distortedPhone(told),
    fax: null,
    email: truth.email,
    website: truth.website,
    ...distortedStars(told),
    propertyType: isUnit ? 'apartment' : hotel.propertyType,
    chain: distortedChain(told),
    brand: truth.brand,
    facilityIds: distortedFacilities(told),
    images: distortedPictures({ key, images: oddities.images, edits: edits.images, rooms }),
    texts: (language) => distortedTexts({ truth, form: oddities.text, edits: edits.text }, language),
    times: distortedTimes(told),
    fees: distortedFees(told),
    rooms,
    ...sizeOf(truth),
    placeId: hotel.placeId,
    cityName: truth.city.names.en,
    currency: hotel.currency,
    giata: distortedGiata(told),
    popularity: hotel.weight,
  }
}

function sizeOf({
  roomsCount,
  floors,
  yearBuilt,
}: TrueHotel): Pick<DistortedListing, 'roomsCount' | 'floors' | 'yearBuilt'> {
  return { roomsCount, floors, yearBuilt }
}
