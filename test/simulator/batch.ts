import { randomOf } from '../support/random.ts'
import { calm } from './calm.ts'
import { addProcess, advance, ask, type Batch, befall, deliver, freeze, leap, lookAtDue, thaw } from './happenings.ts'
import { beginLife, type Life, type Wish } from './life.ts'
import { faultsOf } from './oracle.ts'
import type { startProcess } from './process.ts'
import { createScheduler } from './scheduler.ts'
import type { World } from './world.ts'

export const LIVES = 8
const STEPS_A_LIFE = 160
const PROCESSES = 4

const ADVANCES_MS = [300, 1_000, 5_000, 13_000, 40_000, 70_000]
/** In the second half: offers are good for a quarter of an hour, and everybody shall have booked. */
const LATE_ADVANCES_MS = [130_000, 600_000, 2_000_000]

const CHANGES: ReadonlySet<Wish> = new Set(['confirm', 'cancel', 'review'])

export type BatchResult = {
  /** How the bookings ended, and which moves they made. */
  readonly seen: readonly string[]
  readonly lives: number
  readonly faults: readonly string[]
  readonly trace: readonly string[]
}

export type Played = {
  readonly seed: number
  /** Starts a process of the code that is tried. */
  readonly start: typeof startProcess
  /** The names of the products that lives wish for; null: all. */
  readonly only: readonly string[] | null
}

/** Some lives at once among processes that freeze, die and have wrong clocks, over a network that is no better; then calm. */
export async function runBatch(world: World, { seed, start, only }: Played): Promise<BatchResult> {
  const random = randomOf(seed)
  await world.reset()
  const lives: Life[] = []
  for (let index = 0; index < LIVES; index++) lives.push(await beginLife(world, random, { index, only }))
  const scheduler = createScheduler(random)
  const batch: Batch = {
    world,
    start,
    random,
    scheduler,
    weather: { lost: 0.05, late: 0.1, unanswered: 0.08, refused: 0.08, silent: null, unreadable: null },
    lives,
    processes: [],
    network: { name: 'network', state: 'FROZEN' },
    faults: [],
    offsetMs: 0,
    steps: 0,
  }
  for (let count = 0; count < PROCESSES; count++) addProcess(batch)
  while (batch.steps < LIVES * STEPS_A_LIFE) await storm(batch)
  await calm(batch)
  const faults = [...batch.faults, ...(await faultsOf(world, lives))]
  return { lives: LIVES, seen: await seenIn(world), faults, trace: scheduler.trace() }
}

async function seenIn(world: World): Promise<string[]> {
  const rows = await world.query(
    `SELECT status AS seen FROM bookings
     UNION ALL SELECT 'move ' || (body::jsonb #>> '{data,change,cause}') FROM booking_events
     UNION ALL SELECT 'case ' || kind FROM cases`,
  )
  return rows.map(({ seen }) => String(seen))
}

/** One thing that happens. */
async function storm(batch: Batch): Promise<void> {
  const { random, scheduler, processes } = batch
  batch.steps++
  if (isTense(batch) && random.chance(0.02)) return leap(batch)
  const dice = random.next()
  if (dice < 0.735) return void (await scheduler.step())
  if (dice < 0.85) return ask(batch, random.pick(batch.lives))
  if (dice < 0.915) return lookAtDue(batch)
  if (dice < 0.93)
    return advance(batch, random.pick(isLate(batch) ? [...ADVANCES_MS, ...LATE_ADVANCES_MS] : ADVANCES_MS))
  if (dice < 0.945) return befall(batch, random.pick(batch.lives))
  if (dice < 0.955) return deliver(batch)
  const picked = random.pick(processes)
  if (dice < 0.97) return freeze(batch, picked)
  if (dice < 0.993) return thaw(batch, picked)
  if (processes.filter(({ state }) => state !== 'DEAD').length > 2) picked.state = 'DEAD'
  scheduler.tell(`${picked.name} dies`)
  addProcess(batch)
}

/** Time that has moved stays moved. */
function isLate({ steps }: Batch): boolean {
  return steps > (LIVES * STEPS_A_LIFE) / 2
}

/** The worst moment to come to a hold's deadline: its partner confirms or releases it just now. */
function isTense(batch: Batch): boolean {
  const { lives } = batch
  return (
    isLate(batch) && lives.some(({ asked, product }) => product.mode === 'HOLD' && asked && CHANGES.has(asked.wish))
  )
}
