import { createHmac, randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { SANDBOX_CREDENTIALS } from '../../src/sandbox/suppliers/credentials.ts'
import type { TestDatabase } from '../support/database.ts'
import { reaches, SUPPLIER_CODES } from '../support/four-suppliers.ts'
import { type StartedGateway } from '../support/gateway.ts'
import { graphqlJourney } from '../support/graphql-journey.ts'
import type { HttpClient, Json } from '../support/http-client.ts'
import {
  bookingInput,
  bookScenario,
  httpJourney,
  type Journey,
  party,
  scenarioHotel,
  stay,
} from '../support/journey.ts'
import { optionOf } from '../support/option.ts'
import { until } from '../support/until.ts'
import { useGateway } from '../support/use-gateway.ts'

let database: TestDatabase
let gateway: StartedGateway
let http: HttpClient

useGateway((started) => {
  ;({ database, gateway, http } = started)
})

const FACADES: readonly (readonly [string, (gateway: StartedGateway) => Journey])[] = [
  ['HTTP', httpJourney],
  ['GraphQL', graphqlJourney],
]

describe.each(FACADES)('through %s', (_name, journeyOf) => {
  it.each(SUPPLIER_CODES)(
    '[C-073] %s sells, confirms, and cancels at the quoted penalty',
    { timeout: 180_000 },
    async (code) => {
      const journey = journeyOf(gateway)
      const option = await optionOf(journey, database, code)
      const { offer, status } = await journey.prebook(option.booking_token)
      expect(status).toBe('AVAILABLE')
      expect(offer.price.total.amount_minor).toBe(option.price.total.amount_minor)
      expect(offer.lifecycle.available_booking_modes.includes('HOLD')).toBe(
        code === 'expedia_rapid' && offer.lifecycle.hold_allowed,
      )
      const booked = await journey.book(bookingInput(offer, 'INSTANT'), randomUUID())
      const confirmed = await reaches(journey, booked.booking_id, 'CONFIRMED')
      expect(confirmed.provider).toMatchObject({ code, booking_id: expect.any(String) })
      const quote = await journey.quote(booked.booking_id)
      expect(quote).toMatchObject({ cancellable: true, penalty: { currency: offer.price.total.currency } })
      await journey.cancel(booked.booking_id, quote.quote_id, randomUUID())
      await reaches(journey, booked.booking_id, 'CANCELLED')
      const [row] = await database.query('SELECT charged_penalty_minor FROM cancellations WHERE booking_id = $1', [
        booked.booking_id,
      ])
      if (row?.charged_penalty_minor !== null)
        expect(Number(row?.charged_penalty_minor)).toBe(quote.penalty.amount_minor)
    },
  )

  it('[C-073] async: is PROCESSING until the supplier confirms, a few seconds later', async () => {
    const journey = journeyOf(gateway)
    const startedAt = performance.now()
    const booked = await bookScenario(gateway, journey, 'async', 'INSTANT')
    expect(booked).toMatchObject({ status: 'PROCESSING', processing_reason: 'SUPPLIER_CONFIRMATION_PENDING' })
    await reaches(journey, booked.booking_id, 'CONFIRMED')
    expect(performance.now() - startedAt).toBeGreaterThan(2_900)
    await until('RateHawk’s own message', () =>
      gateway.log.some((line) => line.includes('supplier notification taken') && line.includes(booked.booking_id)),
    )
  })

  it('confirm: is confirmed at once', async () => {
    const booked = await bookScenario(gateway, journeyOf(gateway), 'confirm', 'INSTANT')
    expect(booked.status).toBe('CONFIRMED')
    const { provider } = await journeyOf(gateway).booking(booked.booking_id)
    expect(provider).toMatchObject({ code: 'hotelbeds', booking_id: expect.stringMatching(/^1-\d+$/) })
  })

  it('[C-095] [C-102] cancel-unsupported: is 501, and CANCEL is not offered', async () => {
    const journey = journeyOf(gateway)
    const booked = await bookScenario(gateway, journey, 'cancel-unsupported', 'INSTANT')
    expect(booked.status).toBe('CONFIRMED')
    expect(booked.available_actions).toEqual(['GET_STATUS', 'GET_DETAILS'])
    expect(await journey.quote(booked.booking_id)).toMatchObject({ code: 'PROVIDER_OPERATION_NOT_SUPPORTED' })
  })
})

describe('a live search', () => {
  it('[C-033] has the quotes of all suppliers, each in its place', async () => {
    const answer = await http.post('/hotels/search', {
      destination: { type: 'place', id: 1842 },
      ...stay(),
      ...party,
      limit: 30,
      pricing_mode: 'live',
    })
    const { providers, hotels } = answer.body.data
    expect(providers.map(({ supplier_code: code }: Json) => code).sort()).toEqual([...SUPPLIER_CODES].sort())
    for (const provider of providers) {
      expect(provider).toMatchObject({ outcome: 'PRICED', latency_ms: expect.any(Number) })
      expect(provider.hotels_priced).toBeGreaterThan(0)
      expect(provider.hotels_priced).toBeLessThanOrEqual(provider.hotels_requested)
    }
    const shared = hotels.filter(({ supplier_prices: prices }: Json) => prices.length > 1)
    expect(shared.length).toBeGreaterThan(5)
    for (const { supplier_prices: prices } of hotels) {
      const codes = prices.map(({ supplier_code: code }: Json) => code)
      expect(new Set(codes).size).toBe(codes.length)
    }
  })
})

describe('a supplier’s own message', () => {
  const connection = 'conn_sandbox_ratehawk'
  function message(reference: string, key: string = SANDBOX_CREDENTIALS.ratehawk.apiKey) {
    const timestamp = Math.floor(Date.now() / 1_000)
    const signature = createHmac('sha256', key).update(`${timestamp}token`).digest('hex')
    return {
      data: { partner_order_id: reference, status: 'completed' },
      signature: { signature, timestamp, token: 'token' },
    }
  }
  async function send(connectionId: string, body: Json) {
    const [row] = await database.query('SELECT notification_token FROM supplier_connections WHERE id = $1', [
      connectionId,
    ])
    return fetch(`${gateway.url}/supplier-notifications/${row?.notification_token ?? connectionId}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  }

  it('is taken when it is signed, whatever it is about, and changes nothing by itself', async () => {
    const booked = await bookScenario(gateway, httpJourney(gateway), 'async', 'INSTANT')
    const [row] = await database.query('SELECT supplier_reference FROM bookings WHERE id = $1', [booked.booking_id])
    // It says "completed", and it is signed; what counts is what the supplier says when it is asked.
    expect((await send(connection, message(row?.supplier_reference))).status).toBe(200)
    expect((await httpJourney(gateway).booking(booked.booking_id)).status).toBe('PROCESSING')
    await reaches(httpJourney(gateway), booked.booking_id, 'CONFIRMED')
    expect((await send(connection, message('NOBODYS0000000000000'))).status).toBe(200)
  })

  it('is refused when somebody else signed it, or sent it elsewhere', async () => {
    expect((await send(connection, message('ABC', 'forged'))).status).toBe(404)
    expect((await send(connection, {})).status).toBe(404)
    expect((await send('conn_sandbox_liteapi', message('ABC'))).status).toBe(404)
    expect((await send('conn_nobody', message('ABC'))).status).toBe(404)
  })
})

describe('scenario hotels', () => {
  it('are each sold by one supplier, which the others are told to skip', async () => {
    const hotelId = await scenarioHotel(gateway, 'confirm')
    const { body } = await http.post(`/hotels/${hotelId}/rooms`, { ...stay(), ...party, max_wait_ms: 5_000 })
    const outcomes = Object.fromEntries(
      body.data.providers.map(({ supplier_code: code, outcome }: Json) => [code, outcome]),
    )
    expect(outcomes).toEqual({
      hotelbeds: 'PRICED',
      expedia_rapid: 'SKIPPED_UNMAPPED',
      liteapi: 'SKIPPED_UNMAPPED',
      ratehawk: 'SKIPPED_UNMAPPED',
    })
  })
})
