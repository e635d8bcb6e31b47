import { decimalText, isRecord, members } from '../wire-values.ts'
import { told, toldNumber } from './told.ts'

/** An object of static content, read without a schema. */
export type Row = Readonly<Record<string, unknown>>

/** A text or a number as a code to look something up by; empty for anything else. */
export function codeOf(value: unknown): string {
  return decimalText(value).trim()
}

/** A number to reckon with, also one that came as text; null for anything else. */
export function numberOf(value: unknown): number | null {
  const number = toldNumber(value)
  return typeof number === 'number' ? number : null
}

/** The objects of a list; none where there is no list. */
export function rowsOf(value: unknown): readonly Row[] {
  return Array.isArray(value) ? value.filter((one) => isRecord(one)).map((one) => members(one)) : []
}

/** A list of at most one value. */
export function listOfOne(value: unknown): readonly unknown[] {
  const one = told(value)
  return one === null ? [] : [one]
}
