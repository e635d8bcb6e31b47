/**
 * A process that keeps Vitest open and runs one test file after another, as its parent asks: to start it anew for each fault
 * would take longer than the tests. It works in the copy of the repository that is its working directory.
 */
import { relative, resolve } from 'node:path'
import { createVitest } from 'vitest/node'

export type Asked = {
  /** Source files whose text is another one than at the last run. */
  readonly changed: readonly string[]
  /** The test file. */
  readonly test: string
}

export type Answer = { readonly isGreen: boolean }

const vitest = await createVitest('test', { watch: false, bail: 1, reporters: [{}], root: process.cwd() })
const specifications = new Map(
  (await vitest.globTestSpecifications()).map((one) => [relative(process.cwd(), one.moduleId), one]),
)

async function run({ changed, test }: Asked): Promise<Answer> {
  for (const file of changed) vitest.invalidateFile(resolve(file))
  const wanted = specifications.get(test)
  if (!wanted) throw new Error(`${test} is no test of this repository`)
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications([wanted])
  const ran = testModules.find(({ moduleId }) => moduleId === wanted.moduleId)
  return { isGreen: ran !== undefined && /^(?:passed|skipped)$/.test(ran.state()) && unhandledErrors.length === 0 }
}

process.on('message', (asked: Asked | 'close') => {
  if (asked === 'close') void vitest.close().finally(() => process.exit(0))
  else
    run(asked)
      .then((answer) => process.send?.(answer))
      .catch((error: unknown) => {
        console.error(error)
        process.exit(1)
      })
})
process.send?.('ready')
