/** Writes every committed file that is made from the code: `npm run generate`. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { generatedFiles } from './generated/files.ts'

for (const [path, content] of generatedFiles()) {
  await writeFile(join(import.meta.dirname, '..', path), content)
  console.log(path)
}
