import type { Point } from '../geo.ts'
import type { Listing } from '../listing.ts'
import type { Instructions } from '../selling.ts'
import {
  type MergedPlace,
  mergeChain,
  mergeNames,
  mergePhone,
  mergePlace,
  mergeStars,
  mergeType,
  type Told,
} from './merge-facts.ts'
import {
  mergeCheckIn,
  mergeDescriptions,
  mergeFacilities,
  mergeImages,
  mergeInstructionsOf,
  mergePolicies,
  mergeRooms,
} from './merge-parts.ts'
import type { ContentField, FieldSource, MergedContent, Texts } from './page-content.ts'
import { byTrust, type TrustOrders } from './trust.ts'

/** What a hotel's own row has, which lists show; for whoever makes a hotel of its listings. */
export type MergedFacts = {
  /** English first; empty when no listing has a name. */
  readonly names: Texts
  readonly point: Point | null
  readonly city: string | null
  readonly countryCode: string | null
  readonly placeHidden: boolean
  /** In halves, 0.5 to 5. */
  readonly stars: number | null
  readonly chain: string | null
  /** An id of our property types. */
  readonly propertyType: string | null
  readonly facilityIds: readonly number[]
  readonly mainImageUrl: string | null
}

export type MergedHotel = {
  readonly facts: MergedFacts
  readonly content: MergedContent
  /** How guests arrive, by supplier: an option of a rate shows those of its own supplier. */
  readonly instructions: Readonly<Record<string, Instructions>>
}

/**
 * A hotel of its listings at all suppliers: each part from the one that is trusted most in it, or that most agree on (name and place).
 * Closed and vanished listings tell nothing; null when no other is left. The same listings make the same hotel in any order.
 */
export function mergeHotel(listings: readonly Listing[], trust: TrustOrders): MergedHotel | null {
  const open = listings.filter(({ status }) => status === 'ACTIVE' || status === 'NOT_ON_SALE')
  if (open.length === 0) return null
  const parts = mergeParts(open, trust)
  const own = byTrust(open)
  return {
    facts: factsOf(parts),
    content: { ...contentOf(parts), policies: mergePolicies(own), sources: sourcesOf(parts) },
    instructions: mergeInstructionsOf(own),
  }
}

function mergeParts(open: readonly Listing[], trust: TrustOrders) {
  function trusted(field: ContentField): Listing[] {
    return byTrust(open, trust[field])
  }
  return {
    named: mergeNames(trusted('name')),
    place: mergePlace(trusted('place')),
    phone: mergePhone(trusted('phone')),
    stars: mergeStars(trusted('stars')),
    type: mergeType(trusted('type')),
    chain: mergeChain(trusted('chain')),
    facilities: mergeFacilities(trusted('facilities')),
    images: mergeImages(trusted('images')),
    described: mergeDescriptions(trusted('descriptions')),
    checkIn: mergeCheckIn(trusted('check_in')),
    rooms: mergeRooms(trusted('rooms')),
  }
}

type Parts = ReturnType<typeof mergeParts>

const NOWHERE: MergedPlace = {
  point: null,
  addressLines: [],
  city: null,
  postcode: null,
  countryCode: null,
  placeHidden: false,
}

function told<Value>(one: Told<Value>): Value | null {
  return one ? one.value : null
}

function factsOf({ named, place, stars, chain, type, facilities, images }: Parts): MergedFacts {
  const { point, city, countryCode, placeHidden } = told(place) ?? NOWHERE
  return {
    names: named.names,
    point,
    city,
    countryCode,
    placeHidden,
    stars: told(stars),
    chain: told(chain),
    propertyType: told(type),
    facilityIds: (told(facilities) ?? []).flatMap(({ facilityId }) => facilityId ?? []),
    mainImageUrl: told(images)?.[0]?.sizes[0]?.url ?? null,
  }
}

function contentOf({ place, phone, described, images, facilities, checkIn, rooms }: Parts) {
  const { addressLines, postcode } = told(place) ?? NOWHERE
  return {
    addressLines,
    postcode,
    phone: told(phone),
    descriptions: described.descriptions,
    images: told(images) ?? [],
    facilities: told(facilities) ?? [],
    ...(told(checkIn) ?? { checkInAllDay: null, checkInMinAge: null }),
    rooms: told(rooms) ?? [],
  }
}

function sourcesOf({ named, described, checkIn, ...parts }: Parts): FieldSource[] {
  const byField: Readonly<Record<Exclude<ContentField, 'descriptions'>, Told<unknown>>> = {
    ...parts,
    name: named.english,
    check_in: checkIn,
  }
  return [
    ...Object.entries(byField).flatMap(([field, one]) =>
      // The record above has a part of the content under each of its names.
      one ? [{ field: field as ContentField, language: null, supplierCode: one.supplierCode }] : [],
    ),
    ...described.suppliers.map(([language, supplierCode]) => ({
      field: 'descriptions' as const,
      language,
      supplierCode,
    })),
  ]
}
