import { createBoundedMemory } from '../../../platform/kept.ts'
import type { SandboxSupplierCode } from '../../catalogue/types.ts'
import type { DistortedListing } from '../../content/distorted-listing.ts'
import type { Day, Life } from '../../content/life.ts'
import type { Listed, World } from '../../content/world.ts'

/** A listing as a supplier has it on a day. `copy` 0 is the listing itself; further copies have other ids and are not for sale. */
export type Row = { readonly listed: Listed; readonly life: Life; readonly copy: number }

/**
 * The rows that the suppliers serve. With `copies` above 1 each listing is there that many times under other ids, so that a reader
 * meets as many rows as a real supplier has.
 */
export type Supply = {
  readonly world: World
  readonly copies: number
  /** The listings that a supplier has on the day, by id; without copies. */
  readonly listed: (supplierCode: SandboxSupplierCode, day: Day) => readonly Row[]
  /** Those that it had before, and has no more. */
  readonly closed: (supplierCode: SandboxSupplierCode, day: Day) => readonly Row[]
  /** The row of an id on the day, listed or closed; null for an id that the supplier never had. */
  readonly row: (supplierCode: SandboxSupplierCode, supplierHotelId: string, day: Day) => Row | null
  readonly describe: (row: Row, day: Day) => DistortedListing
}

type OnDay = { readonly listed: readonly Row[]; readonly closed: readonly Row[] }

/** Days that are remembered for all suppliers together; a day's list takes some tens of milliseconds to make. */
const REMEMBERED_DAYS = 12

export function createSupply(world: World, copies: number): Supply {
  const days = createBoundedMemory<string, OnDay>({ max: REMEMBERED_DAYS })
  function onDay(supplierCode: SandboxSupplierCode, day: Day): OnDay {
    const key = `${supplierCode} ${day}`
    const known = days.get(key)
    if (known) return known
    const rows = world.listings(supplierCode).map((listed) => ({ listed, life: world.life(listed, day), copy: 0 }))
    const made = {
      listed: rows.filter(({ life }) => life.isListed),
      closed: rows.filter(({ life }) => life.closedDay !== null),
    }
    days.set(key, made)
    return made
  }
  return {
    world,
    copies,
    listed: (code, day) => onDay(code, day).listed,
    closed: (code, day) => onDay(code, day).closed,
    row: (code, supplierHotelId, day) => {
      const { original, copy } = splitCopy(code, supplierHotelId)
      const listed = copy < copies ? world.find(code, original) : null
      if (!listed) return null
      const life = world.life(listed, day)
      return life.isListed || life.closedDay !== null ? { listed, life, copy } : null
    },
    describe: (row, day) => {
      const described = world.describe(row.listed, day)
      return row.copy === 0 ? described : { ...described, supplierHotelId: rowId(row) }
    },
  }
}

/** Further apart than any two ids of a supplier. */
const APART: Readonly<Record<SandboxSupplierCode, number>> = {
  expedia_rapid: 100_000_000,
  hotelbeds: 10_000_000,
  ratehawk: 100_000_000,
  liteapi: 0x1000_0000,
}

/** The supplier's id of a row. */
export function rowId({ listed: { supplierCode, supplierHotelId }, copy }: Pick<Row, 'listed' | 'copy'>): string {
  if (copy === 0) return supplierHotelId
  const number = numberOf(supplierCode, supplierHotelId) + copy * APART[supplierCode]
  return supplierCode === 'liteapi' ? `lp${number.toString(16)}` : String(number)
}

function splitCopy(
  supplierCode: SandboxSupplierCode,
  supplierHotelId: string,
): { readonly original: string; readonly copy: number } {
  const number = numberOf(supplierCode, supplierHotelId)
  const copy = Math.floor(number / APART[supplierCode])
  if (!Number.isSafeInteger(number) || copy === 0) return { original: supplierHotelId, copy: 0 }
  const rest = number % APART[supplierCode]
  return { original: supplierCode === 'liteapi' ? `lp${rest.toString(16)}` : String(rest), copy }
}

function numberOf(supplierCode: SandboxSupplierCode, supplierHotelId: string): number {
  return supplierCode === 'liteapi' ? Number.parseInt(supplierHotelId.slice(2), 16) : Number(supplierHotelId)
}

/** The row at a place in the list of all rows, copies after originals; null behind the end. */
export function rowAt({ copies }: Supply, rows: readonly Row[], index: number): Row | null {
  const copy = Math.floor(index / rows.length)
  const row = rows[index % rows.length]
  return row && copy < copies ? { ...row, copy } : null
}

/** The rows of a page: `count` from `from` on, counted from 0 over all copies. */
export function pageOf(
  supply: Supply,
  rows: readonly Row[],
  { from, count }: { readonly from: number; readonly count: number },
): readonly Row[] {
  return Array.from({ length: count }, (_, index) => rowAt(supply, rows, from + index)).filter((row) => row !== null)
}

/** Where Rapid has a listing: apartments are apart from hotels. */
export function supplySourceOf({ world }: Supply, { hotelId }: Listed): 'expedia' | 'vrbo' {
  return world.isUnit(hotelId) ? 'vrbo' : 'expedia'
}
