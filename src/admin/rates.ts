import { isCurrencyCode } from '../domain/money.ts'
import { type Command, text, UsageError } from './command.ts'

const set: Command = {
  noun: 'rate',
  verb: 'set',
  summary: 'stores the active exchange rate, units of the currency for one US dollar; `none` deactivates it',
  usage: '--currency EUR --rate 0.92|none',
  options: { currency: { type: 'string' }, rate: { type: 'string' } },
  required: ['currency', 'rate'],
  change: async ({ tx, core }, values) => {
    const currency = text(values, 'currency')
    if (!isCurrencyCode(currency) || currency === 'USD') throw new UsageError('--currency is an ISO 4217 code, not USD')
    const given = text(values, 'rate')
    const rate = given === 'none' ? null : Number(given)
    if (rate !== null && !(rate > 0 && rate < 1e9)) throw new UsageError('--rate is a positive number, or none')
    const before = (await tx.exchangeRates.active()).find(({ base, quote }) => base === 'USD' && quote === currency)
    await tx.exchangeRates.set('USD', currency, { rate, now: core.clock.real() })
    return {
      rows: [{ base: 'USD', currency, rate, active: rate !== null }],
      trace: {
        action: 'rate.set',
        subject: `USD/${currency}`,
        organizationId: null,
        before: { rate: before?.rate ?? null },
        after: { rate },
      },
    }
  },
}

export const RATE_COMMANDS: readonly Command[] = [set]
