import type { Seal } from '../../platform/seal.ts'
import type { SearchInput } from '../inputs/search.ts'

export type Sort = NonNullable<SearchInput['sort']>

/** One letter a sort: the first character of a cursor. */
const LETTERS: Readonly<Record<Sort, string>> = {
  recommended: 'r',
  price_low_to_high: 'p',
  price_high_to_low: 'q',
  stars: 's',
  distance_from_center: 'd',
  value: 'v',
}

/** Where a page ended: the sort key and id of its last hotel, in one version of the ranking. */
export type Position = { readonly key: number; readonly hotelId: number }

/** `<letter><version>.<key>.<checksum>_<hotelId>`; the checksum ties the cursor to the inputs of its search. */
export const toCursor = (sort: Sort, version: number, checksum: string, position: Position): string =>
  `${LETTERS[sort]}${version}.${position.key}.${checksum}_${position.hotelId}`

/** The position; null for a cursor of another sort or other inputs, or one that was tampered with. */
export const parseCursor = (
  cursor: string,
  sort: Sort,
  checksum: string,
): (Position & { readonly version: number }) | null => {
  const match = /^([a-z])(\d{1,9})\.(-?\d{1,15})\.([\w-]{10})_(\d{1,10})$/.exec(cursor)
  if (!match || match[1] !== LETTERS[sort] || match[4] !== checksum) return null
  return { version: Number(match[2]), key: Number(match[3]), hotelId: Number(match[5]) }
}

/** What must stay the same while paging. The limit, the mode and the language may change. */
const PAGED_BY = [
  'destination',
  'checkIn',
  'checkOut',
  'nationality',
  'rooms',
  'starRatings',
  'minTotalPriceUsdCents',
  'maxTotalPriceUsdCents',
  'propertyTypes',
  'chainIds',
  'facilityIds',
  'hotelName',
  'hotelIds',
  'refundableOnly',
] as const satisfies readonly (keyof SearchInput)[]

/** Keyed, so that a cursor cannot be made up for other inputs. */
export const inputChecksum = (seal: Seal, input: SearchInput, organizationId: string, sort: Sort): string =>
  seal.mac(JSON.stringify([organizationId, sort, PAGED_BY.map((name) => input[name] ?? null)])).slice(0, 10)
