import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { KillPoint } from '../../src/operations/bookings/machinery/kill-points.ts'
import { type StartedGateway } from '../support/gateway.ts'
import type { Json } from '../support/http-client.ts'
import { httpJourney } from '../support/journey.ts'
import { expected } from '../support/red-today.ts'
import { until } from '../support/until.ts'
import { type FrozenRequest, type FrozenWorld, useFrozenWorld } from '../support/use-frozen-world.ts'

type Operation = 'cancel' | 'release' | 'confirm-hold'

/** A process that freezes while it changes a booking; meanwhile the clock moves, and the others settle the change. */
type Freeze = {
  readonly title: string
  readonly point: KillPoint
  readonly supplierCode: string
  readonly operation: Operation
}

/** Longer than an uncertain change is waited for, two minutes. */
const FROZEN_S = 195

const FREEZES: readonly Freeze[] = [
  ['A2 just before it cancels at Hotelbeds', 'cancel:after-record', 'hotelbeds', 'cancel'] as const,
  ['A2 just before it cancels at Rapid', 'cancel:after-record', 'expedia_rapid', 'cancel'] as const,
  ['A2 before it reads LiteAPI’s record to cancel it', 'cancel:before-supplier', 'liteapi', 'cancel'] as const,
  ['A2 while RateHawk’s answer to the cancellation is on its way', 'exchange:cancel', 'ratehawk', 'cancel'] as const,
  ['A2 with the fence behind it, before Hotelbeds hears of it', 'fence:passed', 'hotelbeds', 'cancel'] as const,
  ['A2 with the fence behind it, before RateHawk hears of it', 'fence:passed', 'ratehawk', 'cancel'] as const,
  [
    'A2 with the fence behind it, before Rapid hears of a confirmation',
    'fence:passed',
    'expedia_rapid',
    'confirm-hold',
  ] as const,
  ['A2 just before it releases a hold', 'cancel:after-record', 'expedia_rapid', 'release'] as const,
  ['A2 just before it confirms a hold', 'confirm-hold:before-supplier', 'expedia_rapid', 'confirm-hold'] as const,
  ['A2 while the answer about a hold is on its way', 'exchange:confirm_hold', 'expedia_rapid', 'confirm-hold'] as const,
].map(([title, point, supplierCode, operation]) => ({ title, point, supplierCode, operation }))

const LATE = 'A2 a supplier that carries a lost cancellation out an hour later'

/** A booking that was to be changed; `repeat` asks for the same again, under the same key. */
type Change = { readonly bookingId: string; readonly repeat: (() => Promise<Json>) | null }

let world: FrozenWorld
const changes = new Map<string, Change>()

type Prepared = Change & { readonly send: (at: StartedGateway) => Promise<Json> }

async function prepare({ supplierCode, operation }: Pick<Freeze, 'supplierCode' | 'operation'>): Promise<Prepared> {
  const booked = await world.booked(supplierCode, operation === 'cancel' ? 'INSTANT' : 'HOLD')
  const { booking_id: bookingId, accepted_offer_id: offerId } = booked
  if (operation === 'confirm-hold')
    return { bookingId, repeat: null, send: (at) => httpJourney(at).confirmHold(bookingId, offerId) }
  const { quote_id: quoteId } = await world.journey.quote(bookingId)
  const key = randomUUID()
  function send(at: StartedGateway): Promise<Json> {
    return httpJourney(at).cancel(bookingId, quoteId, key)
  }
  return { bookingId, repeat: () => send(world.steady), send }
}

/** The first looks at a call whose end is not known are not farther apart, by the clock. */
const SOON_S = 6

/** The others have come to a decision; some of it may have to wait for those that are frozen. */
async function letOthersDecide(bookingIds: readonly string[]): Promise<void> {
  await until('the others to decide', async () => {
    const states = await Promise.all(bookingIds.map((id) => world.journey.booking(id)))
    return (
      states.every(({ status }) => status !== 'PROCESSING' && status !== 'CANCELLATION_PENDING') || world.isIdle(SOON_S)
    )
  })
}

/** The request to cancel is lost on its way; the supplier has it all the same, and cancels when we have given it up. */
async function cancelLate(): Promise<void> {
  const prepared = await prepare({ supplierCode: 'hotelbeds', operation: 'cancel' })
  changes.set(LATE, prepared)
  await world.spoil({ supplierCode: 'hotelbeds', operation: 'cancel', fault: 'reset' })
  await prepared.send(world.steady)
  for (let minutes = 0; minutes < 60; minutes += 10) {
    await world.advance(600)
    await letOthersDecide([prepared.bookingId])
  }
  const [row] = await world.database.query('SELECT supplier_reference FROM bookings WHERE id = $1', [
    prepared.bookingId,
  ])
  await world.records.cancel('hotelbeds', row.supplier_reference)
}

/** A day, an hour at a time, or until nobody differs any more. */
async function letADayPass(): Promise<void> {
  const { bookingId } = changes.get(LATE) ?? { bookingId: '' }
  for (let hour = 0; hour < 24; hour++) {
    if ((await world.difference(bookingId)) === null) return
    await world.advance(3_600)
    await until('an hour’s work', world.isIdle)
  }
}

useFrozenWorld(async (created) => {
  world = created
  const begun: (Prepared & { readonly frozen: FrozenRequest })[] = []
  for (const freeze of FREEZES) {
    const prepared = await prepare(freeze)
    changes.set(freeze.title, prepared)
    begun.push({ ...prepared, frozen: await world.freeze(freeze.point, prepared.send) })
  }
  await world.advance(FROZEN_S)
  await letOthersDecide(begun.map(({ bookingId }) => bookingId))
  for (const { frozen } of begun) await frozen.thaw()
  await world.letSettle(begun.map(({ bookingId }) => bookingId))
  await cancelLate()
  await letADayPass()
})

/** What is wrong in the end, in words. */
async function liesAbout(title: string): Promise<string[]> {
  const change = changes.get(title)
  if (!change) throw new Error(`nothing was changed for ${title}`)
  const differs = await world.difference(change.bookingId)
  if (differs !== null) return [differs]
  const now = await world.journey.booking(change.bookingId)
  const [last] = await world.database.query(
    'SELECT body::jsonb AS body FROM booking_events WHERE booking_id = $1 ORDER BY sequence DESC LIMIT 1',
    [change.bookingId],
  )
  const lies = last.body.data.status === now.status ? [] : [`the last event tells of ${last.body.data.status}`]
  if (now.status !== 'CANCELLED' || !change.repeat) return lies
  const [record] = await world.theirs(change.bookingId)
  const { cancellation } = await change.repeat()
  if (cancellation.outcome !== 'CANCELLED') lies.push(`the cancellation is said to be ${cancellation.outcome}`)
  const charged = record?.chargedPenalty?.amountMinor ?? null
  if ((cancellation.charged_penalty?.amount_minor ?? null) !== charged)
    lies.push(`${JSON.stringify(cancellation.charged_penalty)} here, ${charged} charged there`)
  return lies
}

describe('[C-112] [C-137] a process that freezes while it changes a booking and wakes after others have settled it', () => {
  it('is what has happened here', () => expect(changes.size).toBe(FREEZES.length + 1))

  for (const { title } of FREEZES)
    it(`${title}: the booking ends as the supplier has it, with what it charged`, expected(title), async () =>
      expect(await liesAbout(title)).toEqual([]),
    )
})

it(`[C-137] ${LATE}: told within a day, with what it charged`, expected(LATE), async () =>
  expect(await liesAbout(LATE)).toEqual([]),
)
