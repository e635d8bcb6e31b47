import SchemaBuilder from '@pothos/core'

type Text = { Input: string; Output: string }

/** The scalars beyond GraphQL's own; scalars.ts implements them. */
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

/** Resolvers add to it (src/resolvers); shapes only need the scalars. `Context` is theirs, so it is left open here. */
export const builder = new SchemaBuilder<{ Scalars: Scalars; Context: object; DefaultFieldNullability: false }>({
  defaultFieldNullability: false,
})
