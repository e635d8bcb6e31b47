import SchemaBuilder from '@pothos/core'

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
