import { z } from 'zod'
import { isCalendarDate } from '../domain/time.ts'

/**
 * An amount: a decimal string, or a JSON number. A number of up to 15 digits prints as it was written, so that nothing is
 * rounded on the way; one that prints with an exponent is no decimal, and is refused where money is read.
 */
export const decimal = z.union([z.string(), z.number().transform(String)])

/** An id that some answers write as a number, others as text. */
export const idText = z.union([z.string().min(1), z.number().transform(String)])

/** How much is lost, as a string or a number; anything but a plain figure (empty, negative) would read as free. */
export function measure(shape: RegExp) {
  return z
    .union([z.string(), z.number().transform(String)])
    .pipe(z.string().regex(shape))
    .transform((text) => Number(text.replace('%', '')))
}

/** The day of an ISO 8601 date, with or without a time. */
export const day = z
  .string()
  .transform((text) => text.slice(0, 10))
  .refine(isCalendarDate)

const NONE: Readonly<Record<string, unknown>> = {}

/** The members of a JSON object; none of anything else. For what is read without a schema. */
export function members(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : NONE
}

export function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** An optional text, read without a schema. */
export function isTextOrNone(value: unknown): boolean {
  return value === undefined || typeof value === 'string'
}

/** The one entry of a list of one; undefined of anything else. */
export function only(value: unknown): unknown {
  return Array.isArray(value) && value.length === 1 ? value[0] : undefined
}

/** `decimal`, read without a schema; empty when it is none. */
export function decimalText(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}
