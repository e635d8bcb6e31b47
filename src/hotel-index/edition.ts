import type { ColumnBytes } from '../store/columns.ts'
import { type Columns, fromBytes, packJson, toBytes, unpackJson } from './columns.ts'

const SHAPE = {
  hotelIds: Int32Array,
  placeIds: Int32Array,
  /** Millionths of a degree. */
  latitudes: Int32Array,
  longitudes: Int32Array,
  /** 0: unknown. */
  stars: Uint8Array,
  /** 0: none. */
  chainIds: Int32Array,
  /** Index into `propertyTypes`. */
  propertyTypes: Uint16Array,
  /** `facilityWords` words a hotel; bit `i` is the `i`th of `facilityIds`. */
  facilities: Uint32Array,
  /** Bit `i`: the `i`th of `supplierCodes` lists it. */
  suppliers: Uint32Array,
  weights: Int32Array,
  /** A guess at a night for two, USD cents. */
  estimates: Int32Array,
  /** Folded names in all languages, a line each, UTF-8; those of row `i` end before `nameEnds[i]`. */
  names: Uint8Array,
  nameEnds: Uint32Array,
  /** Rows from south to north. */
  byLatitude: Uint32Array,
} as const

/** What columns refer to by index. */
type EditionLists = {
  readonly propertyTypes: readonly string[]
  readonly facilityIds: readonly number[]
  readonly supplierCodes: readonly string[]
}

export type EditionColumns = Columns<typeof SHAPE>

/** The catalogue as searching sees it: columns with one entry a hotel, in id order. A hotel is known by its row. */
export type Edition = {
  readonly edition: number
  readonly count: number
  readonly columns: EditionColumns
  readonly lists: EditionLists
  readonly facilityWords: number
  /** Counts the changes of `suppliers` since it was loaded: what was derived from it before is outdated. */
  changes: number
}

/** More suppliers than bits would need a second column. */
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

export function editionBytes({ columns, lists }: Edition): ColumnBytes {
  return new Map([...toBytes(columns), ['lists', packJson(lists)]])
}

export function readEdition(edition: number, bytes: ColumnBytes): Edition {
  return makeEdition(edition, fromBytes(SHAPE, bytes), unpackJson(bytes.get('lists')) as EditionLists)
} // as packed above

/** Which bits the suppliers have; those that list nothing have none. */
export function supplierMask({ lists }: Edition, codes: Iterable<string>): number {
  let mask = 0
  for (const code of codes) {
    const index = lists.supplierCodes.indexOf(code)
    if (index >= 0) mask |= 1 << index
  }
  return mask
}

/** The bit of a supplier that may be new; throws when there is no room for another. */
export function supplierBit(codes: string[], code: string): number {
  const known = codes.indexOf(code)
  if (known >= 0) return 1 << known
  if (codes.length === MAX_SUPPLIERS) throw new Error(`more than ${MAX_SUPPLIERS} suppliers`)
  codes.push(code)
  return 1 << (codes.length - 1)
}

/** Where a value stands in an ascending array; −1 when it does not. */
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

/** The row of a hotel; −1 when the edition does not have it. */
export function rowOf({ columns: { hotelIds } }: Edition, hotelId: number): number {
  return indexIn(hotelIds, hotelId)
}

const utf8 = new TextDecoder()

/** The folded names of a row, a line each. */
export function namesOf({ columns: { names, nameEnds } }: Edition, row: number): string {
  return utf8.decode(names.subarray(row === 0 ? 0 : nameEnds[row - 1], nameEnds[row]))
}
