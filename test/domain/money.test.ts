import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { exchange } from '../../src/domain/exchange.ts'
import { currencyExponent, fraction, parseMoney, percentOf, sum, toDecimal } from '../../src/domain/money.ts'

const currency = fc.constantFrom('USD', 'EUR', 'JPY', 'KWD')
const minor = fc.integer({ min: -1e12, max: 1e12 })

describe('money', () => {
  it('[C-091] has the exponent of its currency: 0, 2 and 3', () => {
    expect(['JPY', 'USD', 'KWD'].map(currencyExponent)).toEqual([0, 2, 3])
  })

  it('survives being written as a decimal and read again, exactly', () => {
    fc.assert(
      fc.property(minor, currency, (amountMinor, code) => {
        const amount = { amountMinor, currency: code }
        expect(parseMoney(toDecimal(amount), code)).toEqual({ ok: true, value: amount })
      }),
    )
  })

  it('is read without a float on the way', () => {
    expect(parseMoney('0.29', 'USD')).toEqual({ ok: true, value: { amountMinor: 29, currency: 'USD' } })
    expect(parseMoney('1.005', 'USD')).toEqual({ ok: true, value: { amountMinor: 101, currency: 'USD' } })
    expect(parseMoney('90071992547409.91', 'USD')).toMatchObject({ ok: true, value: { amountMinor: 9007199254740991 } })
  })

  it.each(['', 'x', '1,00', '1e3', '--1', '1.', 'NaN', 'Infinity'])('refuses %j as an amount', (text) => {
    expect(parseMoney(text, 'USD')).toEqual({ ok: false, error: 'NOT_A_DECIMAL' })
  })

  it('shares out without losing or making a minor unit', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1e10 }),
        fc.integer({ min: 1, max: 30 }),
        currency,
        (amountMinor, parts, code) => {
          const total = { amountMinor, currency: code }
          const shares = Array.from({ length: parts }, (_, index) => {
            const until = fraction(total, index + 1, parts).amountMinor
            return { amountMinor: until - fraction(total, index, parts).amountMinor, currency: code }
          })
          expect(sum(shares, code)).toEqual(total)
        },
      ),
    )
  })

  it('is never more than itself at 100 %, and nothing at 0 %', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1e12 }),
        fc.double({ min: 0, max: 100, noNaN: true }),
        (amountMinor, percent) => {
          const part = percentOf({ amountMinor, currency: 'USD' }, percent)
          expect(part.amountMinor).toBeGreaterThanOrEqual(0)
          expect(part.amountMinor).toBeLessThanOrEqual(amountMinor)
        },
      ),
    )
  })

  it('[C-037] changes currency by the stored rate and back within a minor unit', () => {
    const rates = new Map([
      ['EUR', 0.92],
      ['JPY', 151],
      ['KWD', 0.3072],
    ])
    expect(exchange({ amountMinor: 10_000, currency: 'USD' }, 'EUR', rates)).toEqual({
      amountMinor: 9_200,
      currency: 'EUR',
    })
    expect(exchange({ amountMinor: 151, currency: 'JPY' }, 'USD', rates)).toEqual({ amountMinor: 100, currency: 'USD' })
    expect(exchange({ amountMinor: 1, currency: 'CHF' }, 'USD', rates)).toBeNull()
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e9 }), (amountMinor) => {
        const there = exchange({ amountMinor, currency: 'USD' }, 'KWD', rates)
        const back = there && exchange(there, 'USD', rates)
        expect(Math.abs((back?.amountMinor ?? Number.NaN) - amountMinor)).toBeLessThanOrEqual(1)
      }),
    )
  })
})
