import { SECOND_MS } from '../domain/time.ts'
import type { Clock } from '../platform/clock.ts'
import type { Logger } from '../platform/logger.ts'
import type { Database } from './database.ts'

/** The clock of a machine drifts by milliseconds in this time; one that is set is noticed after it. */
const EVERY_MS = 10 * SECOND_MS
/** Of so many samples, the one that took the shortest is used: its error is at most half of the time that it took. */
const SAMPLES = 3
/** Differences from which on a person should look at the machine's clock. */
const REMARKABLE_MS = SECOND_MS

/**
 * Keeps the process's clock equal to the database's, to a few milliseconds, so that what two processes write agrees although
 * their machines' clocks do not. Rejects when the database cannot be asked the first time; later it goes on with what it knew.
 */
export async function followDatabaseClock(
  db: Database,
  { clock, log }: { readonly clock: Pick<Clock, 'machineNow' | 'setSkew'>; readonly log: Logger },
): Promise<{ readonly stop: () => void }> {
  let known: number | null = null
  async function follow(): Promise<void> {
    const { skewMs, errorMs } = await measure(db, clock)
    if (known === null || Math.abs(skewMs - known) > errorMs + 1) {
      if (Math.abs(skewMs - (known ?? 0)) >= REMARKABLE_MS)
        log.warn(
          { skewMs: Math.round(skewMs) },
          'the clock of this machine differs from the database’s, which is followed',
        )
      known = skewMs
      clock.setSkew(Math.round(skewMs))
    }
  }
  await follow()
  const timer = setInterval(() => {
    follow().catch((error: unknown) => log.debug({ err: error }, 'the database’s clock could not be read'))
  }, EVERY_MS)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}

type Sample = { readonly skewMs: number; readonly errorMs: number }

async function measure(db: Database, clock: Pick<Clock, 'machineNow'>): Promise<Sample> {
  let best: Sample | null = null
  for (let count = 0; count < SAMPLES; count++) {
    const sample = await sampleOnce(db, clock)
    if (!best || sample.errorMs < best.errorMs) best = sample
  }
  return best ?? { skewMs: 0, errorMs: Infinity }
}

async function sampleOnce(db: Database, clock: Pick<Clock, 'machineNow'>): Promise<Sample> {
  const before = clock.machineNow()
  const [row] = await db.$queryRaw<
    { ms: number }[]
  >`SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms`
  const after = clock.machineNow()
  if (!row) throw new Error('Postgres told no time')
  return { skewMs: row.ms - (before + after) / 2, errorMs: (after - before) / 2 }
}
