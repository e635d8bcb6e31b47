/** Tries faults: puts each into a copy of the repository and runs tests on it until one is red. */
import type { Mutant } from './mutant.ts'
import { withFault } from './mutants.ts'
import { createWorkbench, type Workbench } from './workbench.ts'

export type FileMutant = Mutant & { readonly file: string; readonly area: string }

export type Tried = FileMutant & {
  /** The test file that noticed; null: none did. */
  readonly caughtBy: string | null
  /** It was noticed because a test file did not end. */
  readonly isLate: boolean
  readonly ms: number
}

type Parts = {
  readonly sources: ReadonlyMap<string, string>
  readonly testsOf: (file: string) => readonly string[]
  readonly jobs: number
}

/** A test file of the code without any fault may take so long. */
const MOST_MS = 240_000
/** A fault may make a test file slower, and a busy machine as well. */
const PATIENCE = { factor: 3, ms: 15_000 }

export async function createJury({ sources, testsOf, jobs }: Parts) {
  const benches = Array.from({ length: jobs }, createWorkbench)
  /** How long each test takes without a fault; null: it is red then, and says nothing. */
  const durations = new Map<string, Promise<number | null>>()
  const kills = new Map<string, number>()

  function durationOf(bench: Workbench, test: string): Promise<number | null> {
    const known = durations.get(test)
    if (known) return known
    const startedAt = performance.now()
    const measured = bench.run(test, MOST_MS).then((verdict) => {
      if (verdict === 'GREEN') return performance.now() - startedAt
      console.log(`${test} is red without any fault, and is left out`)
      return null
    })
    durations.set(test, measured)
    return measured
  }
  /** What has caught faults of the file before comes first. */
  function inOrder(file: string): string[] {
    return [...testsOf(file)].toSorted((a, b) => (kills.get(`${file} ${b}`) ?? 0) - (kills.get(`${file} ${a}`) ?? 0))
  }
  async function attempt(bench: Workbench, mutant: FileMutant): Promise<Tried> {
    const startedAt = performance.now()
    const code = sources.get(mutant.file) ?? ''
    for (const test of inOrder(mutant.file)) {
      bench.put(mutant.file, code)
      const duration = await durationOf(bench, test)
      if (duration === null) continue
      bench.put(mutant.file, withFault(code, mutant))
      const verdict = await bench.run(test, PATIENCE.ms + PATIENCE.factor * duration)
      if (verdict === 'GREEN') continue
      kills.set(`${mutant.file} ${test}`, (kills.get(`${mutant.file} ${test}`) ?? 0) + 1)
      bench.put(mutant.file, code)
      return { ...mutant, caughtBy: test, isLate: verdict === 'LATE', ms: Math.round(performance.now() - startedAt) }
    }
    bench.put(mutant.file, code)
    return { ...mutant, caughtBy: null, isLate: false, ms: Math.round(performance.now() - startedAt) }
  }
  return {
    tryAll: async (mutants: readonly FileMutant[], told: (tried: Tried) => void): Promise<void> => {
      const waiting = mutants.values()
      await Promise.all(
        benches.map(async (bench) => {
          for (const mutant of waiting) told(await attempt(bench, mutant))
        }),
      )
    },
    close: async (): Promise<void> => {
      await Promise.all(benches.map((bench) => bench.close()))
    },
  }
}

/** Where the fault is, and its line before and after. */
export function show({ file, start, end, text }: FileMutant, code: string): string {
  const line = code.slice(0, start).split('\n').length
  const { before, after } = linesOf({ start, end, text }, code)
  return `${file}:${line}\n  - ${before}\n  + ${after}`
}

/** The lines that the fault is in, without and with it. */
export function linesOf(
  { start, end, text }: Pick<Mutant, 'start' | 'end' | 'text'>,
  code: string,
): { readonly before: string; readonly after: string } {
  const from = code.lastIndexOf('\n', start - 1) + 1
  const to = code.indexOf('\n', end)
  return {
    before: code.slice(from, to).trim(),
    after: (code.slice(from, start) + text + code.slice(end, to)).trim(),
  }
}
