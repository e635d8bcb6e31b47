import type { Random } from '../support/random.ts'
import { strike } from './fate.ts'
import { type Life, nextWish, send } from './life.ts'
import type { SimulatedGateway, startProcess, Weather } from './process.ts'
import type { Scheduler, SimulatedProcess } from './scheduler.ts'
import { type Json, ORGANIZATION, type World } from './world.ts'

export type Batch = {
  readonly world: World
  /** Starts a process of the code that is tried. */
  readonly start: typeof startProcess
  readonly random: Random
  readonly scheduler: Scheduler
  readonly weather: Weather
  readonly lives: readonly Life[]
  readonly processes: SimulatedGateway[]
  readonly network: SimulatedProcess
  /** What was seen to be wrong before the end. */
  readonly faults: string[]
  offsetMs: number
  steps: number
}

/** A partner whose request has had no answer for so many steps asks again, another process. */
const PATIENCE_STEPS = 60

/** Around a deadline: sooner and later than processes whose clocks are wrong believe. */
const AROUND_MS = [-1_500, -300, 0, 300, 1_500, 40_000]

export function addProcess({ world, start, offsetMs, network, scheduler, random, weather, processes }: Batch): void {
  processes.push(start({ core: world.app.core, offsetMs, network, scheduler, random, weather }, `p${processes.length}`))
}

function alive({ processes }: Batch): SimulatedGateway[] {
  return processes.filter(({ state }) => state === 'RUNNING')
}

/** What the network has kept arrives now, in the order in which the scheduler likes. */
export async function deliver({ network, scheduler }: Batch): Promise<void> {
  network.state = 'RUNNING'
  await scheduler.step()
  network.state = 'FROZEN'
}

export async function befall({ world, scheduler }: Batch, life: Life): Promise<void> {
  if (life.fate === null || life.isStruck) return
  await scheduler.quiet()
  if (await strike(world, life)) scheduler.tell(`the supplier of ${life.name} on its own: ${life.fate}`)
}

export function freeze(batch: Batch, picked: SimulatedGateway): void {
  if (picked.state !== 'RUNNING' || alive(batch).length < 2) return
  picked.state = 'FROZEN'
  batch.scheduler.tell(`${picked.name} freezes`)
}

export function thaw({ scheduler }: Pick<Batch, 'scheduler'>, picked: SimulatedGateway): void {
  if (picked.state !== 'FROZEN') return
  picked.state = 'RUNNING'
  scheduler.tell(`${picked.name} wakes`)
}

export async function advance(batch: Batch, byMs: number): Promise<void> {
  await batch.scheduler.quiet()
  batch.offsetMs += byMs
  await batch.world.setOffset(batch.offsetMs)
  for (const { clock } of batch.processes) clock.shift(ORGANIZATION, { offsetMs: batch.offsetMs, resets: 0 })
  batch.scheduler.tell(`the clock moves by ${byMs} ms`)
}

/** The clock moves to about the next deadline of a hold or a review. */
export async function leap(batch: Batch): Promise<void> {
  await batch.scheduler.quiet()
  const [next] = await batch.world.query(
    `SELECT (extract(epoch FROM min(at) - gateway_now('${ORGANIZATION}')) * 1000)::float8 AS ms FROM (
       SELECT hold_deadline_at AS at FROM bookings WHERE status IN ('ON_HOLD', 'PROCESSING', 'CANCELLATION_PENDING')
       UNION ALL SELECT review_expires_at FROM bookings WHERE status = 'AWAITING_REVIEW'
     ) deadlines WHERE at > gateway_now('${ORGANIZATION}') + interval '2 seconds'`,
  )
  if (next?.ms == null) return
  batch.scheduler.tell('about a deadline:')
  await advance(batch, Math.max(0, Math.round(next.ms) + batch.random.pick(AROUND_MS)))
}

export function lookAtDue(batch: Batch): void {
  const running = alive(batch)
  if (running.length > 0)
    batch.random
      .pick(running)
      .lookAtDue()
      .catch(() => undefined)
}

/** The partner's next request, or the last one again. */
export function ask(batch: Batch, life: Life): void {
  if (life.asked !== null && batch.steps - life.asked.atStep < PATIENCE_STEPS) return
  const running = alive(batch)
  if (running.length === 0) return
  const { gateway, name } = batch.random.pick(running)
  const wish = nextWish(batch.random, life)
  const asked = { wish, atStep: batch.steps }
  life.asked = asked
  batch.scheduler.tell(`${life.name} asks ${name}: ${wish}`)
  send(gateway, life, { wish, random: batch.random })
    .then((answer: Json) => {
      if (life.asked === asked) life.asked = null
      const told = answer.ok ? (answer.value.booking ?? answer.value) : answer.error
      batch.scheduler.tell(`${life.name} is told: ${told.status ?? ''} ${told.code ?? ''}`)
    })
    .catch((error: unknown) => batch.scheduler.tell(`${life.name} is told nothing: ${String(error)}`))
}
