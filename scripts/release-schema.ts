/**
 * Makes the documents of now the ones that later changes may not break: `npm run release:schema`. It is run when a version goes
 * out to partners, and tells what that version breaks.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { lexicographicSortSchema, printSchema } from 'graphql'
import { schema } from '../src/graphql/schema.ts'
import { openApiDocument } from '../src/http/openapi.ts'
import { breakingChanges, RELEASED_SCHEMA } from './generated/breaking-changes.ts'
import { httpBreakingChanges, RELEASED_OPENAPI } from './generated/http-breaking-changes.ts'

const path = join(import.meta.dirname, '..', RELEASED_SCHEMA)
for (const change of breakingChanges(await readFile(path, 'utf8'), schema)) console.log(`breaks ${change}`)
await writeFile(path, `${printSchema(lexicographicSortSchema(schema))}\n`)
console.log(`written: ${RELEASED_SCHEMA}`)

const openapi = join(import.meta.dirname, '..', RELEASED_OPENAPI)
const document = openApiDocument('sandbox')
const released = await readFile(openapi, 'utf8').catch(() => '{}')
for (const change of httpBreakingChanges(JSON.parse(released), document)) console.log(`breaks ${change}`)
await writeFile(openapi, `${JSON.stringify(document, null, 2)}\n`)
console.log(`written: ${RELEASED_OPENAPI}`)
