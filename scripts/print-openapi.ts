/** Writes openapi.json: `npm run generate`. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openApiDocument } from '../src/http/openapi.ts'

await writeFile(
  join(import.meta.dirname, '../openapi.json'),
  `${JSON.stringify(openApiDocument('sandbox'), null, 2)}\n`,
)
