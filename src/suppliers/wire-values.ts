import { z } from 'zod'
import { isCalendarDate } from '../domain/time.ts'

/**
 * An amount as a decimal string or a JSON number. A number of up to 15 digits prints as it was written, so nothing is rounded. A
 * number that prints with an exponent is not a decimal, and is refused where money is parsed.
 */
export const decimal = z.union([z.string(), z.number().transform(String)])

/** An id that some answers write as a number, others as a string. */
export const idText = z.union([z.string().min(1), z.number().transform(String)])

/**
 * How much is charged, as a string or a number. Only a plain figure is accepted: an empty or negative value would count as free.
 */
export function measure(shape: RegExp) {
  return z
    .union([z.string(), z.number().transform(String)])
    .pipe(z.string().regex(shape))
    .transform((text) => Number(text.replace('%', '')))
}

/** The calendar date of an ISO 8601 date, with or without a time. */
export const day = z
  .string()
  .transform((text) => text.slice(0, 10))
  .refine(isCalendarDate)

const NONE: Readonly<Record<string, unknown>> = {}

/** The members of a JSON object; empty for any other value. For data that is read without a schema. */
export function members(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : NONE
}

export function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** True for an optional string that is read without a schema. */
export function isTextOrNone(value: unknown): boolean {
  return value === undefined || typeof value === 'string'
}

/** The only element of a list with one element; undefined for any other value. */
export function only(value: unknown): unknown {
  return Array.isArray(value) && value.length === 1 ? value[0] : undefined
}

/** A `decimal` that is read without a schema; empty when the value is neither a string nor a number. */
export function decimalText(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}
