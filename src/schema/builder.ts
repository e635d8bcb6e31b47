import SchemaBuilder from '@pothos/core'
import type { TypeMeaning, ValuesMeaning } from '../domain/meanings/meaning.ts'

type Text = { Input: string; Output: string }

/** The custom scalars; scalars.ts implements them. */
type Scalars = {
  Date: Text
  DateTime: Text
  LocalDateTime: Text
  CountryCode: Text
  CurrencyCode: Text
  URL: Text
  SafeInt: { Input: number; Output: number }
  JSON: { Input: unknown; Output: unknown }
}

/**
 * The resolvers (src/resolvers) extend this builder; the shapes only need the scalars. The resolvers define `Context`, so it is
 * left open here.
 */
export const builder = new SchemaBuilder<{ Scalars: Scalars; Context: object; DefaultFieldNullability: false }>({
  defaultFieldNullability: false,
})

/** A type's description and the meanings of its fields: `implement({ ...meant(MONEY), fields })`. `graphql/describe.ts` prints them. */
export function meant<View>({ says, fields }: TypeMeaning<View>) {
  return { description: says, extensions: { meanings: fields } }
}

/** A closed list. GraphQL's names are upper case, whatever the values are. */
export function valuesType<const Value extends string>(name: string, { says, values }: ValuesMeaning<Value>) {
  const entries = Object.entries<string>(values).map(([value, means]) => [
    value.toUpperCase(),
    { value, description: means },
  ])
  return builder.enumType(name, {
    description: says,
    values: Object.fromEntries(entries) as { [V in Value as Uppercase<V>]: { readonly value: V } },
  })
}
