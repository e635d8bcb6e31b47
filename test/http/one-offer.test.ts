import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { TestDatabase } from '../support/database.ts'
import { type StartedGateway } from '../support/gateway.ts'
import { graphqlJourney } from '../support/graphql-journey.ts'
import type { HttpAnswer, HttpClient, Json } from '../support/http-client.ts'
import { bookingInput, httpJourney, prebookRoom, scenarioHotel } from '../support/journey.ts'
import { sandboxBookings } from '../support/sandbox-bookings.ts'
import { until } from '../support/until.ts'
import { useGateway } from '../support/use-gateway.ts'

/** What an offer may be booked for, and how often. */
let database: TestDatabase
let gateway: StartedGateway
let http: HttpClient

useGateway((started) => {
  ;({ database, gateway, http } = started)
})

async function offerOf(slug: string): Promise<Json> {
  return (await prebookRoom(httpJourney(gateway), await scenarioHotel(gateway, slug))).offer
}

function book(offer: Json, more: Json = {}, mode: 'INSTANT' | 'HOLD' = 'INSTANT'): Promise<HttpAnswer> {
  return http.post('/hotels/book', { ...bookingInput(offer, mode), ...more }, { 'idempotency-key': randomUUID() })
}

describe('one offer, one booking', () => {
  it.each(['INSTANT', 'HOLD'] as const)(
    '[C-133] of eight keys at once, %s, one books; the others are told which booking',
    async (mode) => {
      const offer = await offerOf('hold')
      const before = (await sandboxBookings(database)).length
      const answers = await Promise.all(Array.from({ length: 8 }, () => book(offer, {}, mode)))
      const booked = answers.filter(({ status }) => status === 200)
      expect(booked).toHaveLength(1)
      const { booking_id: bookingId } = booked[0]?.body.data ?? {}
      for (const refused of answers.filter(({ status }) => status !== 200))
        expect(refused).toMatchObject({
          status: 409,
          body: { code: 'OFFER_ALREADY_BOOKED', retryable: false, details: { booking_id: bookingId } },
        })
      expect((await sandboxBookings(database)).length).toBe(before + 1)
      const keys = await database.query('SELECT key FROM idempotency_keys WHERE booking_id = $1', [bookingId])
      expect(keys, 'a refused key is not used up').toHaveLength(1)
    },
  )

  it('[C-133] an offer whose booking failed may be booked again', async () => {
    const offer = await offerOf('refused')
    const first = (await book(offer)).body.data
    await until(
      'FAILED',
      async () => (await http.get(`/hotels/book/${first.booking_id}`)).body.data.status === 'FAILED',
    )
    const second = await book(offer)
    expect(second.status).toBe(200)
    expect(second.body.data.booking_id).not.toBe(first.booking_id)
  })

  it('[C-133] a cancelled booking keeps its offer', async () => {
    const offer = await offerOf('cancel-free')
    const { booking_id: bookingId } = (await book(offer)).body.data
    const { quote_id: quoteId } = (await http.post(`/hotels/book/${bookingId}/cancellation-quote`, {})).body.data
    const cancelled = await http.post(
      `/hotels/book/${bookingId}/cancel`,
      { cancellation_quote_id: quoteId },
      { 'idempotency-key': randomUUID() },
    )
    expect(cancelled.status).toBe(200)
    expect(await book(offer)).toMatchObject({
      status: 409,
      body: { code: 'OFFER_ALREADY_BOOKED', details: { booking_id: bookingId } },
    })
  })

  it('[C-133] over GraphQL the refusals are types with the booking, and with both prices', async () => {
    const journey = graphqlJourney(gateway)
    const offer = await offerOf('confirm')
    const { booking_id: bookingId } = (await book(offer)).body.data
    const again = await journey.book(bookingInput(offer, 'INSTANT'), randomUUID())
    expect(again).toMatchObject({ code: 'OFFER_ALREADY_BOOKED', retryable: false, details: { booking_id: bookingId } })
    const changed = await offerOf('price-changed')
    const refused = await journey.book(bookingInput(changed, 'INSTANT'), randomUUID())
    const { amount_minor: minor, currency } = changed.price.total
    expect(refused).toMatchObject({
      code: 'PRICE_MISMATCH',
      details: { offer_price: { amount_minor: minor, currency } },
    })
    expect(refused.details.option_price.amount_minor).toBeLessThan(minor)
  })
})

describe('an offer that came with changes', () => {
  it('[C-133] is booked only with its price accepted; the refusal shows both prices', async () => {
    const offer = await offerOf('price-changed')
    const refused = await book(offer)
    expect(refused).toMatchObject({ status: 409, body: { code: 'PRICE_MISMATCH', retryable: false } })
    const { offer_price: offerPrice, option_price: optionPrice, ...others } = refused.body.details
    expect(offerPrice).toEqual(offer.price.total)
    expect(BigInt(optionPrice.amount_minor)).toBeLessThan(BigInt(offerPrice.amount_minor))
    expect(others).toEqual({})
    const shown = await book(offer, { accepted_price: optionPrice })
    expect(shown).toMatchObject({ status: 409, body: { code: 'PRICE_MISMATCH' } })
    const accepted = await book(offer, { accepted_price: offerPrice })
    expect(accepted.status).toBe(200)
  })

  it('[C-133] one without changes needs no accepted price', async () => {
    expect((await book(await offerOf('confirm'))).status).toBe(200)
  })
})
