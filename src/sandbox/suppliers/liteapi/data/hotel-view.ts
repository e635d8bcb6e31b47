import { DAY_MS } from '../../../../domain/time.ts'
import { cityRow } from '../../../catalogue/cities.ts'
import { hash32 } from '../../../catalogue/hash.ts'
import { languageOf } from '../../../content/distort/name.ts'
import type { DistortedChain, DistortedListing, Picture } from '../../../content/distorted-listing.ts'
import { photoUrl } from './hotel-photo.ts'
import { roomsView } from './room-view.ts'
import { airportOf, facilityIdOf, facilityName, hotelTypeOf, liteChainId } from './vocabulary.ts'

type View = Readonly<Record<string, unknown>> & { readonly id: string }

function chainView(chain: DistortedChain): object {
  if (chain.kind === 'TOLD') return { chainId: liteChainId(chain.id), chain: chain.name }
  return { chainId: 0, chain: 'Not Available' }
}

function deletedAt({ life }: DistortedListing): string | null {
  return life.closedDay === null ? null : new Date(life.closedDay * DAY_MS).toISOString()
}

function cityIn({ placeId }: DistortedListing, language: string): string {
  return cityRow(placeId).names[languageOf(language)]
}

function photosOf({ images }: DistortedListing): object {
  const [first] = images
  return {
    main_photo: first ? photoUrl(first.hash, 'max1280') : '',
    thumbnail: first ? photoUrl(first.hash, 'max500') : '',
  }
}

/** A hotel in the list. Its description is one text with headings inside. */
export function listedHotel(listing: DistortedListing, language: string): View {
  const { address, point, stars, facilityIds, popularity, roughPoint } = listing
  const texts = listing.texts(language)
  const view = {
    id: listing.supplierHotelId,
    primaryHotelId: null,
    name: listing.name(language),
    hotelDescription: `Headline : ${texts.headline}<br/>Location : ${texts.location}<br/>Rooms : ${texts.rooms}<br/>Dining : ${texts.dining}<br/>${texts.general}`,
    hotelTypeId: hotelTypeOf(listing.propertyType).id,
    ...chainView(listing.chain),
    currency: listing.currency,
    country: address.countryCode,
    city: cityIn(listing, language),
    ...(point.kind === 'ABSENT'
      ? {}
      : {
          latitude: point.kind === 'TOLD' ? point.latitude : null,
          longitude: point.kind === 'TOLD' ? point.longitude : null,
        }),
    address: roughPoint ? '' : address.lines.join(', '),
    zip: address.postcode ?? '',
    ...photosOf(listing),
    ...(stars === null ? {} : { stars }),
    rating: Number((6 + (popularity % 40) / 10).toFixed(1)),
    reviewCount: hash32('reviews', listing.key) % 4_000,
    facilityIds: facilityIds.map(facilityIdOf),
    rohId: hash32('roh', listing.key) % 10_000_000,
    accessibilityAttributes: null,
    deletedAt: deletedAt(listing),
  }
  return SPOILT[listing.oddities.form](view)
}

/** A hotel by itself. */
export function hotelDetail(listing: DistortedListing, language: string): View {
  const { address, point, stars, facilityIds, texts, placeId, phone, email, fax } = listing
  const type = hotelTypeOf(listing.propertyType)
  const { general, location, rooms } = texts(language)
  const view = {
    id: listing.supplierHotelId,
    name: listing.name(language),
    hotelDescription: `<p><strong>${texts(language).headline}</strong><br>${location}</p><p>${rooms}</p><p>${general}</p>`,
    hotelImportantInformation: importantInformation(listing),
    checkinCheckoutTimes: timesView(listing),
    hotelImages: listing.images.map((picture, index) => imageView(picture, index, language)),
    ...photosOf(listing),
    country: address.countryCode.toLowerCase(),
    city: cityIn(listing, language),
    ...(stars === null ? {} : { starRating: Math.floor(stars) }),
    location:
      point.kind === 'ABSENT'
        ? null
        : {
            latitude: point.kind === 'TOLD' ? point.latitude : null,
            longitude: point.kind === 'TOLD' ? point.longitude : null,
          },
    address: listing.roughPoint ? '' : address.lines.join(', '),
    hotelFacilities: facilityIds.map((id) => facilityName(id, language)),
    facilities: facilityIds.map((id) => ({ facilityId: facilityIdOf(id), name: facilityName(id, language) })),
    ...chainView(listing.chain),
    rooms: roomsView(listing, language),
    phone: phone ?? '',
    fax: fax ?? '',
    email: email ?? '',
    hotelType: type.name,
    hotelTypeId: type.id,
    airportCode: airportOf(placeId),
    parking: facilityIds.includes(9) ? 'Yes' : 'No',
    groupRoomMin: 5,
    childAllowed: true,
    petsAllowed: listing.key % 5 === 0 ? null : facilityIds.includes(14),
    policies: policiesView(listing),
    deletedAt: deletedAt(listing),
  }
  return SPOILT[listing.oddities.form](view)
}

function importantInformation({ times, fees }: DistortedListing): string {
  return [
    times.instructions,
    fees.resort === null ? '' : `<p>Resort fee: ${fees.currency} ${fees.resort} per room, per night</p>`,
    `<p>Parking: ${fees.currency} ${fees.parking} per night</p>`,
    fees.deposit === null ? '' : `<p>Deposit: ${fees.currency} ${fees.deposit}</p>`,
  ]
    .filter((text) => text !== '')
    .join('\n')
}

/** `03:00 PM`; words stay words. */
function twelveHours(time: string | null): string {
  const [, hours, minutes] = /^(\d\d):(\d\d)$/.exec(time ?? '') ?? []
  if (hours === undefined) return time ?? ''
  const hour = Number(hours)
  const shown = String(hour % 12 === 0 ? 12 : hour % 12).padStart(2, '0')
  return `${shown}:${minutes} ${hour < 12 ? 'AM' : 'PM'}`
}

function timesView({ times }: DistortedListing): object {
  const { from, until, out, isAllDay, special, instructions } = times
  return {
    checkout: twelveHours(out),
    checkin: twelveHours(from),
    checkin_start: twelveHours(from),
    // Midnight is the end of the day here, not its beginning.
    checkin_end: until === null ? (isAllDay ? '12:00 AM' : '') : twelveHours(until),
    instructions: [instructions],
    special_instructions: special ?? '',
  }
}

/** The order is 0 for all of them: the list's own counts. */
function imageView({ hash, caption, isHero }: Picture, index: number, language: string): object {
  return {
    url: photoUrl(hash, 'max500'),
    urlHd: photoUrl(hash, 'max1280'),
    caption: index % 4 === 3 ? '' : caption(language),
    order: 0,
    defaultImage: isHero,
  }
}

function policiesView({ fees, facilityIds }: DistortedListing): readonly object[] {
  return [
    {
      policy_type: 'POLICY_CHILDREN',
      name: 'Children',
      description: 'Children of all ages are welcome.',
      child_allowed: 'ALLOWED',
      pets_allowed: '',
      parking: '',
    },
    {
      policy_type: 'POLICY_PETS',
      name: 'Pets',
      description: facilityIds.includes(14)
        ? `Pets are allowed${fees.pets === null ? '' : ` for ${fees.currency} ${fees.pets}`}.`
        : 'Pets are not allowed.',
      child_allowed: '',
      pets_allowed: facilityIds.includes(14) ? 'ALLOWED' : 'NOT_ALLOWED',
      parking: '',
    },
  ]
}

/** Forms that the specification does not have. */
const SPOILT: Readonly<Record<DistortedListing['oddities']['form'], (view: View) => View>> = {
  AS_IS: (view) => view,
  UNKNOWN_ENUM: (view) => ({ ...view, hotelTypeId: 9_999, hotelType: 'Sky lodge' }),
  UNKNOWN_FIELD: (view) => ({ ...view, sustainability: { score: 7, labels: ['green'] } }),
  NUMBER_AS_TEXT: (view) => ({ ...view, ...textOf(view, 'latitude'), ...textOf(view, 'stars') }),
  TEXT_AS_NUMBER: (view) => ({ ...view, ...('zip' in view ? { zip: 10_115 } : { phone: 442071234567 }) }),
  NULL_LIST: (view) => ({
    ...view,
    ...('facilityIds' in view ? { facilityIds: null } : { hotelImages: null, facilities: null }),
  }),
}

function textOf(view: View, name: string): object {
  return typeof view[name] === 'number' ? { [name]: String(view[name]) } : {}
}
