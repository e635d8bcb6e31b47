import type { ColumnBytes } from '../store/columns.ts'
import { hasBit } from './bitset.ts'
import { type Columns, fromBytes, packJson, textAt, toBytes, unpackJson } from './columns.ts'
import { orderBy } from './order-by.ts'

const SHAPE = {
  hotelIds: Int32Array,
  placeIds: Int32Array,
  /** In millionths of a degree. */
  latitudes: Int32Array,
  longitudes: Int32Array,
  /** Whole stars; 0 means unknown, or half a star. */
  stars: Uint8Array,
  /** Bit `i`: row `i` has half a star more. Empty in an edition of before there were halves. */
  halfStars: Uint32Array,
  /** 0 means none. */
  chainIds: Int32Array,
  /** An index into `propertyTypes`. */
  propertyTypes: Uint16Array,
  /** `facilityWords` words per hotel; bit `i` is the `i`th of `facilityIds`. */
  facilities: Uint32Array,
  /** Bit `i`: the `i`th of `supplierCodes` lists the hotel. */
  suppliers: Uint32Array,
  weights: Int32Array,
  /** The estimated price of a night for two guests, USD cents. */
  estimates: Int32Array,
  /** Folded names in all languages, one per line, in UTF-8; those of row `i` end before `nameEnds[i]`. */
  names: Uint8Array,
  nameEnds: Uint32Array,
} as const

/** Lists that columns refer to by index. */
type EditionLists = {
  readonly propertyTypes: readonly string[]
  readonly facilityIds: readonly number[]
  readonly supplierCodes: readonly string[]
}

export type EditionColumns = Columns<typeof SHAPE>

/** The catalogue in the form that searches use: columns with one entry per hotel, ordered by id. A hotel's index is its row. */
export type Edition = {
  readonly edition: number
  readonly count: number
  readonly columns: EditionColumns
  readonly lists: EditionLists
  readonly facilityWords: number
  /** Counts the changes of `suppliers` since the edition was loaded: data derived from it before a change is outdated. */
  changes: number
}

/** The most suppliers that fit in the bits of one column. */
const MAX_SUPPLIERS = 31

export function makeEdition(edition: number, columns: EditionColumns, lists: EditionLists): Edition {
  return {
    edition,
    count: columns.hotelIds.length,
    columns,
    lists,
    facilityWords: Math.ceil(lists.facilityIds.length / 32),
    changes: 0,
  }
}

export function editionBytes({ columns, lists, count }: Edition): ColumnBytes {
  // The rows from south to north: only processes of the release before decision 0039 read them.
  const byLatitude = orderBy(count, (row) => columns.latitudes[row] ?? 0)
  return new Map([...toBytes({ ...columns, byLatitude }), ['lists', packJson(lists)]])
}

export function readEdition(edition: number, bytes: ReadonlyMap<string, Uint8Array>): Edition {
  const columns = fromBytes(SHAPE, new Map<string, Uint8Array>([['halfStars', new Uint8Array()], ...bytes]))
  return makeEdition(edition, columns, unpackJson(bytes.get('lists')) as EditionLists)
} // This is the type that was packed.

/** The stars of a row, in halves; 0 when they are unknown. */
export function starsOf({ columns: { stars, halfStars } }: Edition, row: number): number {
  return (stars[row] ?? 0) + (hasBit(halfStars, row) ? 0.5 : 0)
}

/**
 * The whole number that lists are sorted by stars with: half stars, or whole ones in an edition of before there were halves, so that
 * its cursors stay valid.
 */
export function starsKey(edition: Edition, row: number): number {
  const { stars, halfStars } = edition.columns
  return halfStars.length === 0 ? (stars[row] ?? 0) : starsOf(edition, row) * 2
}

/** The bits of the suppliers; a supplier without any listing has none. */
export function supplierMask({ lists }: Edition, codes: Iterable<string>): number {
  let mask = 0
  for (const code of codes) {
    const index = lists.supplierCodes.indexOf(code)
    if (index >= 0) mask |= 1 << index
  }
  return mask
}

/** The bit of a supplier, which is added if it is new. Throws when no bit is left. */
export function supplierBit(codes: string[], code: string): number {
  const known = codes.indexOf(code)
  if (known >= 0) return 1 << known
  if (codes.length === MAX_SUPPLIERS) throw new Error(`more than ${MAX_SUPPLIERS} suppliers`)
  codes.push(code)
  return 1 << (codes.length - 1)
}

/** The index of a value in an ascending array; −1 when it is absent. */
export function indexIn(ascending: Int32Array | Uint32Array, wanted: number): number {
  let low = 0
  let high = ascending.length - 1
  while (low <= high) {
    const middle = (low + high) >>> 1
    const value = ascending[middle] ?? 0
    if (value === wanted) return middle
    if (value < wanted) low = middle + 1
    else high = middle - 1
  }
  return -1
}

/** The row of a hotel; −1 when it is not in the edition. */
export function rowOf({ columns: { hotelIds } }: Edition, hotelId: number): number {
  return indexIn(hotelIds, hotelId)
}

/** The folded names of a row, one per line. */
export function namesOf({ columns: { names, nameEnds } }: Edition, row: number): string {
  return textAt(names, nameEnds, row)
}
