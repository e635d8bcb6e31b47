import { DAY_MS } from '../../../../domain/time.ts'
import { chance, hash32 } from '../../../catalogue/hash.ts'
import type { DistortedListing } from '../../../content/distorted-listing.ts'
import { picturesView } from './image-view.ts'
import { roomsView } from './room-view.ts'
import { amenitiesOf, byId, categoryOf, petsOf, rapidChainId } from './vocabulary.ts'

type PropertyView = Readonly<Record<string, unknown>> & { readonly property_id: string }

/** A property as the file and `GET /v3/properties/content` have it; `language` is one of Rapid's, such as `fr-FR`. */
export function propertyView(listing: DistortedListing, language: string): PropertyView {
  const short = language.slice(0, 2)
  const view = {
    property_id: listing.supplierHotelId,
    name: listing.name(short),
    address: addressView(listing, language),
    ratings: ratingsView(listing),
    location: locationView(listing),
    ...(listing.phone === null ? {} : { phone: listing.phone }),
    category: categoryOf(listing.propertyType),
    rank: 1_000 - listing.popularity,
    business_model: businessModel(listing),
    checkin: checkInView(listing, short),
    checkout: listing.times.out === null ? {} : { time: twelveHours(listing.times.out) },
    fees: feesView(listing),
    policies: { know_before_you_go: listing.times.knowBeforeYouGo },
    attributes: attributesView(listing, short),
    amenities: amenitiesOf(listing.facilityIds, short),
    images: picturesView(listing.images, short),
    onsite_payments: {
      currency: listing.currency,
      types: byId([
        { id: '185', name: 'Visa' },
        { id: '407', name: 'Cash' },
      ]),
    },
    rooms: roomsView(listing, short),
    rates: {},
    dates: { added: stamp(listing.life.addedDay), updated: stamp(listing.life.updatedDay) },
    descriptions: descriptionsView(listing, short),
    statistics: statisticsView(listing),
    ...chainView(listing),
    multi_unit: listing.supplySource === 'expedia',
    payment_registration_recommended: false,
    supply_source: listing.supplySource,
    ...(listing.supplySource === 'vrbo' ? { vacation_rental_details: rentalView(listing) } : {}),
  }
  return SPOILT[listing.oddities.form](view)
}

function stamp(day: number): string {
  return new Date(day * DAY_MS).toISOString()
}

function addressView({ address, roughPoint, supplierHotelId }: DistortedListing, language: string): object {
  const { lines, city, postcode, stateCode, stateName, countryCode } = address
  const link = `/v3/properties/content?language=ja-JP&include=address&property_id=${supplierHotelId}`
  return {
    ...(roughPoint || lines[0] === undefined ? {} : { line_1: lines[0] }),
    city,
    ...(stateCode === null ? {} : { state_province_code: stateCode, state_province_name: stateName }),
    ...(postcode === null || roughPoint ? {} : { postal_code: postcode }),
    country_code: countryCode,
    obfuscation_required: roughPoint !== null,
    ...(countryCode === 'JP' && language !== 'ja-JP'
      ? { localized: { links: { 'ja-JP': { method: 'GET', href: link } } } }
      : {}),
  }
}

function ratingsView({ stars, isOfficial, key }: DistortedListing): object {
  const guests = { count: key % 3_000, overall: (3 + (key % 20) / 10).toFixed(1) }
  if (stars === null) return { guest: guests }
  return { property: { rating: stars.toFixed(1), type: isOfficial ? 'Star' : 'Alternate' }, guest: guests }
}

function locationView({ point, roughPoint }: DistortedListing): object {
  const { latitude, longitude } = point.kind === 'TOLD' ? point : { latitude: null, longitude: null }
  return {
    coordinates: { latitude, longitude },
    ...(roughPoint ? { obfuscated_coordinates: roughPoint } : {}),
    obfuscation_required: roughPoint !== null,
  }
}

/** One property in a hundred is paid at the desk only. */
function businessModel({ key, supplySource }: DistortedListing): object {
  const isAtDesk = supplySource === 'expedia' && chance(hash32('desk-only', key), 10)
  return { expedia_collect: !isAtDesk, property_collect: isAtDesk || key % 2 === 0 }
}

/** `3:00 PM`; words stay words. */
function twelveHours(time: string): string {
  const [, hours, minutes] = /^(\d\d):(\d\d)$/.exec(time) ?? []
  if (hours === undefined) return time
  const hour = Number(hours)
  return `${hour % 12 === 0 ? 12 : hour % 12}:${minutes} ${hour < 12 ? 'AM' : 'PM'}`
}

const WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  noon: { fr: 'midi', de: 'Mittag', ja: '正午', ar: 'الظهر' },
  anytime: { fr: 'à tout moment', de: 'jederzeit', ja: 'いつでも', ar: 'في أي وقت' },
}

function checkInView({ times }: DistortedListing, short: string): object {
  const { from, until, isAllDay, minAge, instructions, special } = times
  return {
    ...(isAllDay ? { '24_hour': '24-hour check-in' } : {}),
    ...(from === null ? { begin_time: '' } : { begin_time: WORDS[from]?.[short] ?? twelveHours(from) }),
    ...(until === null ? {} : { end_time: twelveHours(until) }),
    instructions,
    ...(special === null ? {} : { special_instructions: special }),
    min_age: minAge,
  }
}

function feesView({ fees }: DistortedListing): object {
  const { resort, parking, pets, deposit, currency } = fees
  const mandatory = [
    ...(deposit === null ? [] : [`<li>Deposit: ${currency} ${deposit} per day</li>`]),
    ...(resort === null ? [] : [`<li>Resort fee: ${currency} ${resort} per accommodation, per night</li>`]),
  ]
  const optional = [
    `<li>Self parking fee: ${currency} ${parking} per night</li>`,
    ...(pets === null ? [] : [`<li>Pet fee: ${currency} ${pets} per pet, per stay</li>`]),
  ]
  return {
    ...(mandatory.length === 0
      ? {}
      : {
          mandatory: `<p>You'll be asked to pay the following charges at the property:</p> <ul>${mandatory.join('')}</ul>`,
        }),
    optional: `<ul>${optional.join(' ')}</ul>`,
  }
}

function attributesView({ facilityIds, times }: DistortedListing, short: string): object {
  return {
    general: byId([
      { id: '2940', name: `Minimum guest age is ${times.minAge}`, value: String(times.minAge) },
      ...(facilityIds.includes(12) ? [] : [{ id: '2549', name: 'No elevators' }]),
    ]),
    pets: petsOf(facilityIds, short),
  }
}

function descriptionsView(listing: DistortedListing, short: string): object {
  const { headline, general, location, rooms, dining } = listing.texts(short)
  return { amenities: general, dining, rooms, location, headline }
}

function statisticsView({ roomsCount, floors, yearBuilt }: DistortedListing): object {
  return byId([
    { id: '52', name: `Total number of rooms - ${roomsCount}`, value: String(roomsCount) },
    { id: '54', name: `Number of floors - ${floors}`, value: String(floors) },
    { id: '2515', name: `Year Built - ${yearBuilt}`, value: String(yearBuilt) },
  ])
}

function chainView({ chain, brand }: DistortedListing): object {
  return {
    ...(chain.kind === 'TOLD' ? { chain: { id: rapidChainId(chain.id), name: chain.name } } : {}),
    ...(brand ? { brand: { id: String(brand.id), name: brand.name } } : {}),
  }
}

function rentalView({ supplierHotelId }: DistortedListing): object {
  return {
    registry_number: `Property Registration Number ${supplierHotelId}`,
    private_host: 'true',
    house_rules: ['Children welcome', 'No pets', 'No smoking', 'No parties or events'],
    listing_id: supplierHotelId,
  }
}

/** Forms that the specification does not have. */
const SPOILT: Readonly<Record<DistortedListing['oddities']['form'], (view: PropertyView) => PropertyView>> = {
  AS_IS: (view) => view,
  UNKNOWN_ENUM: (view) => ({ ...view, category: { id: '9999', name: 'Sky lodge' } }),
  UNKNOWN_FIELD: (view) => ({ ...view, sustainability: { score: 7, labels: ['green'] } }),
  NUMBER_AS_TEXT: (view) => ({ ...view, rank: String(view['rank']) }),
  TEXT_AS_NUMBER: (view) => ({ ...view, property_id: view.property_id, phone: 442071234567 }),
  NULL_LIST: (view) => ({ ...view, images: null }),
}
