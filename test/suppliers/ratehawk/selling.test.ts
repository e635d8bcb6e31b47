import { describe, expect, it } from 'vitest'
import { withheldFor } from '../../../src/domain/selling.ts'
import { ratehawk } from '../../../src/suppliers/ratehawk/index.ts'
import type { SupplierFetch } from '../../../src/suppliers/supplier-call.ts'
import type { Json } from '../../support/http-client.ts'
import { bookingOf, COUPLE, questionFor, referenceOf } from '../../support/suppliers/sandbox.ts'
import { useRateHawk } from '../../support/suppliers/use-ratehawk.ts'
import { wireFaults } from '../../support/suppliers/wire-faults.ts'
import { until } from '../../support/until.ts'

const { sandbox, questionAt, soldBy } = useRateHawk()

describe('what a rate says beside its price', () => {
  it('[E-12] [X-03] has the limits of its selling price, in the currency of the search', {
    timeout: 180_000,
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
        openChannelsOnly: true,
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
    timeout: 180_000,
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

  it('[C-090] is never free after its first penalty, though some rates say nothing of a second between two, nor of the time after the last', {
    timeout: 180_000,
  }, async () => {
    const all = await soldBy(COUPLE)
    const gappy = all.filter(({ raw }) => {
      const { policies } = raw.payment_options.payment_types[0].cancellation_penalties
      return policies.at(-1).end_at !== null
    })
    expect(gappy.length).toBeGreaterThan(all.length / 20)
    expect(gappy.some(({ rate }) => rate.policy.windows.length === 3)).toBe(true)
    for (const { rate } of gappy) {
      const costs = rate.policy.windows.map(({ penalty }) => penalty?.amountMinor)
      expect(costs).toEqual([...new Set(costs)].sort((a = 0, b = 0) => a - b))
      expect(costs.at(-1)).toBe(rate.price.total.amountMinor)
    }
  })

  it('[E-26] tells rates for packages and rates that are paid at the hotel as what they are', {
    timeout: 180_000,
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
    timeout: 180_000,
  }, async () => {
    const all = await soldBy(COUPLE)
    const hidden = all.filter(({ raw }) => raw.is_package)
    const ids = [...new Set(hidden.map(({ hotelId }) => hotelId))]
    const answer = await ratehawk.search(sandbox().call(ratehawk), { ...questionFor(COUPLE), supplierHotelIds: ids })
    if (!answer.ok) throw new Error(answer.error.detail)
    expect(answer.value.quotes.length).toBe(ids.length)
    for (const { supplierHotelId, total } of answer.value.quotes) {
      const open = all.filter(({ hotelId, rate }) => hotelId === supplierHotelId && !withheldFor(rate, new Set()))
      expect(total.amountMinor).toBe(Math.min(...open.map(({ rate }) => rate.price.total.amountMinor)))
    }
    const [first] = hidden
    if (!first) throw new Error('no package')
    const request = { ...questionAt(first.hotelId, COUPLE), rate: first.rate, sells: ['PACKAGE_ONLY'] as const }
    const checked = await ratehawk.checkPrice(sandbox().call(ratehawk), request)
    if (!checked.ok || !checked.value.available) throw new Error('the package is gone')
    expect(checked.value.rate).toMatchObject({ conditions: ['PACKAGE_ONLY'], price: { total: first.rate.price.total } })
    const booking = bookingOf(checked.value.rate, questionFor(COUPLE))
    const outcome = await ratehawk.book(sandbox().call(ratehawk), booking)
    expect(outcome.outcome).toBe('ACCEPTED')
    const record = await until('the record', async () => {
      const found = await ratehawk.retrieve(sandbox().call(ratehawk), referenceOf(booking, outcome))
      return found.ok && found.value?.charged ? { charged: found.value.charged } : null
    })
    // What is charged is what was agreed.
    expect(record.charged).toEqual(first.rate.price.total)
  })

  it('[E-13] has a line for each kind of tax; what is paid at the hotel stands apart, in its own currency', {
    timeout: 180_000,
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
    expect(kinds).toEqual(new Set(['CITY_TAX', 'SERVICE_FEE', 'VAT']))
    expect(foreign).toBeGreaterThan(0)
  })

  function decimalsOf(text: string): number {
    return text.split('.')[1]?.length ?? 0
  }
})

describe('the price check', () => {
  it('[E-22] finds what the hotel page has shown, in every respect', async () => {
    for (const { hotelId, rate } of (await soldBy(COUPLE)).filter(({ raw }) => raw.sell_price_limits || raw.no_show)) {
      const checked = await ratehawk.checkPrice(sandbox().call(ratehawk), { ...questionAt(hotelId, COUPLE), rate })
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
    const [one] = await soldBy(COUPLE, 12)
    if (!one) throw new Error('no rate')
    const { hotelId } = one
    const call = sandbox().call(ratehawk)
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

describe('over all of the above', () => {
  it('has no fault on the wire', () => {
    expect(wireFaults(sandbox())).toEqual([])
  })
})
