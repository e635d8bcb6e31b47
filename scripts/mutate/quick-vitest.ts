/** Stands in for `vitest` where a test file needs only this much of it: what it describes is kept, to be run at once. */
export { expect } from 'vitest'

type Work = (...args: readonly unknown[]) => unknown

let collected: (() => unknown)[] = []

/** The tests that were described since the last time, in their order. */
export function takeTests(): (() => unknown)[] {
  const tests = collected
  collected = []
  return tests
}

/** What comes between a test's name and its work are options, which mean nothing here. */
function workOf(args: readonly unknown[]): Work {
  const work = args.find((one) => typeof one === 'function')
  if (!work) throw new Error('a test without anything to do')
  return work as Work
}

function each(take: (work: () => unknown) => void) {
  return (rows: readonly unknown[]) =>
    (_name: string, ...args: readonly unknown[]): void => {
      const work = workOf(args)
      for (const row of rows) take(() => work(...(Array.isArray(row) ? row : [row])))
    }
}

function keep(test: () => unknown): void {
  collected.push(test)
}

function runNow(group: () => unknown): void {
  group()
}

export const it = Object.assign((_name: string, ...args: readonly unknown[]) => keep(() => workOf(args)()), {
  each: each(keep),
})

export const describe = Object.assign((_name: string, ...args: readonly unknown[]) => runNow(() => workOf(args)()), {
  each: each(runNow),
})
