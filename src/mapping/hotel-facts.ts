import type { Listing, PointQuality } from '../domain/listing.ts'

/**
 * What the judge reads of a listing, as the supplier wrote it. Null means that the source does not tell; it is evidence neither
 * for nor against. `propertyType` and `chain` are free text.
 */
export type HotelFacts = {
  readonly name: string
  /** The same house's name in other languages or scripts. */
  readonly alternativeNames: readonly string[] | null
  /** Names that the house had before. */
  readonly formerNames: readonly string[] | null
  readonly addressLines: readonly string[] | null
  readonly postcode: string | null
  readonly city: string | null
  /** ISO 3166-1 alpha-2; any case. */
  readonly countryCode: string | null
  /** WGS 84 degrees. */
  readonly latitude: number | null
  readonly longitude: number | null
  readonly pointQuality: PointQuality | null
  /** Telephones of the house; not its fax, nor a reservation centre that is told as such. */
  readonly phones: readonly string[] | null
  /** 0.5 to 5 in halves. */
  readonly stars: number | null
  readonly chain: string | null
  readonly propertyType: string | null
  readonly supplierCode: string | null
}

/** A listing's facts. A name that the listing has in several languages is judged in the first of them; the others are alternatives. */
export function factsOf(listing: Listing): HotelFacts {
  const names = namesOf(listing)
  return {
    name: names[0] ?? '',
    alternativeNames: names.slice(1),
    formerNames: listing.formerNames,
    // An address that the supplier hides is still the house's: the judge shows it to nobody but operators.
    addressLines: listing.addressLines,
    postcode: listing.postcode,
    city: listing.city,
    countryCode: listing.countryCode,
    latitude: listing.latitude,
    longitude: listing.longitude,
    pointQuality: listing.pointQuality,
    phones: listing.phones.filter(({ kind }) => kind === 'HOTEL' || kind === 'UNKNOWN').map(({ number }) => number),
    stars: listing.stars,
    chain: listing.brand?.name ?? listing.chain?.name ?? null,
    propertyType: listing.propertyType ?? listing.propertyTypeRaw,
    supplierCode: listing.supplierCode,
  }
}

/** English first, because most suppliers have it; then the languages in the order of their tags, then the local name. */
function namesOf({ names, nameLocal }: Listing): string[] {
  const languages = Object.keys(names).sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))
  const all = [...languages.map((language) => names[language] ?? ''), nameLocal ?? '']
  return [...new Set(all.map((name) => name.trim()).filter((name) => name !== ''))]
}

function rank(language: string): number {
  if (language === 'en') return 0
  return language.startsWith('en') ? 1 : 2
}
