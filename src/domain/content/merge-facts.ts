import { distanceKm, type Point } from '../geo.ts'
import { LANGUAGES } from '../languages.ts'
import type { Listing } from '../listing.ts'
import { fold } from '../text.ts'
import { cleanChain, cleanName } from './clean-name.ts'
import { cleanLine } from './clean-text.ts'
import { toHalfStars } from './half-stars.ts'
import type { Texts } from './page-content.ts'
import { toPhone } from './phone.ts'
import { textsOf } from './texts.ts'
import { mostAgreed } from './trust.ts'

/** A part of the content, and which supplier told it; null when nobody did. */
export type Told<Value> = { readonly value: Value; readonly supplierCode: string } | null

/** The name that most suppliers agree on, in the spelling of the most trusted of them, and its translations. */
export function mergeNames(listings: readonly Listing[]): { readonly names: Texts; readonly english: Told<string> } {
  const named = listings
    .map((listing) => ({ supplierCode: listing.supplierCode, name: englishName(listing) }))
    .filter(({ name }) => name !== '')
  const [first] = mostAgreed([...Map.groupBy(named, ({ name }) => fold(name) || name).values()])
  const english = first ? { value: first.name, supplierCode: first.supplierCode } : null
  const names: Record<string, string> = english ? { en: english.value } : {}
  for (const language of LANGUAGES) {
    if (language in names) continue
    const name = listings.map(({ names: all }) => textsOf(all, cleanName)[language]).find((one) => one !== undefined)
    if (name !== undefined) names[language] = name
  }
  return { names, english }
}

/** A hotel that is only named in another script keeps that name: it is better than none. */
function englishName({ names, nameLocal }: Listing): string {
  return textsOf(names, cleanName)['en'] ?? cleanName(nameLocal ?? Object.values(names)[0] ?? '')
}

/** Suppliers whose points are within this distance of each other agree. */
const SAME_PLACE_KM = 0.3

export type MergedPlace = {
  /** Null when nobody tells one. */
  readonly point: Point | null
  readonly addressLines: readonly string[]
  readonly city: string | null
  readonly postcode: string | null
  readonly countryCode: string | null
  /** True when any supplier lets the place be shown only after booking. */
  readonly placeHidden: boolean
}

/** The place that most suppliers agree on; the address is that of the most trusted of them who has one. */
export function mergePlace(listings: readonly Listing[]): Told<MergedPlace> {
  const exact = listings.filter(({ pointQuality }) => pointQuality === 'EXACT' || pointQuality === 'APPROXIMATE')
  const candidates = [exact, listings].map((some) => some.filter((one) => pointOf(one) !== null))
  const placed = candidates.find(({ length }) => length > 0) ?? []
  const agreed = mostAgreed(
    placed.map((one) => [one, ...placed.filter((other) => other !== one && areNear(one, other))]),
  )
  const inside = agreed.toSorted((a, b) => listings.indexOf(a) - listings.indexOf(b))
  const [best = listings[0]] = inside
  if (!best) return null
  const addressed = [...inside, ...listings].find((one) => linesOf(one).length > 0)
  return {
    supplierCode: best.supplierCode,
    value: {
      point: pointOf(best),
      addressLines: addressed ? linesOf(addressed) : [],
      city: firstLine(listings, addressed, ({ city }) => city),
      postcode: firstLine(listings, addressed, ({ postcode }) => postcode),
      countryCode: firstLine(listings, best, ({ countryCode }) => countryCode)?.toUpperCase() ?? null,
      placeHidden: listings.some(({ addressHidden }) => addressHidden),
    },
  }
}

/** (0, 0) lies in the sea: it stands for a point that is not known. */
function pointOf({ latitude, longitude }: Listing): Point | null {
  if (latitude === null || longitude === null || (latitude === 0 && longitude === 0)) return null
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null
}

function areNear(a: Listing, b: Listing): boolean {
  const [one, other] = [pointOf(a), pointOf(b)]
  return one !== null && other !== null && distanceKm(one, other) <= SAME_PLACE_KM
}

const MAX_LINE = 200
const MAX_LINES = 8

function linesOf({ addressLines }: Listing): string[] {
  return addressLines
    .map((line) => cleanLine(line, MAX_LINE))
    .filter((line) => line !== '')
    .slice(0, MAX_LINES)
}

function firstLine(
  listings: readonly Listing[],
  preferred: Listing | undefined,
  read: (listing: Listing) => string | null,
): string | null {
  const inOrder = preferred ? [preferred, ...listings] : listings
  return inOrder.map((one) => cleanLine(read(one) ?? '', MAX_LINE)).find((line) => line !== '') ?? null
}

/** Numbers of the house come before those of a reservation desk; fax numbers and those of a company that manages it are never shown. */
const PHONE_KINDS = ['HOTEL', 'UNKNOWN', 'BOOKING'] as const

export function mergePhone(listings: readonly Listing[]): Told<string> {
  for (const kind of PHONE_KINDS)
    for (const { phones, countryCode, supplierCode } of listings)
      for (const { number } of phones.filter((phone) => phone.kind === kind)) {
        const value = toPhone(number, countryCode?.toUpperCase() ?? null)
        if (value !== null) return { value, supplierCode }
      }
  return null
}

/** An official class before a supplier's own. */
export function mergeStars(listings: readonly Listing[]): Told<number> {
  const official = listings.filter(({ starsSource }) => starsSource === 'OFFICIAL')
  return firstTold([...official, ...listings], ({ stars }) => toHalfStars(stars))
}

export function mergeType(listings: readonly Listing[]): Told<string> {
  return firstTold(listings, ({ propertyType }) => propertyType)
}

export function mergeChain(listings: readonly Listing[]): Told<string> {
  return firstTold(listings, ({ chain, brand }) => cleanChain(chain?.name ?? null) ?? cleanChain(brand?.name ?? null))
}

/** The first listing of which `read` makes something. */
export function firstTold<Value>(listings: readonly Listing[], read: (listing: Listing) => Value | null): Told<Value> {
  for (const listing of listings) {
    const value = read(listing)
    if (value !== null) return { value, supplierCode: listing.supplierCode }
  }
  return null
}
