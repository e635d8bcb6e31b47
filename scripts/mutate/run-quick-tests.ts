/**
 * A process that runs pure test files by importing them, each time with fresh copies of everything that is not a package: some
 * hundredths of a second a file, where Vitest with a process for each file takes most of one. It works in the copy of the
 * repository that is its working directory, on files that `isQuick` finds.
 */
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { takeTests } from './quick-vitest.ts'
import type { Answer, Asked } from './run-tests.ts'

const OWN = `${pathToFileURL(process.cwd()).href}/`
const STAND_IN = pathToFileURL(join(import.meta.dirname, 'quick-vitest.ts')).href

/** Which text of the repository's files is meant; a module is imported once for each. */
let generation = 0

registerHooks({
  resolve: (specifier, context, next) => {
    if (specifier === 'vitest' && context.parentURL?.startsWith(OWN)) return next(STAND_IN, context)
    const resolved = next(specifier, context)
    const isOurs = resolved.url.startsWith(OWN) && !resolved.url.includes('/node_modules/')
    return isOurs ? { ...resolved, url: `${resolved.url}?text=${generation}` } : resolved
  },
})

async function run({ changed, test }: Asked): Promise<Answer> {
  if (changed.length > 0) generation += 1
  takeTests()
  try {
    await import(`${OWN}${test}?text=${generation}&run=${performance.now()}`)
    for (const one of takeTests()) await one()
    return { isGreen: true }
  } catch {
    return { isGreen: false }
  }
}

process.on('unhandledRejection', () => process.exit(1))
process.on('message', (asked: Asked | 'close') => {
  if (asked === 'close') process.exit(0)
  else void run(asked).then((answer) => process.send?.(answer))
})
process.send?.('ready')
