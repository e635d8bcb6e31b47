/** Writes schema.graphql, sorted: `npm run generate`. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { lexicographicSortSchema, printSchema } from 'graphql'
import { schema } from '../src/resolvers/schema.ts'

await writeFile(join(import.meta.dirname, '../schema.graphql'), `${printSchema(lexicographicSortSchema(schema))}\n`)
