import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { bookingOf, bookingToken, type Client, clientOf, type Json, run } from './booking-load.ts'
import { median, pinned } from './facade.ts'
import { ADMIN_URL, API_KEY, MASTER_KEY, query, type Started, startScript, stop, urlOf } from './process.ts'
import { leaveCore } from './search.ts'
import { sized } from './size.ts'

const HERE = join(import.meta.dirname, '..')
const TURNS = sized(24, 2)
const BOOKINGS_A_TURN = sized(60, 3)
const LOOKS_A_TURN = sized(600, 10)
const WARM_TURNS = sized(4, 0)
/** `BENCH_NODE_FLAGS='--cpu-prof --cpu-prof-dir=DIR'`: where both spend their time. */
const EXTRA_FLAGS = (process.env['BENCH_NODE_FLAGS'] ?? '').split(' ').filter(Boolean)
/** Until a gateway has seen what was changed in its database. */
const SEEN_WITHIN_MS = 2_500

type Side = {
  readonly name: string
  readonly processes: readonly Started[]
  readonly call: Client
  readonly token: string
  readonly databaseName: string
}

/** Suppliers, workers and API of one tree, on a database of its own; the API alone is pinned to the core that is measured. */
async function startSide(name: string, root: string): Promise<Side> {
  const databaseName = `hdg_bench_against_booking_${name}`
  const databaseUrl = urlOf(databaseName)
  await query(ADMIN_URL, `DROP DATABASE IF EXISTS ${databaseName} WITH (FORCE)`)
  await query(ADMIN_URL, `CREATE DATABASE ${databaseName}`)
  const env = {
    ...process.env,
    DATABASE_URL: databaseUrl,
    REDIS_URL: '',
    MASTER_KEY,
    SANDBOX_API_KEY: API_KEY,
    LOG_LEVEL: 'info',
    PORT: '0',
  }
  const suppliers = await startScript('src/main.ts', {
    root,
    env: { ...env, ROLES: 'suppliers' },
    ready: /"msg":"ready"/,
  })
  const gateway = await startScript('src/main.ts', {
    root,
    before: pinned(),
    flags: EXTRA_FLAGS,
    env: { ...env, ROLES: 'api,worker' },
    ready: /http:\/\/[\d.]+:(\d+)/,
  })
  await query(databaseUrl, 'UPDATE organizations SET rate_limit_factor = 1000000')
  await new Promise((seen) => setTimeout(seen, SEEN_WITHIN_MS))
  const call = clientOf(gateway.said)
  return { name, processes: [gateway, suppliers], call, token: await bookingToken(call), databaseName }
}

type Turn = { readonly prebook: number; readonly create: number; readonly status: number }

function perSecond({ times, ms }: { readonly times: readonly number[]; readonly ms: number }): number {
  return (times.length / ms) * 1_000
}

async function takeTurn({ call, token }: Side): Promise<Turn> {
  const offers: Json[] = []
  const numbers = Array.from({ length: BOOKINGS_A_TURN }, (_, index) => index)
  const prebooked = await run(numbers, async () => {
    offers.push((await call('POST', '/hotels/prebook', { body: { booking_token: token } })).data.offer)
  })
  const ids: string[] = []
  const created = await run(offers, async (offer) => {
    const { data } = await call('POST', '/hotels/book', { body: bookingOf(offer), key: randomUUID() })
    ids.push(data.booking_id)
  })
  const looked = await run(
    Array.from({ length: LOOKS_A_TURN }, (_, index) => ids[index % ids.length] ?? ''),
    (id) => call('GET', `/hotels/book/${id}`),
  )
  return { prebook: perSecond(prebooked), create: perSecond(created), status: perSecond(looked) }
}

function quartile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? 0
}

function rowOf(of: keyof Turn, ours: readonly Turn[], theirs: readonly Turn[]): object {
  const ratios = ours.map((turn, index) => turn[of] / (theirs[index] ?? turn)[of])
  return {
    case: of,
    perSecond: Math.round(median(ours.map((turn) => turn[of]))),
    theirs: Math.round(median(theirs.map((turn) => turn[of]))),
    ratio: Number(median(ratios).toFixed(3)),
    quartiles: `${quartile(ratios, 0.25).toFixed(2)} to ${quartile(ratios, 0.75).toFixed(2)}`,
  }
}

/**
 * `npm run bench against-booking TREE`: prebooks, creations and status reads of this tree and of another (an installed working
 * copy), in turns: A B B A. Without a tree: against itself, which shows how far two equal trees differ.
 */
export async function benchAgainstBooking(root: string, progress: (line: string) => void): Promise<readonly object[]> {
  if (!existsSync(join(root, 'src/main.ts'))) throw new Error(`no tree of this project: ${root}`)
  leaveCore()
  const sides: Side[] = []
  try {
    for (const [name, tree] of [
      ['ours', HERE],
      ['theirs', resolve(root)],
    ] as const) {
      progress(`starting ${name}`)
      sides.push(await startSide(name, tree))
    }
    const turns = sides.map((): Turn[] => [])
    for (let turn = -WARM_TURNS; turn < TURNS; turn++) {
      progress(`turn ${turn + 1} of ${TURNS}`)
      for (const index of turn % 2 === 0 ? [0, 1] : [1, 0]) {
        const side = sides[index]
        const taken = side && (await takeTurn(side))
        if (taken && turn >= 0) turns[index]?.push(taken)
      }
    }
    const [ours = [], theirs = []] = turns
    return [rowOf('prebook', ours, theirs), rowOf('create', ours, theirs), rowOf('status', ours, theirs)]
  } finally {
    for (const { processes } of sides) for (const started of processes) await stop(started)
    for (const { databaseName } of sides) await query(ADMIN_URL, `DROP DATABASE IF EXISTS ${databaseName} WITH (FORCE)`)
  }
}
