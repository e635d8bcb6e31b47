import { describe, expect, it } from 'vitest'
import { exchange } from '../../src/domain/exchange.ts'
import {
  add,
  convert,
  currencyExponent,
  fraction,
  isCurrencyCode,
  money,
  parseMoney,
  percentOf,
  sameMoney,
  toDecimal,
} from '../../src/domain/money.ts'

function usd(amountMinor: number) {
  return { amountMinor, currency: 'USD' }
}

describe('[C-091] an amount is rounded once, half away from zero', () => {
  it.each([
    [15, 1, 2, 8],
    [14, 1, 3, 5],
    [13, 1, 3, 4],
    [-15, 1, 2, -8],
    [-13, 1, 3, -4],
    [0, 1, 2, 0],
  ])('%i × %i / %i is %i', (amountMinor, numerator, denominator, expected) => {
    expect(fraction(usd(amountMinor), numerator, denominator)).toEqual(usd(expected))
  })

  it.each([
    [10_000, 12.345, 1_235],
    [10_000, 12.344_9, 1_234],
    [100_000, 0.000_5, 1],
    [100_000, 0.000_4, 0],
    [1_000_000, 33.333_3, 333_333],
    [1_000_000, 12.345_67, 123_457],
    [1_000_000, 12.345_64, 123_456],
    [100, 1.15, 1],
    [100_000_000, 1.1, 1_100_000],
    [-10_000, 12.345, -1_235],
  ])('of %i minor units, %s percent are %i', (amountMinor, percent, expected) => {
    expect(percentOf(usd(amountMinor), percent)).toEqual(usd(expected))
  })

  it.each([
    [1, 'USD', 'EUR', 0.5, 1],
    [1, 'USD', 'EUR', 0.499_999, 0],
    [3, 'USD', 'EUR', 0.5, 2],
    [-1, 'USD', 'EUR', 0.5, -1],
    [-3, 'USD', 'EUR', 0.4, -1],
    [100, 'USD', 'JPY', 151, 151],
    [150, 'JPY', 'KWD', 0.002, 300],
    [1_000_000_000_000, 'USD', 'EUR', 1.1, 1_100_000_000_000],
    [100_000_000_000, 'USD', 'EUR', 0.123_456_789_06, 12_345_678_910],
    [100_000_000_000, 'USD', 'EUR', 0.123_456_789_04, 12_345_678_900],
  ])('%i minor units of %s are in %s, at %s, %i', (amountMinor, from, to, rate, expected) => {
    const rates = new Map([[to, rate], ...(from === 'USD' ? [] : ([[from, 1]] as const))])
    expect(convert({ amountMinor, currency: from }, rate, to)).toEqual({ amountMinor: expected, currency: to })
    expect(exchange({ amountMinor, currency: from }, to, rates)).toEqual({ amountMinor: expected, currency: to })
  })
})

describe('money', () => {
  it('of one currency is itself, and needs no rate', () => {
    expect(exchange({ amountMinor: 7, currency: 'CHF' }, 'CHF', new Map())).toEqual({ amountMinor: 7, currency: 'CHF' })
  })

  it.each([0, -1, Number.NaN, 1e-12])('is not exchanged at a rate of %d', (rate) => {
    expect(exchange(usd(5), 'EUR', new Map([['EUR', rate]]))).toEqual(
      rate === 1e-12 ? { amountMinor: 0, currency: 'EUR' } : null,
    )
    expect(exchange({ amountMinor: 5, currency: 'EUR' }, 'USD', new Map([['EUR', rate]]))).toBeNull()
  })

  it('is the same only in amount and currency', () => {
    expect(sameMoney(usd(5), usd(5))).toBe(true)
    expect(sameMoney(usd(5), usd(6))).toBe(false)
    expect(sameMoney(usd(5), { amountMinor: 5, currency: 'EUR' })).toBe(false)
    expect(sameMoney(usd(5), { amountMinor: 6, currency: 'EUR' })).toBe(false)
  })

  it('is never added across currencies, never a part of a minor unit, never beyond what is exact', () => {
    expect(add(usd(2), usd(3))).toEqual(usd(5))
    expect(() => add(usd(2), { amountMinor: 3, currency: 'EUR' })).toThrow(/cannot add EUR to USD/)
    expect(() => money(0.5, 'USD')).toThrow(/not a whole number of minor units: 0.5/)
    expect(() => money(2 ** 53, 'USD')).toThrow(/not a whole number/)
  })

  it('is written with the places of its currency', () => {
    const written = [5, -5, 100, -100, 0].map((amountMinor) => toDecimal(usd(amountMinor)))
    expect(written).toEqual(['0.05', '-0.05', '1.00', '-1.00', '0.00'])
    expect(toDecimal({ amountMinor: 5, currency: 'KWD' })).toBe('0.005')
    expect(toDecimal({ amountMinor: -5, currency: 'JPY' })).toBe('-5')
    expect(toDecimal({ amountMinor: 12_345, currency: 'CLF' })).toBe('1.2345')
  })

  it('is read with its sign, rounded once, and refused beyond what is exact', () => {
    expect(parseMoney(' -1.005 ', 'USD')).toEqual({ ok: true, value: usd(-101) })
    expect(parseMoney('1.0049', 'USD')).toEqual({ ok: true, value: usd(100) })
    expect(parseMoney('-0.001', 'USD')).toEqual({ ok: true, value: usd(0) })
    expect(parseMoney('1.5', 'USD')).toEqual({ ok: true, value: usd(150) })
    expect(parseMoney('7', 'KWD')).toEqual({ ok: true, value: { amountMinor: 7_000, currency: 'KWD' } })
    expect(parseMoney('-0.01', 'USD')).toEqual({ ok: true, value: usd(-1) })
    expect(parseMoney('0.5', 'JPY')).toEqual({ ok: true, value: { amountMinor: 1, currency: 'JPY' } })
    expect(parseMoney('90071992547409.92', 'USD')).toEqual({ ok: false, error: 'TOO_LARGE' })
    expect(parseMoney('999999999999999999', 'USD')).toEqual({ ok: false, error: 'TOO_LARGE' })
    expect(parseMoney('1', 'usd')).toEqual({ ok: false, error: 'NOT_A_CURRENCY' })
    expect(['USD', 'US', 'USDX', 'usd', 'U D'].filter(isCurrencyCode)).toEqual(['USD'])
  })

  // ISO 4217, list one: the codes of the currencies whose exponent is not 2.
  it('knows every currency that has not two places', () => {
    const none = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' ')
    expect(none.map(currencyExponent)).toEqual(none.map(() => 0))
    const three = 'BHD IQD JOD KWD LYD OMR TND'.split(' ')
    expect(three.map(currencyExponent)).toEqual(three.map(() => 3))
    expect(['CLF', 'UYW', 'EUR'].map(currencyExponent)).toEqual([4, 4, 2])
  })
})
