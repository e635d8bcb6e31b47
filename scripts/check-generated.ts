/** Fails when a generated file is not what the code makes now, or the schema breaks the released one: `npm run check`. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { schema } from '../src/graphql/schema.ts'
import { breakingChanges, RELEASED_SCHEMA } from './generated/breaking-changes.ts'
import { generatedFiles } from './generated/files.ts'
import { CLIENT, isPrismaClientCurrent } from './generated/prisma-client.ts'

const ROOT = join(import.meta.dirname, '..')
function read(path: string): string {
  try {
    return readFileSync(join(ROOT, path), 'utf8')
  } catch {
    return ''
  }
}

const faults: string[] = []
for (const change of breakingChanges(read(RELEASED_SCHEMA), schema))
  faults.push(`breaks ${RELEASED_SCHEMA}, which partners have: ${change}`)
for (const [path, content] of generatedFiles())
  if (read(path) !== content) faults.push(`${path} is out of date: npm run generate`)
if (!(await isPrismaClientCurrent())) faults.push(`${CLIENT} is out of date: npm run generate`)

for (const fault of faults) console.error(fault)
process.exit(faults.length === 0 ? 0 : 1)
