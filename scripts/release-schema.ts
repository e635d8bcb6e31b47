/**
 * Makes the schema of now the one that later changes may not break: `npm run release:schema`. It is run when a version goes
 * out to partners, and tells what that version breaks.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { lexicographicSortSchema, printSchema } from 'graphql'
import { schema } from '../src/graphql/schema.ts'
import { breakingChanges, RELEASED_SCHEMA } from './generated/breaking-changes.ts'

const path = join(import.meta.dirname, '..', RELEASED_SCHEMA)
for (const change of breakingChanges(await readFile(path, 'utf8'), schema)) console.log(`breaks ${change}`)
await writeFile(path, `${printSchema(lexicographicSortSchema(schema))}\n`)
console.log(`written: ${RELEASED_SCHEMA}`)
