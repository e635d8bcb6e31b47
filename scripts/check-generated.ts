/**
 * Fails when a generated file is not what the code makes now, when a document breaks the one that partners have, or when it leaves
 * something unsaid: `npm run check`.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { schema } from '../src/graphql/schema.ts'
import { openApiDocument } from '../src/http/openapi.ts'
import { breakingChanges, RELEASED_SCHEMA } from './generated/breaking-changes.ts'
import { faultsOf, saidByGraphql, saidByOpenApi, unexplainedValues } from './generated/descriptions.ts'
import { generatedFiles } from './generated/files.ts'
import { httpBreakingChanges, RELEASED_OPENAPI } from './generated/http-breaking-changes.ts'
import { CLIENT, isPrismaClientCurrent } from './generated/prisma-client.ts'

const ROOT = join(import.meta.dirname, '..')
function read(path: string): string {
  try {
    return readFileSync(join(ROOT, path), 'utf8')
  } catch {
    return ''
  }
}

const document = openApiDocument('sandbox')
const faults: string[] = []
for (const change of breakingChanges(read(RELEASED_SCHEMA), schema))
  faults.push(`breaks ${RELEASED_SCHEMA}, which partners have: ${change}`)
for (const change of httpBreakingChanges(JSON.parse(read(RELEASED_OPENAPI) || '{}'), document))
  faults.push(`breaks ${RELEASED_OPENAPI}, which partners have: ${change}`)
for (const unsaid of [...faultsOf(saidByOpenApi(document)), ...unexplainedValues(document)])
  faults.push(`openapi.json: ${unsaid}`)
for (const unsaid of faultsOf(saidByGraphql(schema))) faults.push(`schema.graphql: ${unsaid}`)
for (const [path, content] of generatedFiles())
  if (read(path) !== content) faults.push(`${path} is out of date: npm run generate`)
if (!(await isPrismaClientCurrent())) faults.push(`${CLIENT} is out of date: npm run generate`)

for (const fault of faults) console.error(fault)
process.exit(faults.length === 0 ? 0 : 1)
