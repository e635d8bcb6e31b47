import { describe, expect, it } from 'vitest'
import type { SellingPrice } from '../../../src/domain/selling.ts'
import { says } from '../../support/desk.ts'
import { connectDesk, deskRate, prebookFirst, searchRooms } from '../../support/desk-sells.ts'
import type { Json } from '../../support/http-client.ts'
import { TOTAL } from '../../support/offered.ts'
import { caller, OURS } from '../../support/partner.ts'
import { type Booker, useOneBooker } from '../../support/use-one-booker.ts'

let booker: Booker

useOneBooker(
  (started) => {
    booker = started
  },
  { connected: ['desk'] },
)

const { amountMinor, currency } = TOTAL

function limit(minimum: number | null, maximum: number | null, changes: Partial<SellingPrice> = {}): SellingPrice {
  function money(permille: number | null) {
    return permille === null ? null : { amountMinor: (amountMinor * permille) / 1_000, currency }
  }
  return {
    minimum: money(minimum),
    suggested: null,
    maximum: money(maximum),
    binding: true,
    openChannelsOnly: true,
    source: null,
    ...changes,
  }
}

const FREE = null
const ABOVE = limit(1_100, null)
const BELOW = limit(900, 1_500)
const CAPPED = limit(null, 950)
const HINT = limit(1_100, null, { binding: false })
/** Hotelbeds' mandatory price, which binds every channel. */
const { openChannelsOnly: _, ...MANDATORY } = ABOVE

function sells(...prices: (SellingPrice | null)[]): void {
  const rates = prices.map((sellingPrice) => deskRate({ sellingPrice }))
  booker.desk.says('rooms', says({ rates, droppedRates: 0 }))
}

/** Changes how our organization sells; what is remembered of it lasts two seconds. */
async function rules(set: string, told: Json): Promise<void> {
  await booker.query(`UPDATE organizations SET ${set} WHERE id = $1`, [OURS])
  await expect.poll(async () => (await me()).value, { timeout: 60_000 }).toMatchObject(told)
}

function me(): Promise<Json> {
  return booker.gateway.getMe(caller(), {})
}

async function offered(): Promise<(SellingPrice | null)[]> {
  const { options } = await searchRooms(booker)
  return options.map(({ sellingPrice }: Json) => sellingPrice)
}

function minorsOf(prices: Json[]): (number | null)[] {
  return prices.map((price) => price?.minimum?.amountMinor ?? price?.maximum?.amountMinor ?? null)
}

describe('binding selling prices', () => {
  it('[X-03] [C-127] are told by default, also those above the price', async () => {
    await rules(`selling_price_rule = 'TELL', closed_user_group = false`, {
      sellingPriceRule: 'TELL',
      closedUserGroup: false,
    })
    sells(FREE, ABOVE, BELOW, CAPPED, HINT, MANDATORY)
    const told = await offered()
    expect(minorsOf(told)).toEqual([null, 33_000, 27_000, 28_500, 33_000, 33_000])
    expect(told.map((price) => price?.binding ?? null)).toEqual([null, true, true, true, false, true])
  })

  it('[X-03] hide what would break them at the price told, where the organization wants that', async () => {
    await rules(`selling_price_rule = 'HIDE', closed_user_group = false`, { sellingPriceRule: 'HIDE' })
    sells(FREE, ABOVE, BELOW, CAPPED, HINT, MANDATORY)
    expect(minorsOf(await offered())).toEqual([null, 27_000, 33_000])
    expect(await booker.core.metrics.text()).toContain(
      'gateway_supplier_rates_withheld_total{supplier="desk",reason="SELLING_PRICE"} 3',
    )
  })

  it('[X-03] hide a rate whose limit is in a currency that nothing can be compared with, and convert one that can be', async () => {
    await rules(`selling_price_rule = 'HIDE', closed_user_group = false`, { sellingPriceRule: 'HIDE' })
    await booker.query(
      `INSERT INTO exchange_rates (base, quote, rate, active, updated_at) VALUES ('USD', 'EUR', 0.5, true, now())
       ON CONFLICT (base, quote) DO UPDATE SET rate = 0.5, active = true`,
    )
    // Half a euro a dollar: 599.98 dollars are 299.99 euros, and the rate costs 300.
    const dollars = { ...BELOW, minimum: { amountMinor: 59_998, currency: 'USD' }, maximum: null }
    const tooMany = { ...dollars, minimum: { amountMinor: 60_002, currency: 'USD' } }
    const francs = { ...dollars, minimum: { amountMinor: 1, currency: 'XPF' } }
    sells(dollars, tooMany, francs)
    await expect.poll(async () => minorsOf(await offered()), { timeout: 60_000 }).toEqual([59_998])
  })

  it('[X-03] [L-01] [R-12] [E-12] [H-05] of open sale do not bind a closed user group; mandatory ones do', async () => {
    await rules(`selling_price_rule = 'HIDE', closed_user_group = true`, { closedUserGroup: true })
    sells(ABOVE, CAPPED, MANDATORY)
    const told = await offered()
    expect(minorsOf(told)).toEqual([33_000, 28_500])
    expect(told.map((price) => price?.binding)).toEqual([false, false])
    await rules(`selling_price_rule = 'TELL'`, { sellingPriceRule: 'TELL' })
    sells(MANDATORY)
    expect((await offered()).map((price) => price?.binding)).toEqual([true])
  })

  it('[X-03] that first appear at the price check sell no rate that they hide', async () => {
    await rules(`selling_price_rule = 'HIDE', closed_user_group = false`, { sellingPriceRule: 'HIDE' })
    sells(FREE)
    booker.desk.says('price_check', says({ available: true, rate: deskRate({ sellingPrice: ABOVE }) }))
    expect((await prebookFirst(booker)).value).toMatchObject({ status: 'SOLD_OUT', offer: null })
    await rules(`selling_price_rule = 'TELL'`, { sellingPriceRule: 'TELL' })
    expect((await prebookFirst(booker)).value).toMatchObject({
      status: 'TERMS_CHANGED',
      changes: [{ path: 'selling_price', severity: 'MATERIAL' }],
    })
  })

  it('[R-12] rates for members are asked of a supplier only by an organization that sells them', async () => {
    const members = deskRate({ conditions: ['MEMBER_ONLY'] })
    booker.desk.says('rooms', says({ rates: [members, deskRate()], droppedRates: 0 }))
    await rules(`rate_conditions = '{}', closed_user_group = false, selling_price_rule = 'TELL'`, {})
    expect((await searchRooms(booker)).options).toHaveLength(1)
    expect(booker.desk.asked.at(-1)?.body.sells).toEqual([])
    await booker.query(`UPDATE organizations SET rate_conditions = '{MEMBER_ONLY}' WHERE id = $1`, [OURS])
    await expect.poll(async () => (await searchRooms(booker)).options.length, { timeout: 60_000 }).toBe(2)
    expect(booker.desk.asked.at(-1)?.body.sells).toEqual(['MEMBER_ONLY'])
  })
})

describe('a supplier whose rates cannot be handled', () => {
  it('fails by itself and at once: the search ends with its error, and does not wait for its deadline', async () => {
    await connectDesk(booker, 'instant')
    const { payment: __, ...before } = deskRate()
    booker.desk.says('rooms', says({ rates: [before], droppedRates: 0 }))
    await expect
      .poll(async () => (await searchRooms(booker)).providers.map((one: Json) => one.outcome), { timeout: 60_000 })
      .toEqual(['ERROR', 'ERROR'])
    const { streamId } = await searchRooms(booker, { maxWaitMs: null })
    const opened = await booker.gateway.openRoomStream(caller(), { streamId })
    if (!opened.ok) throw new Error(opened.error.code)
    const events: Json[] = []
    for await (const event of opened.value) if (event) events.push(JSON.parse(event.text))
    expect(events.map(({ event_type: type }) => type)).toEqual([
      'stream_ready',
      'provider_error',
      'provider_error',
      'done',
    ])
    expect(events.at(-1)).toMatchObject({ reason: 'ALL_SETTLED' })
    await booker.query(`DELETE FROM organization_suppliers WHERE supplier_code = 'instant'`)
  })
})
