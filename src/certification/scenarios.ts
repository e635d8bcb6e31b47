import type { OfferView } from '../domain/contract/offer.ts'
import { forcedOutcomes } from './forced-outcomes.ts'
import { COUPLE, FAMILY, type Party, TWO_ROOMS } from './party.ts'
import type { Step, StepContext } from './step.ts'

const LOOKED = 'ordinary hotels'

const shop: Step = {
  name: 'shop',
  says: 'Searches of cities, and the rooms of ordinary hotels as a site shows them',
  run: async ({ journey, hotels, days, scene, remember }) => {
    const looked: number[] = []
    for (const [city, placeId] of hotels.placeIds.entries()) {
      scene(`shop-${city + 1}`)
      const daysAhead = days()
      const found = (await journey.search(placeId, daysAhead, COUPLE)).slice(0, hotels.lookedInCity)
      for (const [index, hotelId] of found.entries()) {
        scene(`shop-${city + 1}-hotel-${index + 1}`)
        await journey.rooms({ hotelId, party: index % 3 === 2 ? FAMILY : COUPLE, daysAhead })
      }
      looked.push(...found.slice(0, BOOKED_IN_CITY))
    }
    remember(LOOKED, looked)
  },
}

/** How many of the ordinary hotels of each city are booked. */
const BOOKED_IN_CITY = 2

const ordinary: Step = {
  name: 'book-ordinary',
  says: 'Bookings of ordinary hotels, with what their rates have about them',
  run: async (context) => {
    const looked = context.recall(LOOKED)
    for (const [index, hotelId] of (Array.isArray(looked) ? looked : []).entries()) {
      context.scene(`book-ordinary-${index + 1}`)
      await lifeOf({ ...context, hotels: { ...context.hotels, booked: Number(hotelId) } }, COUPLE)
    }
  },
}

/** How long a supplier's record may lag behind its confirmation in the sandbox. */
const RECORD_LAGS_S = 5

/** A booking's whole life: rooms, price check, booking, record, voucher, quote, cancellation. */
async function lifeOf({ journey, hotels, days, levers }: StepContext, party: Party): Promise<void> {
  const offer = await journey.offerOf({ hotelId: hotels.booked, party, daysAhead: days() })
  const booking = offer && (await journey.create(offer))
  if (!booking || booking.status !== 'CONFIRMED') return
  await levers?.advance(RECORD_LAGS_S)
  await journey.record(booking.bookingId)
  await journey.details(booking.bookingId)
  await journey.cancel(booking.bookingId)
  await journey.look(booking.bookingId)
  await journey.details(booking.bookingId)
}

function life(name: string, says: string, party: Party): Step {
  return { name, says, run: (context) => lifeOf(context, party) }
}

const LIVES: readonly Step[] = [
  life('book-couple', 'A booking for two adults, from the rooms to the voucher, and its cancellation', COUPLE),
  life('book-family', 'The same with a child', FAMILY),
  life('book-two-rooms', 'The same with two rooms of different parties', TWO_ROOMS),
]

/** A name that no supplier takes: nothing may be sent. */
const refusedName: Step = {
  name: 'refused-name',
  says: 'A name that the supplier does not take is refused before anything is sent',
  shows: ['X-12', 'R-15', 'E-14'],
  run: async ({ journey, hotels, days }) => {
    const offer = await journey.offerOf({ hotelId: hotels.booked, party: COUPLE, daysAhead: days() })
    if (offer) await journey.create(offer, { givenName: 'R2-D2' })
  },
}

/** The profile of a contract, with an account of the sandbox that has one. */
const profile: Step = {
  name: 'profile',
  says: 'The contract’s profile, with an account that has one',
  shows: ['R-01'],
  sandboxOnly: true,
  run: async ({ journey, hotels, days, levers, under }) => {
    const asked = { hotelId: hotels.booked, party: COUPLE, daysAhead: days() }
    await under(levers?.profileAccount ?? {}, () => journey.rooms(asked))
  },
}

const hold: Step = {
  name: 'hold',
  says: 'A hold that is confirmed and cancelled, and one that is released',
  shows: ['R-04', 'R-13'],
  run: async ({ journey, hotels, days, scene }) => {
    for (const ends of ['confirmed', 'released']) {
      scene(`hold-${ends}`)
      const offer: OfferView | null = await journey.offerOf(
        { hotelId: hotels.held, party: COUPLE, daysAhead: days() },
        'HOLD',
      )
      const booking = offer && (await journey.create(offer, { mode: 'HOLD' }))
      if (!offer || booking?.status !== 'ON_HOLD') continue
      if (ends === 'confirmed') await journey.confirmHold(booking.bookingId, offer.offerId)
      await journey.cancel(booking.bookingId)
    }
  },
}

/** The order form of RateHawk's procedure, which is asked again until it opens. */
const orderForm: Step = {
  name: 'form-again',
  says: 'An order form that fails three times and opens at the fourth call',
  shows: ['E-01', 'E-02'],
  sandboxOnly: true,
  run: async (context) => {
    await context.levers?.fault('book_form', '500', 3)
    await lifeOf(context, COUPLE)
  },
}

const cancelAgain: Step = {
  name: 'cancel-again',
  says: 'A cancellation that fails, is told to have had no effect, and is sent once more',
  shows: ['E-20'],
  sandboxOnly: true,
  run: async ({ journey, hotels, days, levers }) => {
    const offer = await journey.offerOf({ hotelId: hotels.booked, party: COUPLE, daysAhead: days() })
    const booking = offer && (await journey.create(offer))
    if (!booking) return
    await levers?.fault('cancel', '500', 1)
    await journey.cancel(booking.bookingId, BRIEFLY_MS)
    await levers?.advance(GIVEN_UP_AFTER_S)
    const told = await journey.settled(booking.bookingId)
    if (told?.status === 'CONFIRMED') await journey.cancel(booking.bookingId)
  },
}

/** The gateway's own words when the supplier says that it was asked too often. */
const overLimit: Step = {
  name: 'over-limit',
  says: 'The supplier says that it was asked too often',
  shows: ['H-10'],
  sandboxOnly: true,
  run: async ({ journey, hotels, days, levers }) => {
    await levers?.fault('rooms', '429', 1)
    const day = days()
    await journey.rooms({ hotelId: hotels.booked, party: COUPLE, daysAhead: day })
    await journey.rooms({ hotelId: hotels.booked, party: FAMILY, daysAhead: day })
  },
}

/** How long a cancellation that has failed is waited for, and after how long the gateway tells that it had no effect. */
const BRIEFLY_MS = 1
const GIVEN_UP_AFTER_S = 300

const COMMON: readonly Step[] = [shop, ...LIVES, ordinary, refusedName]

/** The scenarios that a supplier's review wants, in their order. */
export function scenariosOf(supplierCode: string): readonly Step[] {
  if (supplierCode === 'expedia_rapid') return [...COMMON, profile, hold, ...forcedOutcomes]
  if (supplierCode === 'ratehawk') return [...COMMON, orderForm, cancelAgain]
  if (supplierCode === 'hotelbeds') return [...COMMON, overLimit]
  return COMMON
}
