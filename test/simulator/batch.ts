import { randomUUID } from 'node:crypto'
import type { Caller } from '../../src/operations/caller.ts'
import { SCOPES } from '../../src/operations/caller.ts'
import { faultsOf } from './oracle.ts'
import { type SimulatedGateway, startProcess, type Weather } from './process.ts'
import { createRandom, type Random } from './random.ts'
import { createScheduler, type Scheduler, type SimulatedProcess } from './scheduler.ts'
import { type Json, ORGANIZATION, SUPPLIER_CODES, type World } from './world.ts'

/** One partner with one wish: its key, and what it has been told so far. */
type Life = {
  readonly name: string
  readonly mode: 'INSTANT' | 'HOLD'
  readonly offer: Json
  readonly key: string
  readonly cancelKey: string
  bookingId: string | null
  quoteId: string | null
  /** The step in which its last request was sent; null when it has been answered. */
  askedAt: number | null
}

type Batch = {
  readonly world: World
  readonly random: Random
  readonly scheduler: Scheduler
  readonly weather: Weather
  readonly lives: readonly Life[]
  readonly processes: SimulatedGateway[]
  readonly network: SimulatedProcess
  offsetMs: number
  steps: number
}

const LIVES = 8
const STEPS_A_LIFE = 160
const PROCESSES = 4
/** A partner whose request has had no answer for so many steps asks again, another process. */
const PATIENCE_STEPS = 60

const ADVANCES_MS = [300, 1_000, 5_000, 13_000, 40_000, 70_000, 130_000, 600_000, 2_000_000]
const HOUR_MS = 3_600_000
/** After the storm, in the end several days: everything that was planned has its time. */
const CALM_MS = [
  0,
  5_000,
  15_000,
  40_000,
  120_000,
  600_000,
  1_800_000,
  HOUR_MS,
  2 * HOUR_MS,
  ...[6, 18, 24, 24, 24].map((h) => h * HOUR_MS),
]

export type BatchResult = {
  /** How the bookings ended, and which moves they made. */
  readonly seen: readonly string[]
  readonly lives: number
  readonly faults: readonly string[]
  readonly trace: readonly string[]
}

/** Some lives at once among processes that freeze, die and have wrong clocks, over a network that is no better; then calm. */
export async function runBatch(world: World, seed: number): Promise<BatchResult> {
  const random = createRandom(seed)
  await world.reset()
  const lives: Life[] = []
  for (let index = 0; index < LIVES; index++) lives.push(await beginLife(world, random, index))
  const scheduler = createScheduler(random)
  const weather: Weather = { lost: 0.05, late: 0.1, unanswered: 0.08 }
  const batch: Batch = {
    world,
    random,
    scheduler,
    weather,
    lives,
    processes: [],
    network: { name: 'network', state: 'FROZEN' },
    offsetMs: 0,
    steps: 0,
  }
  for (let count = 0; count < PROCESSES; count++) addProcess(batch)
  while (batch.steps < LIVES * STEPS_A_LIFE) await storm(batch)
  await calm(batch)
  return { lives: LIVES, seen: await seenIn(world), faults: await faultsOf(world), trace: scheduler.trace() }
}

async function seenIn(world: World): Promise<string[]> {
  const rows = await world.query(
    `SELECT status AS seen FROM bookings
     UNION ALL SELECT 'move ' || (body::jsonb #>> '{data,change,cause}') FROM booking_events`,
  )
  return rows.map(({ seen }) => String(seen))
}

async function beginLife(world: World, random: Random, index: number): Promise<Life> {
  const supplierCode = random.pick(SUPPLIER_CODES)
  const mode = supplierCode === 'expedia_rapid' && random.chance(0.6) ? 'HOLD' : 'INSTANT'
  const offer = await world.offer(supplierCode)
  const name = `life ${index}`
  return {
    name,
    mode,
    offer,
    key: randomUUID(),
    cancelKey: randomUUID(),
    bookingId: null,
    quoteId: null,
    askedAt: null,
  }
}

function addProcess({ world, offsetMs, network, scheduler, random, weather, processes }: Batch): void {
  const parts = { core: world.app.core, offsetMs, network, scheduler, random, weather }
  processes.push(startProcess(parts, `p${processes.length}`))
}

function alive({ processes }: Batch): SimulatedGateway[] {
  return processes.filter(({ state }) => state === 'RUNNING')
}

/** One thing that happens. */
async function storm(batch: Batch): Promise<void> {
  const { random, scheduler, processes } = batch
  batch.steps++
  const dice = random.next()
  if (dice < 0.74) return void (await scheduler.step())
  if (dice < 0.86) return ask(batch, random.pick(batch.lives))
  if (dice < 0.92) return lookAtDue(batch)
  if (dice < 0.935) return advance(batch, random.pick(ADVANCES_MS))
  if (dice < 0.945) return deliver(batch)
  const picked = random.pick(processes)
  if (dice < 0.965) return freeze(batch, picked)
  if (dice < 0.993) return thaw(batch, picked)
  if (processes.filter(({ state }) => state !== 'DEAD').length > 2) picked.state = 'DEAD'
  scheduler.tell(`${picked.name} dies`)
  addProcess(batch)
}

/** What the network has kept arrives now, in the order in which the scheduler likes. */
async function deliver({ network, scheduler }: Batch): Promise<void> {
  network.state = 'RUNNING'
  await scheduler.step()
  network.state = 'FROZEN'
}

function freeze(batch: Batch, picked: SimulatedGateway): void {
  if (picked.state !== 'RUNNING' || alive(batch).length < 2) return
  picked.state = 'FROZEN'
  batch.scheduler.tell(`${picked.name} freezes`)
}

function thaw({ scheduler }: Batch, picked: SimulatedGateway): void {
  if (picked.state !== 'FROZEN') return
  picked.state = 'RUNNING'
  scheduler.tell(`${picked.name} wakes`)
}

async function advance(batch: Batch, byMs: number): Promise<void> {
  await batch.scheduler.quiet()
  batch.offsetMs += byMs
  await batch.world.setOffset(batch.offsetMs)
  for (const { clock } of batch.processes) clock.shift(ORGANIZATION, { offsetMs: batch.offsetMs, resets: 0 })
  batch.scheduler.tell(`the clock moves by ${byMs} ms`)
}

function lookAtDue(batch: Batch): void {
  const running = alive(batch)
  if (running.length > 0)
    batch.random
      .pick(running)
      .lookAtDue()
      .catch(() => undefined)
}

function callerOf(life: Life): Caller {
  return {
    organizationId: ORGANIZATION,
    keyId: null,
    actor: `simulation:${life.name}`,
    environment: 'sandbox',
    scopes: SCOPES,
    requestId: `req_${life.name.replace(' ', '_')}`,
    language: 'en',
    ip: '192.0.2.1',
    signal: null,
  }
}

/** The partner's next request, or the last one again. */
async function ask(batch: Batch, life: Life): Promise<void> {
  if (life.askedAt !== null && batch.steps - life.askedAt < PATIENCE_STEPS) return
  const running = alive(batch)
  if (running.length === 0) return
  const { gateway, name } = batch.random.pick(running)
  const wish = nextWish(batch.random, life)
  life.askedAt = batch.steps
  batch.scheduler.tell(`${life.name} asks ${name}: ${wish}`)
  wishes[wish](gateway, life)
    .then((answer: Json) => {
      life.askedAt = null
      const told = answer.ok ? (answer.value.booking ?? answer.value) : answer.error
      batch.scheduler.tell(`${life.name} is told: ${told.status ?? told.code ?? 'ok'}`)
    })
    .catch((error: unknown) => batch.scheduler.tell(`${life.name} is told nothing: ${String(error)}`))
}

type Wish = 'book' | 'look' | 'confirm' | 'quote' | 'cancel'

function nextWish(random: Random, life: Life): Wish {
  if (life.bookingId === null) return 'book'
  if (life.quoteId !== null && random.chance(0.7)) return 'cancel'
  return random.pick<Wish>(
    life.mode === 'HOLD' ? ['look', 'confirm', 'confirm', 'quote'] : ['look', 'look', 'quote', 'book'],
  )
}

type Gateway = SimulatedGateway['gateway']

const wishes: Readonly<Record<Wish, (gateway: Gateway, life: Life) => Promise<Json>>> = {
  book: async (gateway, life) => {
    const answer = await gateway.createBooking(callerOf(life), bookingInput(life), life.key)
    if (answer.ok) life.bookingId = answer.value.booking.bookingId
    return answer
  },
  look: (gateway, life) => gateway.getBooking(callerOf(life), { bookingId: life.bookingId }),
  confirm: (gateway, life) =>
    gateway.confirmHold(callerOf(life), { bookingId: life.bookingId, acceptedOfferId: life.offer.offer_id }),
  quote: async (gateway, life) => {
    const answer: Json = await gateway.quoteCancellation(callerOf(life), { bookingId: life.bookingId })
    if (answer.ok) life.quoteId = answer.value.cancellationQuoteId ?? answer.value.quoteId ?? null
    return answer
  },
  cancel: (gateway, life) =>
    gateway.cancelBooking(
      callerOf(life),
      { bookingId: life.bookingId, cancellationQuoteId: life.quoteId },
      life.cancelKey,
    ),
}

function bookingInput({ offer, mode }: Life): Json {
  const name = { givenName: 'Ada', familyName: 'Lovelace' }
  return {
    offerId: offer.offer_id,
    bookingMode: mode,
    holder: { ...name, email: 'ada@example.com', phone: '+442071234567' },
    guests: offer.allocations.flatMap(({ allocation_id: allocationId, adults }: Json) =>
      Array.from({ length: adults }, () => ({ allocationId, type: 'ADULT', ...name })),
    ),
  }
}

const MOST_ROUNDS = 400

/** The weather clears, everybody wakes, and whatever was planned comes to pass. */
async function calm(batch: Batch): Promise<void> {
  const { weather, processes, network, random, scheduler, world } = batch
  Object.assign(weather, { lost: 0, late: 0, unanswered: 0 })
  scheduler.tell('the storm is over')
  for (const one of processes) thaw(batch, one)
  const arrivesIn = Math.floor(random.next() * CALM_MS.length)
  for (const [stage, byMs] of CALM_MS.entries()) {
    if (stage === arrivesIn) network.state = 'RUNNING'
    await advance(batch, byMs)
    for (let round = 0; round < MOST_ROUNDS; round++) {
      while (await scheduler.step());
      const [{ due }] = await world.query(
        'SELECT count(*)::int AS due FROM bookings WHERE look_at <= gateway_now(organization_id)',
      )
      if (due === 0) break
      lookAtDue(batch)
    }
  }
}
