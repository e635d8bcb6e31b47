import { randomUUID } from 'node:crypto'
import { createBookingLookStore } from '../src/store/booking-looks.ts'
import { createDatabase } from '../src/store/database.ts'
import { query } from './process.ts'
import { sized } from './size.ts'

/** Bookings that nobody has to look at now: most of them confirmed and looked at some day, the others ended. */
const RESTING = sized(1_000_000, 1_000)
const STEP = sized(100_000, 500)
const DUE = sized(2_000, 100)
const CLAIMED = 32
const CLAIMS = sized(50, 2)
const LEASE_MS = 180_000

type Progress = (line: string) => void

/** Copies of one booking, small and with keys of their own; `lookAt` is SQL with `n`, the number of the copy. */
async function copy(url: string, { from, to, lookAt }: { from: number; to: number; lookAt: string }): Promise<void> {
  const rows = await query(url, "SELECT column_name FROM information_schema.columns WHERE table_name = 'bookings'")
  const values: Readonly<Record<string, string>> = {
    id: `'ubk_rest_' || n`,
    supplier_reference: `'REST' || n`,
    claimed_offer_id: 'NULL',
    supplier_booking_id: `'rest-' || n`,
    terms: `'{}'::jsonb`,
    guests_sealed: 'NULL',
    look_at: lookAt,
    look_kind: `'STANDING'`,
    lease_id: 'NULL',
  }
  const names: string[] = rows.map(({ column_name: name }) => name)
  await query(
    url,
    `INSERT INTO bookings (${names.join(', ')}) SELECT ${names.map((name) => values[name] ?? `b.${name}`).join(', ')}
     FROM (SELECT * FROM bookings WHERE id NOT LIKE 'ubk_rest%' LIMIT 1) b, generate_series(${from}, ${to}) AS n`,
  )
}

/** What it costs a worker to claim 32 due bookings, and to find none, among a million that rest. */
export async function benchClaims(url: string, progress: Progress): Promise<readonly object[]> {
  for (let from = 1; from <= RESTING; from += STEP) {
    progress(`resting bookings: ${from - 1} of ${RESTING}`)
    const lookAt = `CASE WHEN n % 2 = 0 THEN now() + make_interval(mins => 60 + n % 500000) END`
    await copy(url, { from, to: Math.min(RESTING, from + STEP - 1), lookAt })
  }
  await copy(url, { from: RESTING + 1, to: RESTING + DUE, lookAt: 'now() - make_interval(secs => n % 60)' })
  progress('vacuum')
  await query(url, 'VACUUM ANALYZE bookings')
  const database = createDatabase({ url, poolSize: 2, statementTimeoutMs: 30_000 })
  const looks = createBookingLookStore(database)
  async function claimOnce(): Promise<{ readonly ms: number; readonly claimed: number }> {
    const since = performance.now()
    const claimed = await looks.claim({
      leaseId: randomUUID(),
      leaseMs: LEASE_MS,
      limit: CLAIMED,
      perConnection: CLAIMED,
      underWay: new Map(),
    })
    return { ms: performance.now() - since, claimed: claimed.length }
  }
  try {
    const full: number[] = []
    const empty: number[] = []
    for (let claim = 0; claim < CLAIMS; claim++) {
      const { ms, claimed } = await claimOnce()
      if (claimed !== CLAIMED) throw new Error(`a claim took ${claimed} of ${CLAIMED}`)
      full.push(ms)
    }
    await query(url, "UPDATE bookings SET look_at = NULL WHERE look_at < now() + interval '1 minute'")
    for (let claim = 0; claim < CLAIMS; claim++) empty.push((await claimOnce()).ms)
    return [
      row(`claim of ${CLAIMED} due among ${RESTING} resting`, full),
      row(`claim that finds none among ${RESTING} resting`, empty),
    ]
  } finally {
    await database.$disconnect()
  }
}

function row(name: string, times: readonly number[]): object {
  const sorted = times.toSorted((a, b) => a - b)
  return {
    case: name,
    p50Ms: Number((sorted[Math.floor(sorted.length / 2)] ?? 0).toFixed(1)),
    p99Ms: Number((sorted[Math.floor(sorted.length * 0.99)] ?? 0).toFixed(1)),
  }
}
