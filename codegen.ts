import type { CodegenConfig } from '@graphql-codegen/cli'

/** Types every GraphQL document of the tests and examples against the committed schema: `npm run generate`. */
const config: CodegenConfig = {
  schema: 'schema.graphql',
  documents: [
    'test/**/*.{ts,graphql}',
    'examples/**/*.{ts,graphql}',
    '!test/graphql/generated/**',
    // As a partner has it: typed on its own, into a temporary folder.
    '!test/generated-clients/**',
  ],
  generates: {
    'test/graphql/generated/': {
      preset: 'client',
      presetConfig: { fragmentMasking: false },
      config: {
        useTypeImports: true,
        enumsAsTypes: true,
        importExtension: '.ts',
        scalars: {
          ID: { input: 'string | number', output: 'string' },
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
