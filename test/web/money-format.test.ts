import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { currencyExponent } from '../../src/domain/money.ts'
import { decimalOf, differenceOf, exponentOf, moneyText, sumsByCurrency } from '../../web/src/kit/money-format.ts'

describe('an amount', () => {
  it.each([
    [{ amountMinor: 17_700, currency: 'GBP' }, '177.00 GBP'],
    [{ amountMinor: 5, currency: 'EUR' }, '0.05 EUR'],
    [{ amountMinor: 17_700, currency: 'JPY' }, '17,700 JPY'],
    [{ amountMinor: 1_234_567, currency: 'KWD' }, '1,234.567 KWD'],
    [{ amountMinor: -123_456, currency: 'USD' }, '−1,234.56 USD'],
    [{ amountMinor: '9007199254740993', currency: 'EUR' }, '90,071,992,547,409.93 EUR'],
    [{ amountMinor: 100, currency: 'EUR', exponent: 4 }, '0.0100 EUR'],
  ])('%o is written as %s', (amount, told) => {
    expect(moneyText(amount)).toBe(told)
  })

  it('keeps every digit', () => {
    fc.assert(
      fc.property(fc.bigInt(), fc.constantFrom('EUR', 'JPY', 'KWD', 'CLF'), (amountMinor, currency) => {
        const digits = decimalOf({ amountMinor, currency }).replace('−', '-').replaceAll(/[,.]/g, '')
        expect(BigInt(digits)).toBe(amountMinor)
      }),
    )
  })
})

it('knows the decimals of every currency as the gateway does', () => {
  const currencies = Intl.supportedValuesOf('currency')
  expect(currencies.map((currency) => exponentOf({ currency }))).toEqual(
    currencies.map((currency) => currencyExponent(currency)),
  )
})

describe('a sum', () => {
  it('never adds two currencies', () => {
    const amounts = [
      { amountMinor: 100, currency: 'USD' },
      { amountMinor: 1, currency: 'EUR' },
      { amountMinor: 250, currency: 'USD' },
    ]
    expect(sumsByCurrency(amounts).map(moneyText)).toEqual(['0.01 EUR', '3.50 USD'])
  })

  it('refuses one currency with two numbers of decimals', () => {
    const amounts = [
      { amountMinor: 1, currency: 'EUR', exponent: 2 },
      { amountMinor: 1, currency: 'EUR', exponent: 3 },
    ]
    expect(() => sumsByCurrency(amounts)).toThrow('EUR with 2 and with 3 decimals')
  })
})

it('compares amounts of one currency only', () => {
  const amount = { amountMinor: 1_200, currency: 'EUR' }
  expect(differenceOf(amount, { amountMinor: 1_000, currency: 'EUR' })).toMatchObject({ amountMinor: 200n })
  expect(differenceOf(amount, { amountMinor: 1_000, currency: 'USD' })).toBeNull()
})
