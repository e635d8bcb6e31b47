import type { Sort } from '../../domain/contract/search.ts'
import type { Mac } from '../../platform/mac.ts'
import { hotelSearchInput, type SearchInput } from '../inputs/search.ts'

/** The letter of each sort, which is the first character of its cursors. */
const LETTERS: Readonly<Record<Sort, string>> = {
  recommended: 'r',
  price_low_to_high: 'p',
  price_high_to_low: 'q',
  stars: 's',
  distance_from_center: 'd',
  value: 'v',
}

/** Where a page ended: the sort key and id of its last hotel, in one version of the ranking. */
export type Position = {
  readonly version: number
  readonly key: number
  readonly hotelId: number
  /** How many hotels the search has returned over all pages so far. */
  readonly returned: number
}

/** A keyed hash which proves that a cursor belongs to a search; it covers every input that must not change. */
export type CursorSeal = Mac

function placeText(sort: Sort, { version, key, returned }: Position): string {
  return `${LETTERS[sort]}${version}.${key}.${returned}`
}

/** The format is `<letter><version>.<key>.<returned>.<checksum>_<hotelId>`. */
export function toCursor(sort: Sort, seal: CursorSeal, position: Position): string {
  const text = placeText(sort, position)
  return `${text}.${seal.mac(`${text}_${position.hotelId}`)}_${position.hotelId}`
}

/** Returns the position; null for a cursor of another sort or other inputs, or one that was tampered with. */
export function parseCursor(cursor: string, sort: Sort, seal: CursorSeal): Position | null {
  const match = /^([a-z](\d{1,9})\.(-?\d{1,15})\.(\d{1,9}))\.([\w-]{10})_(\d{1,10})$/.exec(cursor)
  if (!match) return null
  const [, text = '', version, key, returned, given = '', hotelId] = match
  const position = { version: Number(version), key: Number(key), returned: Number(returned), hotelId: Number(hotelId) }
  const isOurs = placeText(sort, position) === text && seal.isMac(`${text}_${hotelId}`, given)
  return isOurs ? position : null
}

/**
 * Whether an input must stay the same while paging. Every input is listed, so that a new filter does not compile until its author
 * has decided: a filter that is left out would let a cursor continue in another result set. The sort is covered in its resolved
 * form. WHEN_SENT: an input of a later release, which leaves the cursors of searches without it as they were.
 */
const IS_FIXED_WHILE_PAGING: Readonly<Record<keyof SearchInput, boolean | 'WHEN_SENT'>> = {
  destination: true,
  checkIn: true,
  checkOut: true,
  nationality: true,
  rooms: true,
  starRatings: true,
  minTotalPriceUsdCents: true,
  maxTotalPriceUsdCents: true,
  propertyTypes: true,
  chainIds: true,
  facilityIds: true,
  hotelName: true,
  hotelIds: true,
  refundableOnly: true,
  center: 'WHEN_SENT',
  freeCancellation: 'WHEN_SENT',
  boardCodes: 'WHEN_SENT',
  sort: false,
  priceSort: false,
  limit: false,
  cursor: false,
  pricingMode: false,
  fields: false,
  language: false,
  maxWaitMs: false,
  currency: false,
  traveller: false,
}
const INPUTS = hotelSearchInput.keyof().options
const PAGED_BY = INPUTS.filter((name) => IS_FIXED_WHILE_PAGING[name] === true)
const PAGED_BY_WHEN_SENT = INPUTS.filter((name) => IS_FIXED_WHILE_PAGING[name] === 'WHEN_SENT')

export function cursorSeal(
  seal: Mac,
  input: SearchInput,
  { organizationId, sort }: { readonly organizationId: string; readonly sort: Sort },
): CursorSeal {
  const fixed: unknown[] = [organizationId, sort, PAGED_BY.map((name) => input[name] ?? null)]
  for (const name of PAGED_BY_WHEN_SENT) if (input[name] != null) fixed.push([name, input[name]])
  const inputs = JSON.stringify(fixed)
  return {
    mac: (text) => seal.mac(`${inputs}${text}`).slice(0, 10),
    isMac: (text, given) => seal.isMac(`${inputs}${text}`, given),
  }
}
