import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import type { TestDatabase } from '../support/database.ts'
import { drawnCount } from '../support/draw.ts'
import { type StartedGateway } from '../support/gateway.ts'
import { type HttpAnswer, type HttpClient, type Json } from '../support/http-client.ts'
import { bookingInput, party, scenarioHotel } from '../support/journey.ts'
import { raiseLimits } from '../support/raise-limits.ts'
import { openSupplierRecords, type SupplierRecords } from '../support/supplier-records.ts'
import { until } from '../support/until.ts'
import { useGateway } from '../support/use-gateway.ts'

/**
 * Random lives of bookings on a real gateway: what partners and operators do, what suppliers do to them, and how time goes
 * by, held against the tables of interface.md and decisions.md (written down here once more, not taken from the code).
 */
let database: TestDatabase
let gateway: StartedGateway
let http: HttpClient
let records: SupplierRecords
const hotels = new Map<string, string>()

useGateway(async (started) => {
  ;({ database, gateway, http } = started)
  records = await openSupplierRecords(database)
  for (const slug of SLUGS) hotels.set(slug, await scenarioHotel(gateway, slug))
  await raiseLimits(database, [gateway], 100_000)
})

afterAll(async () => {
  await records?.close()
})

const SLUGS = ['hold', 'hold-short', 'hold-refused', 'refused', 'cancel-penalty', 'book-lost'] as const
type Slug = (typeof SLUGS)[number]

/** Faults whose end comes quickly: the answer is noise (the supplier did it), or it was never heard (it did not). */
const FAULTS = ['none', 'garbage', 'truncated', 'reset', '500'] as const
type FaultName = (typeof FAULTS)[number]

/** Moves that the contract knows; anything else in a history is wrong. */
const MOVES: Readonly<Record<string, readonly string[]>> = {
  AWAITING_REVIEW: ['PROCESSING', 'FAILED'],
  PROCESSING: ['PROCESSING', 'CONFIRMED', 'ON_HOLD', 'FAILED'],
  ON_HOLD: ['PROCESSING', 'CONFIRMED', 'CANCELLATION_PENDING', 'CANCELLED'],
  CONFIRMED: ['CONFIRMED', 'CANCELLATION_PENDING'],
  CANCELLATION_PENDING: ['CANCELLATION_PENDING', 'CANCELLED', 'CONFIRMED', 'ON_HOLD'],
  FAILED: [],
  CANCELLED: [],
}

/** decisions.md section 6, row by row. */
function actionsOf({ status, processing_reason: reason, hold_deadline_at: deadline }: Json, now: number): string[] {
  const always = ['GET_STATUS', 'GET_DETAILS']
  if (status === 'AWAITING_REVIEW') return [...always, 'REVIEW_BOOKING', 'CONTACT_SUPPORT']
  if (status === 'PROCESSING')
    return reason === 'SUPPLIER_CONFIRMATION_PENDING' ? always : [...always, 'CONTACT_SUPPORT']
  if (status === 'ON_HOLD') return [...always, ...(now < Date.parse(deadline) ? ['CONFIRM_HOLD'] : []), 'CANCEL']
  if (status === 'CONFIRMED') return [...always, 'CANCEL']
  return status === 'CANCELLATION_PENDING' ? [...always, 'CONTACT_SUPPORT'] : always
}

/** What the test knows: nothing but which booking, and how it was made. */
type Model = { readonly isBooked: boolean }
type Real = { slug: Slug; mode: 'INSTANT' | 'HOLD'; booking: Json }

async function sandboxNow(): Promise<number> {
  return Date.parse((await http.post('/sandbox/clock', { advance_seconds: 0 })).body.data.now)
}

function dateAfter(now: number, days: number): string {
  return new Date(now + days * 86_400_000).toISOString().slice(0, 10)
}

async function fault(operation: string, name: FaultName): Promise<void> {
  if (name === 'none') return
  await http.post('/sandbox/faults', { supplier_code: 'expedia_rapid', operation, fault: name, count: 1 })
}

async function offerOf(slug: Slug, mode: 'INSTANT' | 'HOLD'): Promise<Json> {
  const now = await sandboxNow()
  const room = { check_in: dateAfter(now, 60), check_out: dateAfter(now, 62), ...party, max_wait_ms: 10_000 }
  const { options } = (await http.post(`/hotels/${hotels.get(slug)}/rooms`, room)).body.data
  const holdable = options.find(({ available_booking_modes: modes }: Json) => modes.includes(mode))
  if (!holdable) throw new Error(`${slug} has nothing for ${mode}`)
  return (await http.post('/hotels/prebook', { booking_token: holdable.booking_token })).body.data.offer
}

async function statusOf(id: string): Promise<Json> {
  return (await http.get(`/hotels/book/${id}`)).body.data
}
function path({ booking }: Real): string {
  return `/hotels/book/${booking.booking_id}`
}
function review(real: Real, decision: string): Promise<HttpAnswer> {
  return http.post(`${path(real)}/review`, { decision })
}
function confirm(real: Real): Promise<HttpAnswer> {
  return http.post(`${path(real)}/confirm-hold`, { accepted_offer_id: real.booking.accepted_offer_id })
}
function quote(real: Real): Promise<HttpAnswer> {
  return http.post(`${path(real)}/cancellation-quote`)
}
function cancel(real: Real, quoteId: string): Promise<HttpAnswer> {
  return http.post(`${path(real)}/cancel`, { cancellation_quote_id: quoteId }, { 'idempotency-key': randomUUID() })
}

/** Confirming what is confirmed, or is being confirmed, is answered as it is: it is not refused, and does nothing. */
function isConfirmedAlready(real: Real, { status, provider }: Json): boolean {
  return real.mode === 'HOLD' && (status === 'CONFIRMED' || (status === 'PROCESSING' && provider.booking_id !== null))
}

/** Tries everything that is not listed: each is refused, and nothing has changed. */
async function tryUnlisted(real: Real, seen: Json): Promise<void> {
  const missing = ['REVIEW_BOOKING', 'CONFIRM_HOLD', 'CANCEL'].filter((one) => !seen.available_actions.includes(one))
  for (const action of missing) {
    const answers =
      action === 'REVIEW_BOOKING'
        ? [await review(real, 'APPROVE')]
        : action === 'CONFIRM_HOLD'
          ? [await confirm(real)]
          : [await quote(real), await cancel(real, 'cq_nobody')]
    const after = await statusOf(real.booking.booking_id)
    // A job may have moved it in between: then the list was of another moment.
    if (after.updated_at !== seen.updated_at || after.status !== seen.status) return
    if (JSON.stringify(after.available_actions) !== JSON.stringify(seen.available_actions)) return
    for (const { status, body } of answers) {
      if (action === 'CONFIRM_HOLD' && isConfirmedAlready(real, seen)) expect(body.data.status).toBe(seen.status)
      else expect({ action, of: seen.status, code: body.code, status: status >= 400 }).toMatchObject({ status: true })
    }
  }
}

/** Everything that must be true of a booking at any moment. */
async function checkTruth(real: Real): Promise<Json> {
  const seen = await statusOf(real.booking.booking_id)
  const now = await sandboxNow()
  const deadline = Date.parse(seen.hold_deadline_at ?? '')
  // Within a second of the deadline the two clocks are not near enough to tell.
  if (!(Math.abs(deadline - now) < 1_000))
    expect(seen.available_actions.toSorted()).toEqual(actionsOf(seen, now).toSorted())
  expect(seen.is_terminal).toBe(['CONFIRMED', 'FAILED', 'CANCELLED'].includes(seen.status))
  expect(seen.next_poll_after_ms === null).toBe(seen.is_terminal)
  expect(seen.failure === null).toBe(seen.status !== 'FAILED' && real.booking.failure === null)
  expect(seen.action_required).toBe(['AWAITING_REVIEW', 'ON_HOLD'].includes(seen.status))
  await tryUnlisted(real, seen)
  return seen
}

class Act implements fc.AsyncCommand<Model, Real> {
  readonly #name: string
  readonly #act: (real: Real, seen: Json) => Promise<void>
  constructor(name: string, act: (real: Real, seen: Json) => Promise<void>) {
    this.#name = name
    this.#act = act
  }
  check = (): boolean => true
  async run(_model: Model, real: Real): Promise<void> {
    await this.#act(real, await statusOf(real.booking.booking_id))
    await checkTruth(real)
  }
  toString = (): string => this.#name
}

function can(seen: Json, action: string): boolean {
  return seen.available_actions.includes(action)
}

async function confirmHeld(name: FaultName, real: Real, seen: Json): Promise<void> {
  if (!can(seen, 'CONFIRM_HOLD')) return
  await fault('confirm_hold', name)
  const { status, body } = await confirm(real)
  if (status === 200) expect(['PROCESSING', 'CONFIRMED']).toContain(body.data.status)
  else expect(['HOLD_CONFIRMATION_REJECTED', 'HOLD_DEADLINE_EXPIRED']).toContain(body.code)
  if (body.code === 'HOLD_CONFIRMATION_REJECTED') expect(body.details.status).toBe('ON_HOLD')
}

async function cancelAlive(name: FaultName, real: Real, seen: Json): Promise<void> {
  if (!can(seen, 'CANCEL')) return
  const quoted = await quote(real)
  // A hold may lapse in between.
  if (quoted.status !== 200 && (await statusOf(real.booking.booking_id)).status !== seen.status) return
  expect(quoted.status).toBe(200)
  await fault('cancel', name)
  const { status, body } = await cancel(real, quoted.body.data.quote_id)
  if ((await statusOf(real.booking.booking_id)).status === 'CANCELLED' && status !== 200) return
  expect({ status, code: body.code }).toEqual({ status: 200, code: undefined })
}

async function decideReview(decision: string, name: FaultName, real: Real, seen: Json): Promise<void> {
  if (!can(seen, 'REVIEW_BOOKING')) return
  if (decision === 'APPROVE') await fault('book', name)
  expect((await review(real, decision)).status).toBe(200)
}

const faults = fc.constantFrom(...FAULTS)
const confirming = faults.map((name) => new Act(`confirm(${name})`, (real, seen) => confirmHeld(name, real, seen)))
const cancelling = faults.map((name) => new Act(`cancel(${name})`, (real, seen) => cancelAlive(name, real, seen)))
const reviewing = fc
  .tuple(fc.constantFrom('APPROVE', 'REJECT'), faults)
  .map(
    ([decision, name]) =>
      new Act(`review(${decision}, ${name})`, (real, seen) => decideReview(decision, name, real, seen)),
  )

/** Jobs look every second, the sweep every three. */
const moving = fc.constantFrom(1, 20, 150, 2_000, 40 * 3_600, 11 * 86_400).map(
  (seconds) =>
    new Act(`advance(${seconds} s)`, async () => {
      await http.post('/sandbox/clock', { advance_seconds: seconds })
      await new Promise((resolve) => setTimeout(resolve, 1_300))
    }),
)

async function start(slug: Slug, mode: 'INSTANT' | 'HOLD', name: FaultName): Promise<Real> {
  const offer = await offerOf(slug, mode)
  await fault('book', name)
  const created = await http.post('/hotels/book', bookingInput(offer, mode), { 'idempotency-key': randomUUID() })
  expect(created.status).toBe(200)
  return { slug, mode, booking: created.body.data }
}

/** Past every wait of the ladder: whatever was uncertain is certain, or with an operator. */
async function settle({ booking }: Real): Promise<Json> {
  await database.query('DELETE FROM sandbox_faults')
  await http.post('/sandbox/clock', { advance_seconds: 45 * 60 })
  return until('the booking to be settled', async () => {
    const now = await statusOf(booking.booking_id)
    const open = now.status === 'PROCESSING' || now.status === 'CANCELLATION_PENDING'
    return !open || now.processing_reason === 'MANUAL_REVIEW_REQUIRED' ? now : null
  })
}

async function checkHistory({ booking }: Real): Promise<void> {
  const { history } = (await http.get(`/hotels/book/${booking.booking_id}/details`)).body.data
  expect(history.map(({ sequence }: Json) => sequence)).toEqual(history.map((_: Json, index: number) => index + 1))
  for (const { previous_status: from, status } of history.slice(1)) expect(MOVES[from]).toContain(status)
}

/** Ours is theirs: what the supplier's own record says. */
async function checkRecord(final: Json): Promise<void> {
  const [row] = await database.query('SELECT supplier_reference FROM bookings WHERE id = $1', [final.booking_id])
  const found = await records.find('expedia_rapid', row.supplier_reference)
  expect(found.length).toBeLessThanOrEqual(1)
  const [record] = found
  if (final.status === 'AWAITING_REVIEW' || final.status === 'PROCESSING') expect(record).toBeUndefined()
  else if (final.status === 'FAILED') expect(record?.status ?? 'CANCELLED').toBe('CANCELLED')
  else expect(record?.status).toBe(final.status)
}

describe('a booking, whatever happens to it', () => {
  it('[C-101] [C-102] [C-104] always tells the truth about what can be done, and ends as the supplier has it', {
    timeout: 900_000,
  }, async () => {
    const beginnings = fc.constantFrom(
      ...([
        ['hold', 'HOLD'],
        ['hold', 'INSTANT'],
        ['hold-short', 'HOLD'],
        ['hold-refused', 'HOLD'],
        ['refused', 'INSTANT'],
        ['cancel-penalty', 'INSTANT'],
        ['book-lost', 'INSTANT'],
      ] as const),
    )
    const lives = fc.commands([confirming, cancelling, reviewing, moving], { maxCommands: 7, size: 'max' })
    await fc.assert(
      fc.asyncProperty(beginnings, fc.constantFrom(...FAULTS), lives, async ([slug, mode], name, commands) => {
        const real = await start(slug, mode, slug === 'book-lost' ? 'none' : name)
        await checkTruth(real)
        await fc.asyncModelRun(() => ({ model: { isBooked: true }, real }), commands)
        const final = await settle(real)
        await checkTruth(real)
        await checkHistory(real)
        await checkRecord(final)
      }),
      { numRuns: drawnCount(15), endOnFailure: true },
    )
  })
})
