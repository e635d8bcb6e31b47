import { setTimeout as pause } from 'node:timers/promises'
import { SCENARIOS } from '../../src/sandbox/scenarios.ts'
import type { TestDatabase } from './database.ts'
import type { Json } from './http-client.ts'
import { londonSearch } from './journey.ts'
import { type Receiver, startReceiver } from './receiver.ts'
import { createPartner, type Door, type Facade, type Partner, type Told } from './repeating-partner.ts'
import { LONG_SCENARIOS, SCENARIO_WALKS } from './scenario-walk.ts'
import { until } from './until.ts'
import { RACES } from './walked-races.ts'
import { clockNow, type Ledger, NothingBooked, type Walker } from './walker.ts'

/** What befalls the stores meanwhile; it is over when `strike` ends. */
export type Trouble = {
  readonly name: string
  /** Which share of the walk, of 1, has ended when it strikes. */
  readonly after: number
  readonly strike: () => Promise<void>
}

export type Walked = {
  readonly ledger: Ledger
  readonly told: readonly Told[]
  /** Every event that a partner was given which follows the log from before the walk on. */
  readonly followed: readonly Json[]
  readonly receiver: Receiver
  /** For each trouble: how many bookings had been accepted when it began, and when it was over. */
  readonly struck: readonly { readonly name: string; readonly before: number; readonly after: number }[]
  readonly partner: Partner
  /** Ends the follower and the receiver. */
  readonly stop: () => Promise<void>
}

type WalkOptions = {
  readonly doors: readonly [Door, Door]
  /** Where the suppliers' own clock is moved with ours; null: they have ours. */
  readonly theirDoor: Door | null
  readonly database: Pick<TestDatabase, 'query'>
  readonly troubles: readonly Trouble[]
  /** Which facade the first scenario is walked over; they take turns. */
  readonly begins: Facade
}

/** Walks and races at a time: the long ones only wait. */
const LANES = 10
/** So many are begun when every trouble is over. */
const AFTERWARDS = 8
const STRIKES_WITHIN_MS = 300_000
/** Rounds of each race: before, in and after the trouble. */
const ROUNDS = 3
const FACADES = ['HTTP', 'GraphQL'] as const

/**
 * Walks every scenario and runs every race, at two gateways in turns, while the troubles strike; then moves the sandbox's clock to where
 * scenarios end that need time.
 */
export async function walkScenarios({ doors, theirDoor, database, troubles, begins }: WalkOptions): Promise<Walked> {
  const told: Told[] = []
  const ledger: Ledger = { accepted: new Set(), ends: new Map(), later: [], madeAnew: [] }
  function partnerOf(facade: Facade, first: number): Partner {
    return createPartner({ doors, facade, first, told })
  }
  const partner = partnerOf('HTTP', 0)
  const receiver = await startReceiver()
  const created = await partner.post('/webhooks/endpoints', { url: receiver.url })
  if (created.status > 299) throw new Error(`no endpoint: ${created.status}`)
  const follower = followLog(partnerOf('HTTP', 1))

  function walkerAt(slug: string, index: number): Walker {
    const hotelId = SCENARIOS.find((scenario) => scenario.slug === slug)?.hotelId
    const facade = FACADES[(index + FACADES.indexOf(begins)) % 2] ?? begins
    return {
      slug,
      hotelId: String(hotelId),
      partner: partnerOf(facade, index),
      http: partnerOf('HTTP', index),
      ledger,
      database,
      losesAnswers: theirDoor !== null,
    }
  }
  const walks = Object.entries(SCENARIO_WALKS).map(([slug, walk], index) => async () => {
    const walker = walkerAt(slug, index)
    await search(walker)
    await toItsEnd(slug, ledger, () => walk(walker))
  })
  const races = Object.entries(RACES).map(([name, { slug, run }], index) => () => {
    const contestants = [0, 1].flatMap((first) => FACADES.map((facade) => partnerOf(facade, first)))
    return toItsEnd(name, ledger, () => run({ ...walkerAt(slug, index), contestants }))
  })
  const slugs = Object.keys(SCENARIO_WALKS)
  function isLong(index: number): boolean {
    return LONG_SCENARIOS.includes(slugs[index] ?? '')
  }
  const long = walks.filter((_, index) => isLong(index))
  const tasks = [
    ...long,
    ...spread(
      walks.filter((_, index) => !isLong(index)),
      Array.from({ length: ROUNDS }, () => races).flat(),
    ),
  ]

  async function stop(): Promise<void> {
    await Promise.all([follower.stop(), receiver.close()])
  }
  try {
    const struck = await inLanes(tasks, troubles, ledger)
    const clocks = [...(theirDoor ? [theirDoor] : []), ...doors].map((door) =>
      createPartner({ doors: [door], facade: 'HTTP', told }),
    )
    await moveClock(clocks, theirDoor ? 2 : 1, ledger)
    return { ledger, told, followed: follower.events, receiver, struck, partner, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** `others` at even distances among `tasks`. */
function spread<Task>(tasks: readonly Task[], others: readonly Task[]): Task[] {
  const each = Math.ceil(tasks.length / others.length)
  return others.flatMap((other, index) => [...tasks.slice(index * each, (index + 1) * each), other])
}

const PRICELESS: readonly string[] = ['slow', 'no-price', 'supplier-error']

/** A partner finds the hotel, with a price where its supplier has one. */
async function search({ partner, hotelId, slug }: Walker): Promise<void> {
  const isPriced = !PRICELESS.includes(slug)
  const input = londonSearch({ destination: { type: 'hotel', id: Number(hotelId) }, pricing_mode: 'live', limit: 1 })
  await until(
    `a search for ${slug}`,
    async () => {
      const found = await partner.search(isPriced ? input : { ...input, max_wait_ms: 700 })
      if (!found.hotels) throw new Error(`the search for ${slug} failed: ${JSON.stringify(found)}`)
      if (!isPriced) return true
      return found.hotels.some((hotel: Json) => hotel.hotel_id === hotelId && hotel.price !== null)
    },
    120_000,
  )
}

/** Anew, as often as its booking came to nothing; its name goes before what it fails with. */
async function toItsEnd(name: string, ledger: Ledger, run: () => Promise<unknown>): Promise<void> {
  for (;;)
    try {
      return void (await run())
    } catch (error) {
      if (!(error instanceof NothingBooked)) throw new Error(`${name}: ${String(error)}`, { cause: error })
      ledger.madeAnew.push(error.message)
    }
}

async function inLanes(
  tasks: readonly (() => Promise<unknown>)[],
  troubles: readonly Trouble[],
  { accepted }: Ledger,
): Promise<Walked['struck']> {
  let next = 0
  let ended = 0
  const trouble = strikeAll()
  // Whoever awaits it first is told.
  trouble.catch(() => undefined)
  async function lane(): Promise<void> {
    for (let index = next++; index < tasks.length; index = next++) {
      if (index >= tasks.length - AFTERWARDS) await trouble
      await tasks[index]?.()
      ended += 1
    }
  }
  async function strikeAll(): Promise<Walked['struck']> {
    const struck: { name: string; before: number; after: number }[] = []
    for (const { name, after, strike } of troubles) {
      await until(`a share of the walk, for ${name}`, () => ended >= after * tasks.length, STRIKES_WITHIN_MS)
      const before = accepted.size
      await strike()
      struck.push({ name, before, after: accepted.size })
    }
    return struck
  }
  await Promise.all([trouble, ...Array.from({ length: LANES }, lane)])
  return trouble
}

/** What is to be done within so long of each other is done together. */
const TOGETHER_MS = 5_000

/**
 * To each instant at which a scenario goes on, one after the other. The first clocks are moved, those of different books; the others only hear of
 * it, and are asked, so that every process knows.
 */
async function moveClock(clocks: readonly Partner[], books: number, { later }: Ledger): Promise<void> {
  const waiting = later.toSorted((one, other) => one.at - other.at)
  while (waiting[0]) {
    const last = waiting[0].at + TOGETHER_MS
    const due = waiting.splice(0, waiting.findLastIndex(({ at }) => at <= last) + 1)
    const [clock] = clocks
    if (!clock) throw new Error('no clock')
    const seconds = Math.max(0, Math.ceil(((due.at(-1)?.at ?? 0) - (await clockNow(clock))) / 1_000))
    for (const [index, { post }] of clocks.entries())
      await post('/sandbox/clock', { advance_seconds: index < books ? seconds : 0 })
    await Promise.all(due.map(({ act }) => act()))
  }
}

const LOOK_EVERY_MS = 150

/** Reads the log page by page from where the last one ended, as a partner who takes no webhooks. */
function followLog({ get }: Partner): { readonly events: Json[]; readonly stop: () => Promise<void> } {
  const events: Json[] = []
  const over = new AbortController()
  async function follow(): Promise<void> {
    for (let after = '0'; !over.signal.aborted; ) {
      const { body } = await get(`/events?after=${after}&limit=100`)
      events.push(...body.data.events)
      after = body.data.next_after ?? after
      await pause(LOOK_EVERY_MS)
    }
  }
  const following = follow()
  following.catch(() => undefined)
  return {
    events,
    stop: async () => {
      over.abort()
      await following
    },
  }
}
