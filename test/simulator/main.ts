/**
 * `npm run simulate [-- --lives N] [--minutes M] [--seed S] [--defect A1] [--only hold,review] [--worlds N]`: bookings among processes that freeze, die and disagree
 * about the time, over a network that loses and delays, judged by the suppliers' own records. One seed is one batch of lives;
 * `--seed S` alone plays that batch again and tells it step by step. `--defect` puts an old defect back, and `--defects` shows that
 * the simulator finds each of them: docs/simulator.md.
 */
import { parseArgs } from 'node:util'
import { type BatchResult, LIVES, runBatch } from './batch.ts'
import { DEFECTS } from './defects/defects.ts'
import { loadDefective } from './defects/load.ts'
import { proveDefects } from './defects/prove.ts'
import { startProcess } from './process.ts'
import { createWorld, type World } from './world.ts'

const { values } = parseArgs({
  options: {
    lives: { type: 'string' },
    minutes: { type: 'string' },
    seed: { type: 'string' },
    defect: { type: 'string' },
    defects: { type: 'boolean', default: false },
    only: { type: 'string' },
    worlds: { type: 'string' },
  },
})
const postgresUrl = process.env['DATABASE_URL'] || 'postgresql://postgres@127.0.0.1:5432/postgres'
const TOLD_LINES = 4_000
const HOUR_MS = 3_600_000

/** A batch waits for Postgres most of its time, so several at once play more lives; each has a database of its own. */
const WORLDS = 3

const isReplay = values.seed !== undefined && values.lives === undefined && values.minutes === undefined
process.exitCode = (await (values.defects ? prove() : play())) ? 0 : 1
// Processes that are frozen for ever have timers.
process.exit()

async function within(use: (world: World) => Promise<void>): Promise<void> {
  const world = await createWorld(postgresUrl)
  try {
    await use(world)
  } finally {
    await world.close()
  }
}

async function prove(): Promise<boolean> {
  const queue = DEFECTS.filter(({ name }) => values.defect === undefined || values.defect === name)
  if (queue.length === 0) throw new Error(`no defect ${values.defect}: ${DEFECTS.map(({ name }) => name).join(', ')}`)
  const failures: string[] = []
  async function proveOn(world: World): Promise<void> {
    failures.push(...(await proveDefects(world, queue)))
  }
  await Promise.all(Array.from({ length: Number(values.worlds ?? WORLDS) }, () => within(proveOn)))
  for (const failure of failures) console.log(failure)
  return failures.length === 0
}

/** True when nothing is found. */
async function play(): Promise<boolean> {
  const { startProcess: start } = values.defect === undefined ? { startProcess } : await loadDefective(values.defect)
  const endsAt = performance.now() + (values.minutes === undefined ? Infinity : Number(values.minutes) * 60_000)
  const wanted = isReplay ? 1 : Number(values.lives ?? (values.minutes === undefined ? 200 : Infinity))
  if (Number.isNaN(wanted)) throw new Error(`--lives ${values.lives} is not a number`)
  let seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31))
  const tally = createTally()
  async function playOn(world: World): Promise<void> {
    while (tally.begun() < wanted && performance.now() < endsAt) {
      tally.begin()
      const own = seed++
      const result = await runBatch(world, { seed: own, start, only: values.only?.split(',') ?? null })
      if (isReplay) console.log(result.trace.slice(-TOLD_LINES).join('\n'))
      tally.count(own, result)
    }
  }
  const worlds = Number(values.worlds ?? (isReplay ? 1 : WORLDS))
  await Promise.all(Array.from({ length: worlds }, () => within(playOn)))
  return tally.close()
}

/** Counts what batches have shown, and prints findings as they come. */
function createTally() {
  const startedAt = performance.now()
  let begun = 0
  let lives = 0
  const failed: number[] = []
  const seen = new Map<string, number>()
  function summary(): string {
    const perHour = Math.round((lives / (performance.now() - startedAt)) * HOUR_MS)
    return `${lives} lives, ${perHour} an hour, ${failed.length} findings`
  }
  return {
    begun: () => begun,
    begin: (): void => {
      begun += LIVES
    },
    count: (seed: number, result: BatchResult): void => {
      lives += result.lives
      for (const one of result.seen) seen.set(one, (seen.get(one) ?? 0) + 1)
      if (result.faults.length > 0) {
        failed.push(seed)
        console.log(`seed ${seed}: ${result.faults.join('\n  ')}`)
      }
      if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${summary()}`)
    },
    /** True when nothing was found. */
    close: (): boolean => {
      console.log(summary())
      console.table(Object.fromEntries([...seen].toSorted(([a], [b]) => (a < b ? -1 : 1))))
      const only = values.only === undefined ? '' : ` --only ${values.only}`
      const again = values.defect === undefined ? only : `${only} --defect ${values.defect}`
      for (const one of failed) console.log(`again: npm run simulate -- --seed ${one}${again}`)
      return failed.length === 0
    },
  }
}
