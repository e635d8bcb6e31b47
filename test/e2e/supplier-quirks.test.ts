import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { TestDatabase } from '../support/database.ts'
import { reaches } from '../support/four-suppliers.ts'
import { type StartedGateway } from '../support/gateway.ts'
import type { HttpClient, Json } from '../support/http-client.ts'
import { bookingInput, httpJourney, party, scenarioHotel, stay } from '../support/journey.ts'
import { sandboxBookings } from '../support/sandbox-bookings.ts'
import { useGateway } from '../support/use-gateway.ts'

/** What suppliers do against their own rules, as partners see it. */
let gateway: StartedGateway
let http: HttpClient
let database: TestDatabase

useGateway((started) => {
  ;({ gateway, http, database } = started)
})

async function optionsAt(slug: string, changes: Json = {}): Promise<Json[]> {
  const input = { ...stay(), ...party, max_wait_ms: 10_000, ...changes }
  const { body } = await http.post(`/hotels/${await scenarioHotel(gateway, slug)}/rooms`, input)
  return body.data.options
}

async function bookedAt(slug: string, mode: 'INSTANT' | 'HOLD' = 'INSTANT'): Promise<Json> {
  const journey = httpJourney(gateway)
  const options = await optionsAt(slug)
  const option = options.find(({ available_booking_modes: modes }) => modes.includes(mode))
  const { offer } = await journey.prebook(option?.booking_token)
  return journey.book(bookingInput(offer, mode), randomUUID())
}

describe('rooms that are checked one by one', () => {
  it('[H-01] are sold out together when one of them is, and sold when none is', async () => {
    const journey = httpJourney(gateway)
    const family = { adults: 2, child_ages: [7] }
    const [both] = await optionsAt('one-key-sold-out', { rooms: [{ adults: 2 }, family] })
    expect(await journey.prebook(both?.booking_token)).toMatchObject({ status: 'SOLD_OUT' })
    const [couples] = await optionsAt('one-key-sold-out', { rooms: [{ adults: 2 }, { adults: 1 }] })
    expect(await journey.prebook(couples?.booking_token)).toMatchObject({ status: 'AVAILABLE' })
  })
})

describe('rates that come in spite of our filter', () => {
  function boardsOf(options: readonly Json[]): Set<string> {
    return new Set(options.map(({ board }) => board.code))
  }

  async function withheld(): Promise<string> {
    return (await http.get('/metrics')).body
  }

  it('[R-09] [X-14] those that are paid at the hotel are offered to nobody, and counted', async () => {
    const options = await optionsAt('property-collect')
    expect(boardsOf(options)).toEqual(new Set(['RO']))
    expect(await withheld()).toMatch(
      /gateway_supplier_rates_withheld_total\{supplier="expedia_rapid",reason="AT_PROPERTY"\} [1-9]/,
    )
  })

  it('[R-10] those for packages are offered to who sells packages, and to nobody else', async () => {
    expect(boardsOf(await optionsAt('package-leak'))).toEqual(new Set(['RO']))
    expect(await withheld()).toMatch(
      /gateway_supplier_rates_withheld_total\{supplier="expedia_rapid",reason="PACKAGE_ONLY"\} [1-9]/,
    )
    await database.query(`UPDATE organizations SET rate_conditions = '{PACKAGE_ONLY}' WHERE id = 'org_sandbox'`)
    await expect
      .poll(async () => boardsOf(await optionsAt('package-leak')), { timeout: 30_000 })
      .toEqual(new Set(['RO', 'BB']))
    await database.query(`UPDATE organizations SET rate_conditions = '{}' WHERE id = 'org_sandbox'`)
  })
})

describe('a sum against damage', () => {
  it('[R-11] that first appears at the price check needs consent, and is told with its amount', async () => {
    const [option] = await optionsAt('damage-deposit')
    expect(option.payment.deposits).toEqual([])
    const checked = await httpJourney(gateway).prebook(option.booking_token)
    expect(checked.status).toBe('TERMS_CHANGED')
    expect(checked.offer.payment.deposits).toMatchObject([
      { amount: { amount_minor: 30_000, currency: 'USD' }, refundable: true },
    ])
  })
})

describe('a hold that the supplier does not hold', () => {
  it('[R-13] is never told as held: the supplier’s record decides, and it has one booking', {
    timeout: 180_000,
  }, async () => {
    const journey = httpJourney(gateway)
    const booking = await bookedAt('hold-unflagged', 'HOLD')
    const seen = new Set<string>([booking.status])
    await expect
      .poll(
        async () => {
          const { status } = await journey.booking(booking.booking_id)
          seen.add(status)
          return status
        },
        { timeout: 180_000 },
      )
      .not.toBe('PROCESSING')
    expect([...seen].filter((status) => status === 'ON_HOLD' || status === 'AWAITING_REVIEW')).toEqual([])
    expect([...seen].at(-1)).toBe('CONFIRMED')
    const [row] = await database.query('SELECT supplier_reference FROM bookings WHERE id = $1', [booking.booking_id])
    const made = (await sandboxBookings(database)).filter(
      ({ affiliate_reference_id: reference }) => reference === row?.supplier_reference,
    )
    expect(made).toHaveLength(1)
  })
})

describe('a voucher', () => {
  it('[H-03] is not issued where the record lacks what the contract wants on it', async () => {
    const { booking_id: id } = await bookedAt('no-vat')
    await reaches(httpJourney(gateway), id, 'CONFIRMED')
    const { body } = await http.get(`/hotels/book/${id}/details`)
    expect(body.data.voucher).toBeNull()
    const { booking_id: usual } = await bookedAt('confirm')
    await reaches(httpJourney(gateway), usual, 'CONFIRMED')
    expect((await http.get(`/hotels/book/${usual}/details`)).body.data.voucher.payable_through).toMatch(/VAT/)
  })
})

describe('a refusal for good', () => {
  async function attempts(bookingId: string): Promise<Json[]> {
    return database.query(`SELECT * FROM booking_attempts WHERE booking_id = $1`, [bookingId])
  }

  it.each([
    ['[E-25] of a booking for one of a group', 'group', 'ratehawk'],
    ['[H-18] of a request that has failed', 'gone-repeat', 'hotelbeds'],
  ])('%s ends it as FAILED, and it is asked once', async (_what, slug, supplierCode) => {
    const { booking_id: id } = await bookedAt(slug)
    await reaches(httpJourney(gateway), id, 'FAILED')
    expect(await attempts(id)).toHaveLength(1)
    const [row] = await database.query('SELECT supplier_reference FROM bookings WHERE id = $1', [id])
    const made = (await sandboxBookings(database, supplierCode)).filter(
      ({ reference }) => reference === row?.supplier_reference,
    )
    expect(made).toEqual([])
  })
})
