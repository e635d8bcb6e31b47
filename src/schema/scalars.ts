import { GraphQLError } from 'graphql'
import { builder } from './builder.ts'

function text(
  name: 'Date' | 'DateTime' | 'LocalDateTime' | 'CountryCode' | 'CurrencyCode' | 'URL',
  description: string,
  url: string,
) {
  return builder.scalarType(name, {
    description,
    specifiedByURL: url,
    serialize: (value) => value,
    // The operation validates the value, and reports all faults of an input together.
    parseValue: (value) => {
      if (typeof value !== 'string') throw new GraphQLError(`${name} must be a string`)
      return value
    },
  })
}

text('Date', 'A calendar date, `2027-03-10`.', 'https://scalars.graphql.org/andimarek/local-date.html')
text(
  'DateTime',
  'An instant, RFC 3339 in UTC with milliseconds: `2027-03-10T18:00:00.000Z`.',
  'https://scalars.graphql.org/andimarek/date-time.html',
)
text(
  'LocalDateTime',
  'A wall time without a zone: `2027-03-08T23:59:00`.',
  'https://tc39.es/proposal-temporal/docs/plaindatetime.html',
)
text('CountryCode', 'ISO 3166-1 alpha-2.', 'https://www.iso.org/iso-3166-country-codes.html')
text('CurrencyCode', 'ISO 4217.', 'https://www.iso.org/iso-4217-currency-codes.html')
text('URL', 'An absolute URL, or a path of this service.', 'https://url.spec.whatwg.org/')

builder.scalarType('SafeInt', {
  description: 'A whole number that a double holds exactly, up to 2^53 - 1.',
  specifiedByURL: 'https://tc39.es/ecma262/#sec-number.max_safe_integer',
  serialize: (value) => value,
  parseValue: (value) => {
    if (typeof value !== 'number' || !Number.isSafeInteger(value))
      throw new GraphQLError('SafeInt must be a whole number')
    return value
  },
})

builder.scalarType('JSON', {
  description: 'A JSON value whose shape its own field describes.',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc8259',
  serialize: (value) => value,
  parseValue: (value) => value,
})
