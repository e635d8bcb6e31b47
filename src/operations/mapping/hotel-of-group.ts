import { cleanChain } from '../../domain/content/clean-name.ts'
import type { MergedHotel } from '../../domain/content/merge-hotel.ts'
import { byTrust, mostAgreed, type TrustOrders } from '../../domain/content/trust.ts'
import type { Point } from '../../domain/geo.ts'
import type { Listing } from '../../domain/listing.ts'
import { estimatedNightly } from '../../domain/observed-price.ts'
import { fold } from '../../domain/text.ts'
import type { CatalogueImport } from '../../store/catalogue-import.ts'
import type { PlaceFinder } from './nearest-place.ts'
import type { TermFinder } from './terms/term-finder.ts'

export type NewHotel = CatalogueImport['hotels'][number]

/** What hotels are made by. */
export type Ground = { readonly places: PlaceFinder; readonly terms: TermFinder; readonly trust: TrustOrders }

/** Why listings cannot become a hotel: no listing has a point, or the catalogue has no city near it. */
export type Placeless = { readonly reason: 'NO_POINT' | 'NO_PLACE'; readonly countryCode: string | null }

/** Of a hotel whose listings do not say what kind of house it is. */
const ANY_TYPE = 'hotel'

/** Listings that are one hotel, and what they are merged to; null: none of them is open. */
export type Group = {
  readonly hotelId: number
  readonly listings: readonly Listing[]
  readonly merged: MergedHotel | null
}

/** The hotel that the listings are: each part as on its page, from the supplier that is trusted in it, or what most agree on. */
export function hotelOf({ hotelId, listings, merged }: Group, ground: Ground): NewHotel | Placeless {
  const countryCode = merged?.facts.countryCode ?? null
  if (!merged?.facts.point) return { reason: 'NO_POINT', countryCode }
  const { facts, content } = merged
  const { point } = merged.facts
  const cities = [facts.city, ...listings.map(({ city }) => city)].filter((city) => city !== null)
  const found = ground.places.find({ point, countryCode, cities })
  if (!found) return { reason: 'NO_PLACE', countryCode }
  return {
    hotelId,
    placeId: found.placeId,
    names: { ...facts.names, en: facts.names['en'] ?? '' },
    ...shownPlace(point, content.addressLines, facts.placeHidden),
    phone: content.phone,
    stars: facts.stars,
    chainId: chainOf(listings, ground),
    propertyType: typeOf(listings, ground) ?? ground.terms.propertyType(ANY_TYPE) ?? ANY_TYPE,
    facilityIds: facilitiesOf(listings, ground),
    mainImageUrl: facts.mainImageUrl,
    timeZone: found.timeZone,
    nightlyUsdCents: estimatedNightly(facts.stars),
    weight: 0,
    ofListings: true,
  }
}

/** About a kilometre: a hidden place is shown no nearer. */
const ROUGH_DEGREES = 0.01

function shownPlace(point: Point, addressLines: readonly string[], isHidden: boolean) {
  if (!isHidden)
    return { ...point, address: addressLines.join(', '), addressLines, placeHidden: false, exactPlace: null }
  const latitude = roughly(point.latitude)
  const longitude = roughly(point.longitude)
  return {
    latitude,
    longitude,
    address: '',
    addressLines: [],
    placeHidden: true,
    exactPlace: { latitude: point.latitude, longitude: point.longitude, addressLines },
  }
}

function roughly(degrees: number): number {
  return Math.round((Math.round(degrees / ROUGH_DEGREES) + 0.5) * ROUGH_DEGREES * 1_000) / 1_000
}

/** The type that most suppliers tell, of equally many that of the most trusted. */
function typeOf(listings: readonly Listing[], { terms, trust }: Ground): string | null {
  return mostTold(byTrust(listings, trust.type), ({ propertyType, propertyTypeRaw }) =>
    terms.propertyType(propertyType ?? propertyTypeRaw),
  )
}

/** One supplier may name a wrong chain: it is that which most tell. */
function chainOf(listings: readonly Listing[], { terms, trust }: Ground): number | null {
  const name = mostTold(byTrust(listings, trust.chain), ({ chain, brand }) =>
    cleanChain(chain?.name ?? brand?.name ?? null),
  )
  return name === null ? null : terms.chain(name)
}

function mostTold(listings: readonly Listing[], read: (listing: Listing) => string | null): string | null {
  const told = listings.flatMap((listing) => {
    const value = read(listing)
    return value === null ? [] : [{ supplierCode: listing.supplierCode, value }]
  })
  const agreed = mostAgreed([...Map.groupBy(told, ({ value }) => fold(value)).values()])
  return agreed[0]?.value ?? null
}

/** All that any of them has: filters look for what is there. */
function facilitiesOf(listings: readonly Listing[], { terms }: Ground): number[] {
  const told = listings.flatMap(({ facilities }) => facilities)
  const ids = told.flatMap(({ facilityId, rawName }) => facilityId ?? terms.facility(rawName) ?? [])
  return [...new Set(ids)].sort((a, b) => a - b)
}
