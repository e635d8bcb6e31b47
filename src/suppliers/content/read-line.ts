import type { ContentItem } from '../content-source.ts'
import { parseJsonText } from '../parse-json.ts'
import { isRecord, members } from '../wire-values.ts'
import { toldText } from './told.ts'
import { type Line, MAX_LINE_BYTES } from './unpack.ts'

export type ListingOf = (row: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>

type Reading = {
  /** The field with the supplier's id of the hotel. */
  readonly idField: string
  readonly listingOf: ListingOf
  /** True for a row that only says that the hotel is gone. */
  readonly isGone?: (row: Readonly<Record<string, unknown>>) => boolean
}

/** What a line of a file says: a hotel, that a hotel has ended, or that it is no row at all. */
export function readLine({ line, text }: Line, reading: Reading): ContentItem {
  if (text === null) return faulty(line, [`the row is longer than ${MAX_LINE_BYTES / 1024 / 1024} MB`])
  const row = parsed(text)
  return row === undefined ? faulty(line, ['the row is no JSON']) : readRow({ line, raw: text, row }, reading)
}

type Row = { readonly line: number; readonly raw: string; readonly row: unknown }

/** The same for a row that has been parsed. */
export function readRow({ line, raw, row }: Row, { idField, listingOf, isGone }: Reading): ContentItem {
  if (!isRecord(row)) return faulty(line, ['the row is no object'])
  const fields = members(row)
  const id = fields[idField]
  const supplierHotelId = typeof id === 'number' || typeof id === 'string' ? toldText(id) : null
  if (supplierHotelId === null) return faulty(line, [`${idField}: is missing, so nobody knows which hotel this is`])
  if (isGone?.(fields)) return { type: 'ENDED', supplierHotelId, status: 'GONE' }
  return { type: 'HOTEL', line, supplierHotelId, raw, listing: listingOf(fields) }
}

function faulty(line: number, faults: readonly string[]): ContentItem {
  return { type: 'FAULTY', line, supplierHotelId: null, faults }
}

function parsed(text: string): unknown {
  try {
    return parseJsonText(text)
  } catch {
    return undefined
  }
}
