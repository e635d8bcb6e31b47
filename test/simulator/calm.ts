import { advance, ask, type Batch, befall, lookAtDue, thaw } from './happenings.ts'
import { unattended } from './oracle.ts'
import { SUPPLIER_CODES } from './world.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** No network keeps a request for longer. */
const KEPT_MS = 20 * HOUR_MS
/** Nor does a supplier change its mind later: it would not be told before the guest is there. */
const FATES_MS = 2 * DAY_MS
/** Longer than twenty looks that fail, and than the longest time after which somebody has to be told. */
const NIGHT_MS = 6 * HOUR_MS
/** After the check-out of every stay: everything that was planned has had its time. */
const HORIZON_MS = 67 * DAY_MS

/** As long as the slowest clock thinks that the deadline is still ahead. */
const AFTER_DEADLINE_MS = 150_000

/** How often a supplier is out of reach at first, though everybody else is well. */
const NIGHTS = 0.5
/** How much later than planned workers look, ms; in the night they keep up. */
const NIGHT_LAGS_MS = [0, 100, 1_000, 20_000]
/** The same as a share of the time that has passed since the storm. */
const LAGS = [0, 0, 0, 0.02, 0.1, 0.5]

/** More rounds than any number of looks needs: whoever is due for ever is a finding. */
const MOST_ROUNDS = 400

/** The weather clears, everybody wakes, and whatever was planned comes to pass. */
export async function calm(batch: Batch): Promise<void> {
  const { weather, processes, scheduler, random } = batch
  Object.assign(weather, { lost: 0, late: 0, unanswered: 0, refused: 0 })
  scheduler.tell('the storm is over')
  for (const one of processes) thaw(batch, one)
  const beganAt = batch.offsetMs
  const kept = { arrivesAt: beganAt + Math.floor(random.next() * KEPT_MS), honestFrom: beganAt + FATES_MS }
  if (random.chance(NIGHTS)) await night(batch, kept)
  await pass(batch, {
    ...kept,
    untilMs: beganAt + HORIZON_MS,
    partnersAsk: false,
    lagMs: () => Math.floor(random.pick(LAGS) * (batch.offsetMs - beganAt)),
  })
}

/** One supplier says nothing for hours, or its credentials cannot be read: somebody has to be told, and nothing is lost. */
async function night(batch: Batch, kept: Kept): Promise<void> {
  const { weather, random, scheduler, world } = batch
  const gone = await awaited(batch)
  const how = random.pick(['silent', 'unreadable'] as const)
  weather[how] = gone
  scheduler.tell(`${gone} is ${how}`)
  await pass(batch, {
    ...kept,
    untilMs: batch.offsetMs + NIGHT_MS,
    partnersAsk: true,
    lagMs: () => random.pick(NIGHT_LAGS_MS),
  })
  if (random.chance(0.6)) await passDeadline(batch, kept)
  batch.faults.push(...(await unattended(world)))
  weather[how] = null
  scheduler.tell(`${gone} is back`)
}

/** A supplier that something waits for, if there is one. */
async function awaited({ world, random }: Batch): Promise<string> {
  const rows = await world.query(
    `SELECT supplier_code FROM bookings WHERE pending_operation IS NOT NULL OR status = 'ON_HOLD' ORDER BY created_at, id`,
  )
  return rows.length > 0 ? random.pick(rows).supplier_code : random.pick(SUPPLIER_CODES)
}

/** The night lasts until a little after a hold's deadline or a review's end. */
async function passDeadline(batch: Batch, kept: Kept): Promise<void> {
  const [next] = await batch.world.query(
    `SELECT ceil(extract(epoch FROM min(look_at - gateway_now(organization_id))) * 1000)::float8 AS ms FROM bookings
     WHERE (status = 'ON_HOLD' OR status = 'AWAITING_REVIEW') AND look_at > gateway_now(organization_id)`,
  )
  if (next?.ms == null) return
  await advance(batch, next.ms)
  await pass(batch, {
    ...kept,
    untilMs: batch.offsetMs + AFTER_DEADLINE_MS,
    partnersAsk: true,
    lagMs: () => batch.random.pick(NIGHT_LAGS_MS),
  })
}

/** When the network delivers what it has kept, and from when on no supplier does anything on its own. */
type Kept = { readonly arrivesAt: number; readonly honestFrom: number }

type Passing = Kept & {
  readonly untilMs: number
  readonly lagMs: () => number
  /** Whether partners go on with what they want. */
  readonly partnersAsk: boolean
}

/** Time passes from one planned look to the next. What the network and the suppliers still have in mind comes in between. */
async function pass(batch: Batch, { arrivesAt, honestFrom, untilMs, lagMs, partnersAsk }: Passing): Promise<void> {
  const { network, random, lives } = batch
  for (;;) {
    if (partnersAsk && random.chance(0.3)) ask(batch, random.pick(lives))
    if (batch.offsetMs >= arrivesAt) network.state = 'RUNNING'
    if (batch.offsetMs < honestFrom) for (const life of lives) if (random.chance(0.1)) await befall(batch, life)
    await settleDue(batch)
    if (batch.offsetMs >= untilMs) return
    const nextMs = await untilNextLook(batch)
    const byMs = Math.max(0, nextMs ?? Infinity) + lagMs()
    await advance(batch, Math.max(1, Math.min(byMs, untilMs - batch.offsetMs)))
  }
}

async function untilNextLook({ world }: Batch): Promise<number | null> {
  const [next] = await world.query(
    'SELECT ceil(extract(epoch FROM min(look_at - gateway_now(organization_id))) * 1000)::float8 AS ms FROM bookings',
  )
  return next?.ms ?? null
}

/** Whatever is due is done. */
async function settleDue(batch: Batch): Promise<void> {
  const { scheduler, world } = batch
  for (let round = 0; round < MOST_ROUNDS; round++) {
    while (await scheduler.step());
    const [{ due }] = await world.query(
      'SELECT count(*)::int AS due FROM bookings WHERE look_at <= gateway_now(organization_id)',
    )
    if (due === 0) return
    lookAtDue(batch)
  }
  batch.faults.push('looks that never come to an end')
}
