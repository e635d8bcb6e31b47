import { randomUUID } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type StartedGateway } from '../support/gateway.ts'
import { graphqlJourney } from '../support/graphql-journey.ts'
import { httpClient, type Json } from '../support/http-client.ts'
import {
  bookingInput,
  bookScenario,
  httpJourney,
  type Journey,
  party,
  prebookRoom,
  scenarioHotel,
  stay,
} from '../support/journey.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { until } from '../support/until.ts'
import { useGateway } from '../support/use-gateway.ts'

let gateway: StartedGateway
let receiver: Receiver
let signingSecret: string

useGateway(async (started) => {
  ;({ gateway } = started)
  receiver = await startReceiver()
  const created = await httpClient(gateway).post('/webhooks/endpoints', { url: receiver.url })
  signingSecret = created.body.data.signing_secret
})

afterAll(async () => {
  await receiver?.close()
})

function reaches(journey: Journey, bookingId: string, status: string): Promise<Json> {
  return until(`${bookingId} to be ${status}`, async () => {
    const booking = await journey.booking(bookingId)
    return booking.status === status ? booking : null
  })
}

function webhookOf(bookingId: string, type: string, status: string) {
  return receiver.waitFor(
    ({ event }) => event.data.booking_id === bookingId && event.type === type && event.data.status === status,
  )
}

/** Throws unless the public reference library accepts it. */
async function verified(delivery: ReturnType<typeof webhookOf>): Promise<Json> {
  const { body, headers } = await delivery
  return new Webhook(signingSecret).verify(body, headers as Record<string, string>)
}

const FACADES: readonly (readonly [string, (gateway: StartedGateway) => Journey])[] = [
  ['HTTP', httpJourney],
  ['GraphQL', graphqlJourney],
]

describe.each(FACADES)('a first booking through %s', (_name, journeyOf) => {
  let journey: Journey
  beforeAll(() => {
    journey = journeyOf(gateway)
  })

  it('[C-070] [C-074] [C-079] [C-100] [C-104] [C-106] goes from search to a confirmed hold, its webhooks, and its cancellation', async () => {
    const found = await journey.search({
      destination: { type: 'place', id: 1842 },
      ...stay(),
      ...party,
      limit: 5,
      pricing_mode: 'live',
    })
    expect(found.hotels).toHaveLength(5)
    const { offer, status } = await prebookRoom(journey, await scenarioHotel(gateway, 'hold'))
    expect(status).toBe('AVAILABLE')
    expect(offer.lifecycle).toMatchObject({ hold_allowed: true, available_booking_modes: ['INSTANT', 'HOLD'] })

    const held = await journey.book(bookingInput(offer, 'HOLD'), randomUUID())
    expect(held).toMatchObject({ status: 'ON_HOLD', accepted_offer_id: offer.offer_id, action_required: true })
    expect(held.processing_reason).toBe('HOLD_CONFIRMATION_REQUIRED')
    expect(held.available_actions).toContain('CONFIRM_HOLD')
    expect(Date.parse(held.hold_deadline_at)).toBeGreaterThan(Date.now() + 9 * 86_400_000)
    const { booking_id: bookingId } = held

    const confirming = await journey.confirmHold(bookingId, offer.offer_id)
    expect(['PROCESSING', 'CONFIRMED']).toContain(confirming.status)
    const confirmed = await reaches(journey, bookingId, 'CONFIRMED')
    expect(confirmed).toMatchObject({ is_terminal: true, next_poll_after_ms: null, processing_reason: null })
    const onHold = await verified(webhookOf(bookingId, 'booking.updated', 'ON_HOLD'))
    const done = await verified(webhookOf(bookingId, 'booking.confirmed', 'CONFIRMED'))
    expect(done.data.sequence).toBeGreaterThan(onHold.data.sequence)
    expect(done.data.booking).toMatchObject({ booking_id: bookingId, status: 'CONFIRMED' })

    const quote = await journey.quote(bookingId)
    expect(quote).toMatchObject({ booking_id: bookingId, cancellable: true, penalty_status: 'NO_CHARGE' })
    expect(quote.penalty.amount_minor).toBe(0)
    await journey.cancel(bookingId, quote.quote_id, randomUUID())
    const cancelled = await reaches(journey, bookingId, 'CANCELLED')
    expect(cancelled.is_terminal).toBe(true)
    await verified(webhookOf(bookingId, 'booking.cancelled', 'CANCELLED'))
  })

  it('[C-081] leaves a refused hold on hold, and confirms it the second time', async () => {
    const held = await bookScenario(gateway, journey, 'hold-refused', 'HOLD')
    const { booking_id: bookingId, accepted_offer_id: offerId } = held
    const refused = await journey.confirmHold(bookingId, offerId)
    expect(refused.code).toBe('HOLD_CONFIRMATION_REJECTED')
    expect(refused.details).toMatchObject({
      booking_id: bookingId,
      status: 'ON_HOLD',
      supplier: 'expedia_rapid',
      supplier_http_status: 400,
    })
    expect((await journey.booking(bookingId)).status).toBe('ON_HOLD')
    const back = await webhookOf(bookingId, 'booking.updated', 'ON_HOLD')
    expect(back.event.data).toBeDefined()
    await journey.confirmHold(bookingId, offerId)
    await reaches(journey, bookingId, 'CONFIRMED')
  })

  it('[C-079] verifies a confirmation whose answer was lost', async () => {
    const held = await bookScenario(gateway, journey, 'hold-timeout', 'HOLD')
    const confirming = await journey.confirmHold(held.booking_id, held.accepted_offer_id)
    expect(confirming).toMatchObject({ status: 'PROCESSING', processing_reason: 'SUPPLIER_CONFIRMATION_PENDING' })
    await until('CONFIRMED', async () => (await journey.booking(held.booking_id)).status === 'CONFIRMED')
  })

  it('[C-071] [C-073] finds a booking whose answer was lost, and books it once', async () => {
    const booked = await bookScenario(gateway, journey, 'book-timeout', 'INSTANT')
    expect(booked).toMatchObject({ status: 'PROCESSING', processing_reason: 'SUPPLIER_CONFIRMATION_PENDING' })
    await until('CONFIRMED', async () => (await journey.booking(booked.booking_id)).status === 'CONFIRMED')
  })

  it('[C-063] tells a changed price at prebook, with the new price', async () => {
    const { status, changes, offer, next_action } = await prebookRoom(
      journey,
      await scenarioHotel(gateway, 'price-changed'),
    )
    expect(status).toBe('PRICE_CHANGED')
    expect(next_action).toBe('ACCEPT_CHANGES')
    const change = changes.find(({ path }: Json) => path === 'price.total.amount_minor')
    expect(change.after).toBe(offer.price.total.amount_minor)
    expect(change.after).toBeGreaterThan(change.before)
  })

  it('[C-063] tells a sold-out room at prebook', async () => {
    const answer = await prebookRoom(journey, await scenarioHotel(gateway, 'sold-out'))
    expect(answer).toMatchObject({ status: 'SOLD_OUT', offer: null, next_action: 'REFRESH_ROOMS' })
  })

  it('[C-072] ends a definitive refusal in FAILED, with a normalized code', async () => {
    const booked = await bookScenario(gateway, journey, 'refused', 'INSTANT')
    expect(booked).toMatchObject({ status: 'FAILED', is_terminal: true, failure: { code: 'SOLD_OUT' } })
  })
})
