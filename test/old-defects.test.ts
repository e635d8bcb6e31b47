import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { DEFECTS } from './simulator/defects/defects.ts'

const SRC = join(import.meta.dirname, '../src')

/** Whether each is found takes a world of its own (`npm run simulate -- --defects`); that it can be put back at all is told here, in no time. */
it.each(DEFECTS)('the old defect $name can still be put back', ({ edits }) => {
  for (const { file, today } of edits)
    expect({ file, today, count: readFileSync(join(SRC, file), 'utf8').split(today).length - 1 }).toMatchObject({
      count: 1,
    })
})
