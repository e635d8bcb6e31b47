import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { KillPoint } from '../../src/operations/bookings/machinery/kill-points.ts'
import { type StartedGateway } from '../support/gateway.ts'
import type { Json } from '../support/http-client.ts'
import { httpJourney } from '../support/journey.ts'
import { until } from '../support/until.ts'
import { type FrozenWorld, useFrozenWorld } from '../support/use-frozen-world.ts'

/** A change whose first call is given up unsent, and which is asked for again while the first one’s process still stands still. */
type Repeated = {
  readonly title: string
  readonly supplierCode: string
  readonly mode: 'INSTANT' | 'HOLD'
  /** Where the first process freezes, before a byte leaves, and the second, with the supplier’s answer in its hands. */
  readonly points: readonly [KillPoint, KillPoint]
  /** The status that the booking falls back to, waits in, and ends in. */
  readonly statuses: readonly [string, string, string]
  readonly send: (at: StartedGateway, booking: Json) => Promise<Json>
}

/** Longer than an unsent call is waited for. */
const GIVEN_UP_S = 60

const REPEATED: readonly Repeated[] = [
  {
    title: 'a cancellation at Hotelbeds',
    supplierCode: 'hotelbeds',
    mode: 'INSTANT',
    points: ['cancel:after-record', 'exchange:cancel'],
    statuses: ['CONFIRMED', 'CANCELLATION_PENDING', 'CANCELLED'],
    send: async (at, { booking_id: bookingId }) => {
      const { quote_id: quoteId } = await httpJourney(at).quote(bookingId)
      return httpJourney(at).cancel(bookingId, quoteId, randomUUID())
    },
  },
  {
    title: 'the confirmation of a hold at Rapid',
    supplierCode: 'expedia_rapid',
    mode: 'HOLD',
    points: ['confirm-hold:before-supplier', 'exchange:confirm_hold'],
    statuses: ['ON_HOLD', 'PROCESSING', 'CONFIRMED'],
    send: (at, { booking_id: bookingId, accepted_offer_id: offerId }) =>
      httpJourney(at).confirmHold(bookingId, offerId),
  },
]

let world: FrozenWorld
useFrozenWorld((created) => {
  world = created
})

async function becomes(bookingId: string, status: string): Promise<void> {
  await until(`the booking to be ${status}`, async () => (await world.journey.booking(bookingId)).status === status)
}

describe('[C-112] the word of a call that was given up, when a second one of its kind waits', () => {
  for (const { title, supplierCode, mode, points, statuses, send } of REPEATED)
    it(`${title}: says nothing about the second one`, async () => {
      const [resting, waiting, done] = statuses
      const booking = await world.booked(supplierCode, mode)
      const { booking_id: bookingId } = booking
      const first = await world.freeze(points[0], (at) => send(at, booking))
      await world.advance(GIVEN_UP_S)
      await becomes(bookingId, resting)
      const second = await world.freeze(points[1], (at) => send(at, booking))
      await becomes(bookingId, waiting)
      await first.thaw()
      expect((await world.journey.booking(bookingId)).status).toBe(waiting)
      await second.thaw()
      await becomes(bookingId, done)
      await world.letSettle([bookingId])
      expect(await world.difference(bookingId)).toBeNull()
    })
})
