import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Occupancy } from '../../../src/domain/occupancy.ts'
import type { RoomRate } from '../../../src/domain/rate.ts'
import { withheldFor } from '../../../src/domain/selling.ts'
import { scenarioOf } from '../../../src/sandbox/scenarios.ts'
import { ratehawk } from '../../../src/suppliers/ratehawk/index.ts'
import type { SupplierFetch } from '../../../src/suppliers/supplier-call.ts'
import type { Json } from '../../support/http-client.ts'
import {
  bookingOf,
  COUPLE,
  questionFor,
  referenceOf,
  type SupplierSandbox,
  startSupplierSandbox,
} from '../../support/suppliers/sandbox.ts'
import { until } from '../../support/until.ts'

let sandbox: SupplierSandbox
beforeAll(async () => {
  sandbox = await startSupplierSandbox()
})
afterAll(() => sandbox?.close())

const FAMILY: Occupancy = [{ adults: 2, childAges: [7] }]
const SINGLE: Occupancy = [{ adults: 1, childAges: [] }]

/** Hotels of every city. */
function ordinary(count: number): string[] {
  const all = sandbox.catalogue.supplierHotels.filter(
    ({ supplierCode, supplierHotelId }) => supplierCode === 'ratehawk' && !scenarioOf('ratehawk', supplierHotelId),
  )
  const step = Math.floor(all.length / count)
  return all.filter((_, index) => index % step === 0).map(({ supplierHotelId }) => supplierHotelId)
}

function questionAt(supplierHotelId: string, occupancy: Occupancy) {
  return { ...questionFor(occupancy), supplierHotelId, hotelTimeZone: 'Europe/Paris' }
}

/** The rates of a hotel, each beside what RateHawk sent. */
async function sold(supplierHotelId: string, occupancy: Occupancy): Promise<{ raw: Json; rate: RoomRate }[]> {
  const call = sandbox.call(ratehawk)
  let raws: Json[] = []
  const fetch: SupplierFetch = async (request) => {
    const answer = await call.fetch(request)
    if (answer.ok) raws = (answer.value.json as Json).data.hotels.flatMap(({ rates }: Json) => rates)
    return answer
  }
  const found = await ratehawk.rooms({ ...call, fetch }, questionAt(supplierHotelId, occupancy))
  if (!found.ok) throw new Error(found.error.detail)
  expect(found.value.droppedRates).toBe(0)
  const byHash = new Map(found.value.rates.map((rate) => [rate.supplierPayload['bookHash'], rate]))
  return raws.map((raw) => {
    const rate = byHash.get(raw.book_hash)
    if (!rate) throw new Error(`a rate was dropped: ${JSON.stringify(raw)}`)
    return { raw, rate }
  })
}

async function soldBy(occupancy: Occupancy, count = 150) {
  const all: { raw: Json; rate: RoomRate; hotelId: string }[] = []
  for (const hotelId of ordinary(count)) for (const one of await sold(hotelId, occupancy)) all.push({ ...one, hotelId })
  return all
}

const WHOLE: Readonly<Record<string, string>> = {
  nomeal: 'RO',
  breakfast: 'BB',
  'breakfast-buffet': 'BB',
  'continental-breakfast': 'BB',
  'american-breakfast': 'BB',
  'english-breakfast': 'BB',
  'irish-breakfast': 'BB',
  'scottish-breakfast': 'BB',
  'scandinavian-breakfast': 'BB',
  'asian-breakfast': 'BB',
  'chinese-breakfast': 'BB',
  'japanese-breakfast': 'BB',
  'israeli-breakfast': 'BB',
  'half-board': 'HB',
  'half-board-dinner': 'HB',
  'half-board-lunch': 'HB',
  'full-board': 'FB',
  'all-inclusive': 'AI',
  'super-all-inclusive': 'AI',
  'ultra-all-inclusive': 'AI',
}

describe('the board of a rate', () => {
  it.each([
    ['a couple', COUPLE, 2, false],
    ['a family', FAMILY, 3, true],
    ['one guest', SINGLE, 1, false],
  ] as const)(
    '[E-04] for %s is never better than `meal_data` says',
    { timeout: 60_000 },
    async (_who, party, guests, hasChild) => {
      const seen = new Set<string>()
      for (const { raw, rate } of await soldBy(party)) {
        const { value, no_child_meal: noChildMeal } = raw.meal_data
        seen.add(value)
        const covered = Number(/^breakfast-for-(\d)$/.exec(value)?.[1] ?? 9)
        const isForAll = covered >= guests && !(hasChild && noChildMeal && value !== 'nomeal')
        const whole = covered === 9 ? (WHOLE[value] ?? null) : 'BB'
        expect([value, noChildMeal, rate.board.code]).toEqual([value, noChildMeal, isForAll ? whole : null])
        expect(rate.board.coversGuests ?? null).toBe(covered < guests ? covered : null)
        if (covered < guests)
          expect(rate.board.name).toBe(covered === 1 ? 'Breakfast for 1 guest' : `Breakfast for ${covered} guests`)
        else if (!isForAll) expect(rate.board.name).toMatch(/ for adults only$/)
        if (hasChild && value !== 'nomeal') expect(rate.board.childrenIncluded).toBe(!noChildMeal)
        expect(rate.board.name).not.toBe('')
      }
      expect([...seen]).toEqual(
        expect.arrayContaining([
          ...Object.keys(WHOLE),
          'breakfast-for-1',
          'breakfast-for-2',
          'soft-all-inclusive',
          'lunch',
          'some-meal',
        ]),
      )
    },
  )
})

describe('what a rate says beside its price', () => {
  it('[E-12] [X-03] has the limits of its selling price, in the currency of the search', {
    timeout: 60_000,
  }, async () => {
    const all = await soldBy(COUPLE)
    const limited = all.filter(({ raw }) => raw.sell_price_limits)
    expect(limited.length).toBeGreaterThan(all.length / 50)
    let aboveOurs = 0
    for (const { raw, rate } of all) {
      const limits = raw.sell_price_limits
      if (!limits) {
        expect(rate.sellingPrice).toBeNull()
        continue
      }
      const { currency = '' } = rate.sellingPrice?.maximum ?? rate.sellingPrice?.minimum ?? {}
      expect(currency).toBe('USD')
      function cents(text: string | null | undefined) {
        return text ? { amountMinor: Math.round(Number(text) * 100), currency } : null
      }
      expect(rate.sellingPrice).toEqual({
        minimum: cents(limits.min_price),
        suggested: null,
        maximum: cents(limits.max_price),
        binding: true,
        source: null,
      })
      const { total } = rate.price
      if (total.currency === 'USD' && (rate.sellingPrice?.minimum?.amountMinor ?? 0) > total.amountMinor) aboveOurs += 1
    }
    expect(limited.some(({ rate }) => rate.sellingPrice?.minimum === null)).toBe(true)
    expect(limited.some(({ rate }) => rate.sellingPrice?.maximum === null)).toBe(true)
    expect(aboveOurs).toBeGreaterThan(0)
  })

  it('[E-11] tells what not arriving costs, from the local time on the day of arrival', {
    timeout: 60_000,
  }, async () => {
    const all = await soldBy(COUPLE)
    const told = all.filter(({ raw }) => raw.no_show)
    expect(told.length).toBeGreaterThan(all.length / 10)
    for (const { raw, rate } of all) {
      const { noShow } = rate.policy
      if (!raw.no_show) {
        expect(noShow).toBeNull()
        continue
      }
      const { amount, currency_code: currency } = raw.no_show
      const { checkInDate } = questionFor(COUPLE).stay
      const from = Temporal.ZonedDateTime.from(`${checkInDate}T12:00:00[Europe/Paris]`).epochMilliseconds
      expect(noShow).toMatchObject({ fromAt: from, untilAt: null, deadlineSource: 'HOTEL_LOCAL' })
      if (currency === rate.price.total.currency)
        expect(noShow).toMatchObject({ status: 'KNOWN', penalty: { currency } })
      else {
        expect(noShow).toMatchObject({ status: 'UNKNOWN', penalty: null })
        expect(rate.remarks.join()).toContain(`${amount} ${currency}`)
      }
    }
  })

  it('[E-26] tells rates for packages and rates that are paid at the hotel as what they are', {
    timeout: 60_000,
  }, async () => {
    const all = await soldBy(COUPLE)
    const packages = all.filter(({ raw }) => raw.is_package)
    const atHotel = all.filter(({ raw }) => raw.payment_options.payment_types[0].type === 'hotel')
    for (const { rate } of packages) expect(rate.conditions).toEqual(['PACKAGE_ONLY'])
    for (const { raw, rate } of atHotel) {
      expect(rate.payment).toMatchObject({
        type: 'DEPOSIT',
        deposits: [{ amount: { currency: raw.deposit.currency_code }, dueAt: null, refundable: false }],
      })
      expect(withheldFor(rate, new Set(['PACKAGE_ONLY']))).toBe('DEPOSIT')
    }
    expect(packages.length).toBeGreaterThan(3)
    expect(atHotel.length).toBeGreaterThan(3)
    for (const { raw, rate } of all)
      if (!raw.is_package && raw.payment_options.payment_types[0].type === 'deposit')
        expect(withheldFor(rate, new Set())).toBeNull()
    const legal = all.filter(({ raw }) => raw.legal_info)
    expect(legal.length).toBeGreaterThan(3)
    for (const { raw, rate } of legal)
      expect(rate.trader).toMatchObject({
        name: raw.legal_info.hotel.name,
        registerNumber: raw.legal_info.hotel.state_registration_number,
      })
  })

  it('[E-26] no search quotes a rate that is not sold openly, and a package is booked where it is sold', {
    timeout: 60_000,
  }, async () => {
    const all = await soldBy(COUPLE)
    const hidden = all.filter(({ raw }) => raw.is_package)
    const ids = [...new Set(hidden.map(({ hotelId }) => hotelId))]
    const answer = await ratehawk.search(sandbox.call(ratehawk), { ...questionFor(COUPLE), supplierHotelIds: ids })
    if (!answer.ok) throw new Error(answer.error.detail)
    expect(answer.value.quotes.length).toBe(ids.length)
    for (const { supplierHotelId, total } of answer.value.quotes) {
      const open = all.filter(({ hotelId, rate }) => hotelId === supplierHotelId && !withheldFor(rate, new Set()))
      expect(total.amountMinor).toBe(Math.min(...open.map(({ rate }) => rate.price.total.amountMinor)))
    }
    const [first] = hidden
    if (!first) throw new Error('no package')
    const request = { ...questionAt(first.hotelId, COUPLE), rate: first.rate, sells: ['PACKAGE_ONLY'] as const }
    const checked = await ratehawk.checkPrice(sandbox.call(ratehawk), request)
    if (!checked.ok || !checked.value.available) throw new Error('the package is gone')
    expect(checked.value.rate).toMatchObject({ conditions: ['PACKAGE_ONLY'], price: { total: first.rate.price.total } })
    const booking = bookingOf(checked.value.rate, questionFor(COUPLE))
    const outcome = await ratehawk.book(sandbox.call(ratehawk), booking)
    expect(outcome.outcome).toBe('ACCEPTED')
    const record = await until('the record', async () => {
      const found = await ratehawk.retrieve(sandbox.call(ratehawk), referenceOf(booking, outcome))
      return found.ok && found.value?.charged ? { charged: found.value.charged } : null
    })
    // What is charged is what was agreed.
    expect(record.charged).toEqual(first.rate.price.total)
  })

  it('[E-13] has a line for each kind of tax; what is paid at the hotel stands apart, in its own currency', {
    timeout: 60_000,
  }, async () => {
    const all = await soldBy(COUPLE, 60)
    const kinds = new Set<string | undefined>()
    let foreign = 0
    for (const { raw, rate } of all) {
      const [payment] = raw.payment_options.payment_types
      const lines = rate.price.taxesAndFees
      expect(rate.price.total.amountMinor).toBe(Math.round(Number(payment.amount) * 10 ** decimalsOf(payment.amount)))
      for (const [index, tax] of payment.tax_data.taxes.entries()) {
        expect(lines[index]).toMatchObject({
          included: tax.included_by_supplier,
          due: tax.included_by_supplier ? 'AT_BOOKING' : 'AT_PROPERTY',
          amount: { currency: tax.currency_code },
        })
        kinds.add(lines[index]?.kind)
        if (tax.included_by_supplier) expect(lines[index]).not.toHaveProperty('atProperty')
        else
          expect(lines[index]?.atProperty).toMatchObject({ inPropertyCurrency: lines[index]?.amount, mandatory: true })
        if (!tax.included_by_supplier && tax.currency_code !== payment.currency_code) foreign += 1
      }
    }
    expect([...kinds].toSorted()).toEqual(['CITY_TAX', 'SERVICE_FEE', 'VAT'])
    expect(foreign).toBeGreaterThan(0)
  })

  function decimalsOf(text: string): number {
    return text.split('.')[1]?.length ?? 0
  }
})

describe('the price check', () => {
  it('[E-22] finds what the hotel page has shown, in every respect', { timeout: 60_000 }, async () => {
    for (const { hotelId, rate } of (await soldBy(COUPLE)).filter(({ raw }) => raw.sell_price_limits || raw.no_show)) {
      const checked = await ratehawk.checkPrice(sandbox.call(ratehawk), { ...questionAt(hotelId, COUPLE), rate })
      if (!checked.ok || !checked.value.available) throw new Error('gone')
      const { board, price, sellingPrice, conditions, payment, remarks, policy } = checked.value.rate
      const { board: shownBoard, policy: shownPolicy, price: shownPrice, ...shown } = rate
      expect({ board, total: price.total, taxesAndFees: price.taxesAndFees, noShow: policy.noShow }).toEqual({
        board: shownBoard,
        total: shownPrice.total,
        taxesAndFees: shownPrice.taxesAndFees,
        noShow: shownPolicy.noShow,
      })
      expect(shown).toMatchObject({ sellingPrice, conditions, payment, remarks })
    }
  })

  it('[E-22] takes a price that is 10 % dearer, and tells another board than was shown', async () => {
    const [hotelId = ''] = ordinary(1)
    const [one] = await sold(hotelId, COUPLE)
    if (!one) throw new Error('no rate')
    const call = sandbox.call(ratehawk)
    let allowed = 0
    const fetch: SupplierFetch = async (request) => {
      allowed = JSON.parse(request.body ?? '{}').price_increase_percent
      const answer = await call.fetch(request)
      if (answer.ok) (answer.value.json as Json).data.hotels[0].rates[0].meal_data = { value: 'full-board' }
      return answer
    }
    const checked = await ratehawk.checkPrice({ ...call, fetch }, { ...questionAt(hotelId, COUPLE), rate: one.rate })
    expect(allowed).toBe(10)
    expect(checked).toMatchObject({ ok: true, value: { available: true, rate: { board: { code: 'FB' } } } })
  })
})

describe('an order', () => {
  it('[E-16] [E-14] is never given an upsell, and guests have a gender where the form wants one', {
    timeout: 60_000,
  }, async () => {
    const seen = { upsell: 0, gender: 0 }
    for (const hotelId of ordinary(14)) {
      const [one] = (await sold(hotelId, COUPLE)).filter(({ rate }) => withheldFor(rate, new Set()) === null)
      if (!one) continue
      const checked = await ratehawk.checkPrice(sandbox.call(ratehawk), {
        ...questionAt(hotelId, COUPLE),
        rate: one.rate,
      })
      if (!checked.ok || !checked.value.available) throw new Error('gone')
      const call = sandbox.call(ratehawk)
      const bodies: Json[] = []
      const fetch: SupplierFetch = async (request) => {
        const answer = await call.fetch(request)
        if (request.operation === 'book') bodies.push(JSON.parse(request.body ?? ''))
        if (answer.ok && request.operation === 'book_form') {
          const { data } = answer.value.json as Json
          if (data.upsell_data.length > 0) seen.upsell += 1
          if (data.is_gender_specification_required) seen.gender += 1
        }
        return answer
      }
      const outcome = await ratehawk.book({ ...call, fetch }, bookingOf(checked.value.rate, questionFor(COUPLE)))
      expect(outcome.outcome).toBe('ACCEPTED')
      expect(bodies[0]).not.toHaveProperty('upsell_data')
    }
    expect(seen.upsell).toBeGreaterThan(0)
    expect(seen.gender).toBeGreaterThan(0)
  })
})

describe('over all of the above', () => {
  it('every exchange kept to its specification', () => {
    expect(sandbox.wrong).toEqual([])
  })
})
