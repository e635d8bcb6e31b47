import { lexicographicSortSchema, printSchema } from 'graphql'
import { openApiDocument } from '../../src/http/openapi.ts'
import { schema } from '../../src/graphql/schema.ts'
import { clientOperations, clientTypes } from './client.ts'
import { errorsDoc } from './errors-doc.ts'
import { machineDoc } from './machine-doc.ts'
import { privacyDoc } from './privacy-doc.ts'
import { sandboxDoc } from './sandbox-doc.ts'

/** Committed files that are made from the code: path, and what must stand in it. */
export function generatedFiles(): readonly (readonly [path: string, content: string])[] {
  return [
  ['schema.graphql', `${printSchema(lexicographicSortSchema(schema))}\n`],
  ['openapi.json', `${JSON.stringify(openApiDocument('sandbox'), null, 2)}\n`],
  ['docs/guides/errors.md', errorsDoc()],
  ['docs/booking-machine.md', machineDoc()],
  ['docs/privacy.md', privacyDoc()],
  ['docs/guides/sandbox.md', sandboxDoc()],
  ['packages/client/src/generated/types.ts', clientTypes()],
  ['packages/client/src/generated/operations.ts', clientOperations()],
]
}
