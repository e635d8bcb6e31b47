/**
 * Closed lists that were published as String. Such a field stays as it is for those who read it, deprecated, beside one of the same
 * name and `Enum` (C-142): a client that is generated from the schema then knows the values.
 */
import type { Meaning, ValuesMeaning } from '../domain/meanings/meaning.ts'
import { NO_OTHERS, withValues } from '../domain/meanings/values-text.ts'

type Described<Name extends string> = { readonly fields: Readonly<Record<Name, Meaning>> }

/** The old field, whose text lists the values. A meaning that lists them itself needs no `values`. */
export function asText<Name extends string, Value extends string>(
  { fields }: Described<Name>,
  name: Name,
  values?: ValuesMeaning<Value>,
) {
  const says = `{${name}Enum} as text. ${fields[name].says}`
  return {
    deprecationReason: `Read \`${name}Enum\`, which has the same value as an enum.`,
    description: values ? withValues(says, values, NO_OTHERS) : says,
  }
}

/** The new field. Its type tells the values, so of the meaning only what stands before a list of them is said. */
export function asEnum<Name extends string>({ fields }: Described<Name>, name: Name) {
  return { description: fields[name].says.split('\n\n- ')[0] ?? '' }
}

/** The new field of a list to which values can be added. */
export function asOpenEnum<Name extends string>(described: Described<Name>, name: Name) {
  return { description: `${asEnum(described, name).description} Null for a value that is newer than this schema.` }
}

/** The value of an open list that the schema knows; null for one that a newer process wrote. */
export function known<Value extends string>({ values }: ValuesMeaning<Value>, value: string | null): Value | null {
  return value !== null && Object.hasOwn(values, value) ? (value as Value) : null
}
