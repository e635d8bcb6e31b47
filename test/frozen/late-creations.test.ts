import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { KillPoint } from '../../src/operations/bookings/machinery/kill-points.ts'
import { skewedBy } from '../support/frozen.ts'
import type { Json } from '../support/http-client.ts'
import { bookingInput, httpJourney } from '../support/journey.ts'
import { expected } from '../support/red-today.ts'
import { until } from '../support/until.ts'
import { type FrozenRequest, type FrozenWorld, useFrozenWorld } from '../support/use-frozen-world.ts'

/** A process that freezes while it books; meanwhile the clock moves, and the others settle the booking. */
type Freeze = {
  readonly title: string
  readonly point: KillPoint
  readonly supplierCode: string
  /** For so long. */
  readonly seconds: number
}

const SHORT_S = 120
/** Longer than look-ups lag at any supplier. */
const LONG_S = 2_700

const FREEZES: readonly Freeze[] = [
  ['A1.1 just before it calls RateHawk', 'create:before-supplier', 'ratehawk', SHORT_S] as const,
  ['A1.1 just before it calls Hotelbeds', 'create:before-supplier', 'hotelbeds', SHORT_S] as const,
  ['A1.1 just before it calls LiteAPI, for long', 'create:before-supplier', 'liteapi', LONG_S] as const,
  ['A1.1 between RateHawk’s order form and the booking', 'exchange:book_form', 'ratehawk', SHORT_S] as const,
  ['A1.1 with the fence behind it, before a byte reaches Hotelbeds', 'fence:passed', 'hotelbeds', SHORT_S] as const,
  [
    'A1.1 with the fence behind it, before a byte reaches LiteAPI, for long',
    'fence:passed',
    'liteapi',
    LONG_S,
  ] as const,
  [
    'A1.1 with the fence behind it, before a byte reaches Rapid, for long',
    'fence:passed',
    'expedia_rapid',
    LONG_S,
  ] as const,
  ['A1.3 while RateHawk’s answer is on its way', 'exchange:book', 'ratehawk', SHORT_S] as const,
  ['A1.3 while Hotelbeds’ answer is on its way', 'exchange:book', 'hotelbeds', SHORT_S] as const,
  ['A1.3 while Rapid’s answer is on its way, for long', 'exchange:book', 'expedia_rapid', LONG_S] as const,
].map(([title, point, supplierCode, seconds]) => ({ title, point, supplierCode, seconds }))

const BEHIND = 'A1.2 a process 80 s behind, at a slow supplier'

/** What became of a booking: its id, and what a partner was answered on the way. */
type Story = { readonly bookingId: string; readonly answers: Json[] }

let world: FrozenWorld
const stories = new Map<string, Story>()

type Begun = Freeze & Story & { readonly frozen: FrozenRequest }

async function begin(freeze: Freeze): Promise<Begun> {
  const input = bookingInput(await world.offer(freeze.supplierCode), 'INSTANT')
  const key = randomUUID()
  const frozen = await world.freeze(freeze.point, (at) => httpJourney(at).book(input, key))
  const { booking_id: bookingId } = await until('the booking to be written', () => world.bookingOf(key))
  return { ...freeze, frozen, bookingId, answers: [] }
}

async function wake(begun: readonly Begun[], seconds: number): Promise<void> {
  for (const { bookingId, answers, frozen } of begun.filter((one) => one.seconds === seconds))
    answers.push(await world.journey.booking(bookingId), await frozen.thaw())
}

/** The first looks at a call whose end is not known are not farther apart, by the clock. */
const SOON_S = 6

/** Whether the others have come to a decision without those that are frozen; not all may be able to. */
async function letOthersDecide(begun: readonly Begun[]): Promise<void> {
  await until('the others to decide', async () => {
    const states = await Promise.all(begun.map(({ bookingId }) => world.journey.booking(bookingId)))
    return states.every(({ status }) => status !== 'PROCESSING') || world.isIdle(SOON_S)
  })
}

async function bookBehind(): Promise<void> {
  const behind = await world.join({ ROLES: 'api', ...skewedBy(-80_000) })
  await world.spoil({ supplierCode: 'ratehawk', operation: 'book_form', fault: 'slow' })
  await world.spoil({ supplierCode: 'ratehawk', operation: 'book', fault: 'slow' })
  const input = bookingInput(await world.offer('ratehawk'), 'INSTANT')
  const answered = await httpJourney(behind).book(input, randomUUID())
  stories.set(BEHIND, { bookingId: answered.booking_id, answers: [answered] })
}

useFrozenWorld(async (created) => {
  world = created
  await bookBehind()
  const begun: Begun[] = []
  for (const freeze of FREEZES) begun.push(await begin(freeze))
  for (const one of begun) stories.set(one.title, one)
  await world.advance(SHORT_S)
  await letOthersDecide(begun.filter(({ seconds }) => seconds === SHORT_S))
  await wake(begun, SHORT_S)
  await world.advance(LONG_S - SHORT_S)
  await letOthersDecide(begun)
  await wake(begun, LONG_S)
  await world.letSettle([...stories.values()].map(({ bookingId }) => bookingId))
})

/** All failures that a partner was told of: in answers, in events, and today. */
async function toldFailures({ bookingId, answers }: Story): Promise<Json[]> {
  const events = await world.database.query(
    'SELECT body::jsonb AS body FROM booking_events WHERE booking_id = $1 ORDER BY sequence',
    [bookingId],
  )
  const now = await world.journey.booking(bookingId)
  return [...answers, now, ...events.map(({ body }) => body.data)].flatMap(({ failure }) => failure ?? [])
}

/** What is wrong in the end, in words. */
async function liesAbout(title: string): Promise<string[]> {
  const story = stories.get(title)
  if (!story) throw new Error(`nothing was booked for ${title}`)
  const lies = [await world.difference(story.bookingId)].filter((lie) => lie !== null)
  const alive = (await world.theirs(story.bookingId)).filter(({ status }) => status === 'CONFIRMED')
  if (alive.length > 1) lies.push(`booked ${alive.length} times`)
  const retryable = (await toldFailures(story)).filter((failure) => failure.retryable)
  if (alive.length > 0 && retryable.length > 0) lies.push(`told to book again: ${JSON.stringify(retryable)}`)
  return lies
}

describe('[C-139] a process that freezes while it books and wakes after others have settled it', () => {
  it('is what has happened here', () => expect(stories.size).toBe(FREEZES.length + 1))

  for (const { title } of FREEZES)
    it(
      `${title}: no booking there that we call FAILED, no retry offered for what is booked`,
      expected(title),
      async () => expect(await liesAbout(title)).toEqual([]),
    )
})

it(`[C-139] ${BEHIND}: its booking is not settled as one that is long over`, expected(BEHIND), async () =>
  expect(await liesAbout(BEHIND)).toEqual([]),
)
