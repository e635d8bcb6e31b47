/**
 * `npm run simulate [-- --lives N] [--minutes M] [--seed S]`: bookings among processes that freeze, die and disagree about the time,
 * over a network that loses and delays, judged by the suppliers' own records. One seed is one batch of lives; `--seed S` alone
 * plays that batch again and tells it step by step.
 */
import { parseArgs } from 'node:util'
import { runBatch } from './batch.ts'
import { createWorld } from './world.ts'

const { values } = parseArgs({
  options: { lives: { type: 'string' }, minutes: { type: 'string' }, seed: { type: 'string' } },
})
const postgresUrl = process.env['DATABASE_URL'] || 'postgresql://postgres@127.0.0.1:5432/postgres'
const isReplay = values.seed !== undefined && values.lives === undefined && values.minutes === undefined
const endsAt = values.minutes === undefined ? Infinity : performance.now() + Number(values.minutes) * 60_000
const wanted = Number(values.lives ?? (values.minutes === undefined ? 200 : Infinity))
const TOLD_LINES = 4_000

const world = await createWorld(postgresUrl)
const startedAt = performance.now()
let seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31))
let lives = 0
const failed: number[] = []
const seen = new Map<string, number>()
try {
  do {
    const result = await runBatch(world, seed)
    lives += result.lives
    for (const one of result.seen) seen.set(one, (seen.get(one) ?? 0) + 1)
    if (isReplay) console.log(result.trace.slice(-TOLD_LINES).join('\n'))
    if (result.faults.length > 0) {
      failed.push(seed)
      console.log(`seed ${seed}: ${result.faults.join('\n  ')}`)
    }
    const perHour = Math.round((lives / (performance.now() - startedAt)) * 3_600_000)
    if (process.stderr.isTTY)
      process.stderr.write(`\r\u001b[K${lives} lives, ${perHour} an hour, ${failed.length} findings`)
    seed++
  } while (!isReplay && lives < wanted && performance.now() < endsAt)
} finally {
  await world.close()
}
const perHour = Math.round((lives / (performance.now() - startedAt)) * 3_600_000)
console.log(`${lives} lives, ${perHour} an hour, ${failed.length} findings`)
console.table(Object.fromEntries([...seen].toSorted(([a], [b]) => (a < b ? -1 : 1))))
for (const one of failed) console.log(`again: npm run simulate -- --seed ${one}`)
process.exit(failed.length > 0 ? 1 : 0)
