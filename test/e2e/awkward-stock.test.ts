import { beforeAll, describe, expect, it } from 'vitest'
import type { TestDatabase } from '../support/database.ts'
import { type StartedGateway } from '../support/gateway.ts'
import type { HttpClient, Json } from '../support/http-client.ts'
import { bookingInput, httpJourney, londonSearch, party, stay } from '../support/journey.ts'
import { useGateway } from '../support/use-gateway.ts'

let gateway: StartedGateway
let http: HttpClient
let database: TestDatabase
/** The room options of a few dozen ordinary hotels, with their hotels. */
let offered: Json[]

useGateway((started) => {
  ;({ gateway, http, database } = started)
})

const HOTELS = 40

async function optionsOf(hotelId: string): Promise<Json[]> {
  const { body } = await http.post(`/hotels/${hotelId}/rooms`, { ...stay(), ...party, max_wait_ms: 10_000 })
  return body.data.options.map((option: Json) => ({ ...option, hotel_id: hotelId }))
}

async function optionsOfMany(): Promise<Json[]> {
  const { body } = await http.post('/hotels/search', londonSearch({ limit: HOTELS }))
  const all: Json[] = []
  for (const { hotel_id: hotelId } of body.data.hotels) all.push(...(await optionsOf(hotelId)))
  return all
}

beforeAll(async () => {
  offered = await optionsOfMany()
})

/** Prebooks and books an option, and returns offer and details once it is confirmed. */
async function booked(option: Json): Promise<{ offer: Json; details: Json }> {
  const journey = httpJourney(gateway)
  const { offer } = await journey.prebook(option.booking_token)
  const input = { ...bookingInput(offer, 'INSTANT'), accepted_price: offer.price.total }
  const { booking_id: id } = await journey.book(input, `awkward-${option.option_id}`)
  await expect.poll(async () => (await journey.booking(id)).status, { timeout: 60_000 }).toBe('CONFIRMED')
  return { offer, details: (await http.get(`/hotels/book/${id}/details`)).body.data }
}

describe('what ordinary hotels of real suppliers have', () => {
  it('[C-127] a selling price that binds goes unchanged from option to offer and booking', {
    timeout: 180_000,
  }, async () => {
    const bound = offered.filter(({ selling_price: price }) => price?.binding)
    expect(bound.length).toBeGreaterThan(0)
    for (const { selling_price: price } of bound) expect(price.minimum ?? price.maximum).not.toBeNull()
    const [option] = bound
    const { offer, details } = await booked(option)
    expect(offer.selling_price).toEqual(option.selling_price)
    expect(details.selling_price).toEqual(offer.selling_price)
  })

  it('[C-128] rates with a condition, or that the guest pays, are offered to nobody who has not asked for them', {
    timeout: 180_000,
  }, async () => {
    function conditionsOf({ rate_conditions: { promotion_ids: _, ...conditions } }: Json): boolean[] {
      return Object.values(conditions)
    }
    expect(offered.filter((option) => conditionsOf(option).some(Boolean))).toEqual([])
    expect(new Set(offered.map(({ payment }) => payment.type))).toEqual(new Set(['PREPAID']))
    expect((await http.get('/metrics')).body).toMatch(/gateway_supplier_rates_withheld_total\{[^}]+\} [1-9]/)
    await database.query(`UPDATE organizations SET rate_conditions = '{PACKAGE_ONLY}' WHERE id = 'org_sandbox'`)
    await expect
      .poll(async () => (await optionsOfMany()).some(({ rate_conditions: told }) => told.package_only), {
        timeout: 180_000,
      })
      .toBe(true)
    await database.query(`UPDATE organizations SET rate_conditions = '{}' WHERE id = 'org_sandbox'`)
  })

  it('[C-129] charges at the hotel say what the desk takes, and taxes keep their kinds', {
    timeout: 180_000,
  }, async () => {
    const french = await database.query(
      `SELECT h.id FROM hotels h JOIN places p ON p.id = h.place_id WHERE p.country_code = 'FR' ORDER BY h.id LIMIT ${HOTELS}`,
    )
    const all = [...offered]
    for (const { id } of french) all.push(...(await optionsOf(String(id))))
    const dues = all.flatMap(({ price }) => price.due_at_property)
    expect(dues.some(({ amount_in_property_currency: desk }) => desk !== null)).toBe(true)
    for (const due of dues) expect(due.amount.amount_minor).toBe(due.amount_minor)
    const kinds = new Set(all.flatMap(({ price }) => price.taxes_and_fees.map(({ kind }: Json) => kind)))
    expect(kinds.size).toBeGreaterThan(2)
  })

  it('[C-135] a voucher has the hotel, and who is paid where the contract demands it', {
    timeout: 180_000,
  }, async () => {
    const perSupplier = [...Map.groupBy(offered, ({ supplier_code: code }) => code).values()].map(([first]) => first)
    expect(perSupplier.length).toBeGreaterThan(2)
    const told: Json[] = []
    for (const option of perSupplier) told.push((await booked(option)).details)
    const beds = told.find(({ provider }) => provider.code === 'hotelbeds')
    if (beds?.voucher) expect(beds.voucher.payable_through).toMatch(/VAT/)
    for (const { voucher, provider } of told)
      if (provider.code !== 'hotelbeds') expect(voucher).toMatchObject({ hotel: { name: expect.any(String) } })
  })
})
