import type { CodegenConfig } from '@graphql-codegen/cli'
import { preset } from '@graphql-codegen/client-preset'

/**
 * GraphQL Code Generator as in docs/guides/graphql.md, for a project of ES modules without `graphql`: documents are strings. Its paths
 * are of the folder that it runs in.
 */
const config: CodegenConfig = {
  schema: 'schema.graphql',
  documents: ['src/book-with-graphql.ts'],
  generates: {
    'src/hotel-graphql/': {
      preset,
      config: {
        documentMode: 'string',
        importExtension: '.js',
        scalars: {
          Date: 'string',
          DateTime: 'string',
          LocalDateTime: 'string',
          CountryCode: 'string',
          CurrencyCode: 'string',
          URL: 'string',
          SafeInt: 'number',
          JSON: 'unknown',
        },
      },
    },
  },
}

export default config
