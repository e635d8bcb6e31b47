import { z } from 'zod'
import { ID_PREFIXES, type IdKind } from '../../domain/ids.ts'
import type { TypeMeaning } from '../../domain/meanings/meaning.ts'
import { told } from '../../operations/inputs/told.ts'

/** A view's type in plain form: without `readonly`, and with combined types written out. */
type Plain<T> = T extends readonly (infer Item)[]
  ? Plain<Item>[]
  : T extends object
    ? { -readonly [Key in keyof T]: Plain<Exclude<T[Key], undefined>> }
    : T

/** True for types that are identical, not merely assignable: even one additional optional field makes them different. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the parameter makes the comparison exact
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false

/**
 * The schema of a view: with the meanings of its fields, and compared with the view's type at compile time, in both directions. A
 * field, a value or a null that only one of them has does not compile.
 */
export function viewSchema<View>(meaning: TypeMeaning<View>) {
  return <Schema extends z.ZodObject>(
    schema: Schema &
      (Same<Plain<z.output<Schema>>, Plain<View>> extends true ? unknown : { readonly schemaIsNotTheView: never }),
  ): Schema => told<z.ZodObject>(schema, meaning) as Schema
}

/** An opaque id with the prefix of its kind. */
export function id(kind: IdKind) {
  return z.string().regex(new RegExp(`^${ID_PREFIXES[kind]}`))
}

/** A timestamp in the format of RFC 3339, in UTC with milliseconds. */
export const timestamp = z.iso.datetime({ precision: 3 })

/** A calendar date, `YYYY-MM-DD`. */
export const date = z.iso.date()

/** A hotel's id: it consists of digits, but is always a string in answers. */
export const hotelId = z.string().regex(/^\d{1,10}$/)
