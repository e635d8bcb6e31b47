import { cityRow } from '../../../catalogue/cities.ts'
import { hash32 } from '../../../catalogue/hash.ts'
import { languageOf } from '../../../content/distort/name.ts'
import type { DistortedListing, DistortedPoint, Picture } from '../../../content/distorted-listing.ts'
import { metapolicyOf } from './metapolicy.ts'
import { regionOf } from './regions.ts'
import { amenityGroupsOf, CATEGORY_SLUGS, kindOf, roomAmenitiesOf, serpFiltersOf } from './vocabulary.ts'

type HotelView = Readonly<Record<string, unknown>> & { readonly hid: number }

/** How a closed hotel is told: it stays in the dumps for some time, or the next increment calls it deleted. */
export type Closed = 'is_closed' | 'deleted' | null

/** A hotel as the dumps and `POST /hotel/info/` have it. */
export function hotelView(listing: DistortedListing, language: string, closed: Closed = null): HotelView {
  const { address, times, stars } = listing
  const images = imagesView(listing.images)
  const view = {
    hid: Number(listing.supplierHotelId),
    id: `hotel_${listing.supplierHotelId}`,
    name: listing.name(language),
    address: address.lines[0] === undefined ? '' : `${address.lines[0]}, ${localCity(listing, language)}`,
    postal_code: address.postcode ?? '',
    region: regionOf(listing.placeId, language),
    ...coordinates(listing.point),
    phone: listing.phone ?? '',
    email: listing.email ?? '',
    kind: kindOf(listing.propertyType),
    ...(stars === null ? {} : { star_rating: stars }),
    star_certificate: certificateOf(listing),
    hotel_chain: listing.chain.kind === 'TOLD' ? listing.chain.name : 'No chain',
    ...timesView(times),
    description_struct: descriptionsView(listing, language),
    amenity_groups: amenityGroupsOf(listing.facilityIds, language),
    serp_filters: serpFiltersOf(listing.facilityIds),
    images: images.map(({ url }) => url),
    images_ext: images,
    ...metapolicyOf(listing.supplierHotelId, listing.currency, listing.fees),
    policy_struct: [],
    room_groups: roomGroupsView(listing, language),
    facts: factsView(listing),
    payment_methods: ['cash', 'visa'],
    keys_pickup: keysView(listing),
    is_closed: closed === 'is_closed',
    is_gender_specification_required: listing.propertyType === 'hostel',
    distance_center: hash32('distance', listing.key) % 9_000,
    ...(closed === 'deleted' ? { deleted: true } : {}),
    ...(listing.giata === null ? {} : { giata_code: listing.giata }),
  }
  return SPOILT[listing.oddities.form](view)
}

function localCity({ placeId }: DistortedListing, language: string): string {
  return cityRow(placeId).names[languageOf(language)]
}

function coordinates(point: DistortedPoint): object {
  if (point.kind === 'TOLD') return { latitude: point.latitude, longitude: point.longitude }
  return point.kind === 'NULL' ? { latitude: null, longitude: null } : {}
}

function certificateOf({ isOfficial, stars, key }: DistortedListing): object | null {
  return isOfficial && stars !== null && key % 4 === 0
    ? { valid_to: '2029-12-31', certificate_id: `C${key % 1_000_000}` }
    : null
}

/** `HH:MM:SS`; empty where nothing is told; words stay words. */
function clockTime(time: string | null): string {
  if (time === null) return ''
  return /^\d\d:\d\d$/.test(time) ? `${time}:00` : time
}

/** At any time of the day: from midnight to midnight. */
function timesView({ from, until, out, isAllDay }: DistortedListing['times']): object {
  const isAnytime = isAllDay && from === 'anytime'
  return {
    check_in_time: clockTime(isAnytime ? '00:00' : from),
    check_in_time_end: clockTime(isAnytime ? '00:00' : until),
    check_out_time: clockTime(out),
    front_desk_time_start: isAllDay ? '00:00:00' : '07:00:00',
    front_desk_time_end: isAllDay ? '00:00:00' : '23:00:00',
  }
}

const TITLES = {
  location: { en: 'Location', fr: 'Emplacement', de: 'Lage', ja: '所在地', ar: 'الموقع' },
  general: { en: 'At the hotel', fr: 'À l’hôtel', de: 'Im Hotel', ja: 'ホテルについて', ar: 'في الفندق' },
  rooms: { en: 'Room amenities', fr: 'Équipements', de: 'Zimmerausstattung', ja: '客室設備', ar: 'مرافق الغرف' },
} as const

function descriptionsView(listing: DistortedListing, language: string): readonly object[] {
  const texts = listing.texts(language)
  const asked = languageOf(language)
  return (['location', 'general', 'rooms'] as const).map((kind) => ({
    title: TITLES[kind][asked],
    paragraphs: [texts[kind]],
  }))
}

/** The size is a part of the address that the reader fills in. */
function imagesView(pictures: readonly Picture[]): readonly { readonly url: string; readonly category_slug: string }[] {
  return pictures.map(({ hash, kind }) => ({
    url: `https://cdn.sandbox.invalid/t/{size}/content/${hash.toString(16).slice(0, 2)}/${hash.toString(16)}.jpeg`,
    category_slug: CATEGORY_SLUGS[kind],
  }))
}

function roomGroupsView(listing: DistortedListing, language: string): readonly object[] {
  return listing.rooms.map((room, index) => {
    const [mainName = '', bedding] = room.name(language).split(' (')
    const images = imagesView(listing.images.filter((picture) => picture.room === index))
    return {
      room_group_id: hash32('group', listing.key, room.contentRoomId) % 10_000_000,
      name: room.name(language),
      name_struct: {
        main_name: mainName,
        bathroom: null,
        bedding_type: bedding === undefined ? null : bedding.replace(')', ''),
      },
      rg_ext: room.rgExt,
      room_amenities: roomAmenitiesOf(room),
      images: images.map(({ url }) => url),
      images_ext: images,
    }
  })
}

function factsView({ floors, roomsCount, yearBuilt }: DistortedListing): object {
  return {
    floors_number: floors,
    rooms_number: roomsCount,
    year_built: yearBuilt,
    year_renovated: null,
    electricity: { frequency: [50], voltage: [220], sockets: ['c'] },
  }
}

function keysView({ times, phone, email }: DistortedListing): object {
  return {
    type: times.special === null ? 'reception' : 'unspecified',
    phone: times.special === null ? '' : (phone ?? ''),
    email: times.special === null ? '' : (email ?? ''),
    is_contactless: times.special !== null,
    apartment_office_address: '',
    apartment_extra_information: times.special ?? '',
  }
}

/** Forms that the documentation does not have. */
const SPOILT: Readonly<Record<DistortedListing['oddities']['form'], (view: HotelView) => HotelView>> = {
  AS_IS: (view) => view,
  UNKNOWN_ENUM: (view) => ({ ...view, kind: 'Sky_lodge' }),
  UNKNOWN_FIELD: (view) => ({ ...view, eco_score: { value: 7, labels: ['green'] } }),
  NUMBER_AS_TEXT: (view) => ({
    ...view,
    latitude: asText(view['latitude']),
    longitude: asText(view['longitude']),
  }),
  TEXT_AS_NUMBER: (view) => ({ ...view, postal_code: 10_115, phone: 442071234567 }),
  NULL_LIST: (view) => ({ ...view, images_ext: null, amenity_groups: null }),
}

function asText(value: unknown): unknown {
  return typeof value === 'number' ? String(value) : value
}
