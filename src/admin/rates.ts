import { readFile } from 'node:fs/promises'
import { storedRate } from '../domain/exchange.ts'
import { isListedCurrency } from '../domain/money.ts'
import { toRfc3339 } from '../domain/time.ts'
import type { StoreParts } from '../store/store.ts'
import { type Command, text, UsageError, type Values, wholeNumber } from './command.ts'
import { ratesOfFeed } from './rate-feed.ts'

/** Rates move by less in days; more is a slip of the keyboard, or a rate the wrong way round. */
export const MAY_CHANGE_BY = 0.05
const CONFIRM = { confirm: { type: 'boolean' } } as const

type Change = { readonly currency: string; readonly before: number | null; readonly after: number | null }

/** Refuses rates that are far from those stored, all of them at once: prices are sold by them within seconds. */
export function refuseFactors(changes: readonly Change[], isConfirmed: boolean): void {
  const far = changes.flatMap(({ currency, before, after }) => {
    const change = before && after ? after / before - 1 : 0
    return Math.abs(change) > MAY_CHANGE_BY
      ? [`${currency} from ${before} to ${after} (${(change * 100).toFixed(1)} %)`]
      : []
  })
  if (far.length > 0 && !isConfirmed)
    throw new UsageError(`more than 5 % away from what is stored: ${far.join(', ')}. If that is right, say --confirm`)
}

type Rates = ReadonlyMap<string, number>

/** By currency: the rates in force, and the last of each, deactivated or not, by which a slip is known. */
async function storedRates({
  exchangeRates,
}: Pick<StoreParts, 'exchangeRates'>): Promise<{ active: Rates; last: Rates }> {
  function ofDollar(rates: Awaited<ReturnType<typeof exchangeRates.all>>): Rates {
    return new Map(rates.filter(({ base }) => base === 'USD').map(({ quote, rate }) => [quote, rate]))
  }
  return { active: ofDollar(await exchangeRates.active()), last: ofDollar(await exchangeRates.all()) }
}

function currencyOf(values: Values): string {
  const given = text(values, 'currency')
  const currency = given.toUpperCase()
  if (!isListedCurrency(currency))
    throw new UsageError(`${given} is no currency: --currency is an ISO 4217 code, for example EUR`)
  if (currency === 'USD') throw new UsageError('USD is what rates are told for: --currency is another one')
  return currency
}

/** As it is stored; null for `none`. */
function rateOf(values: Values): number | null {
  const given = text(values, 'rate')
  if (given === 'none') return null
  const rate = /^\d+(\.\d+)?$/.test(given) ? Number(given) : 0
  if (!(rate > 0 && rate < 1e9))
    throw new UsageError('--rate is a number above 0 with a point for the decimals, for example 0.92, or none')
  const stored = storedRate(rate)
  if (stored === 0) throw new UsageError(`--rate ${given} is 0 with ten decimals, as rates are stored`)
  return stored
}

const set: Command = {
  noun: 'rate',
  verb: 'set',
  summary: 'stores the active exchange rate, units of the currency for one US dollar; `none` deactivates it',
  usage: '--currency EUR --rate 0.92|none [--confirm, for more than 5 % away from the last one]',
  options: { currency: { type: 'string' }, rate: { type: 'string' }, ...CONFIRM },
  required: ['currency', 'rate'],
  change: async ({ tx, core }, values) => {
    const currency = currencyOf(values)
    const rate = rateOf(values)
    const { active, last } = await storedRates(tx)
    const before = active.get(currency) ?? null
    refuseFactors([{ currency, before: last.get(currency) ?? null, after: rate }], values['confirm'] === true)
    await tx.exchangeRates.set('USD', currency, { rate, now: core.clock.real() })
    return {
      rows: [{ base: 'USD', currency, rate, active: rate !== null }],
      trace: {
        action: 'rate.set',
        subject: `USD/${currency}`,
        organizationId: null,
        before: { rate: before },
        after: { rate },
      },
    }
  },
}

const list: Command = {
  noun: 'rate',
  verb: 'list',
  summary: 'lists the active exchange rates, units of the currency for one US dollar, and when each was stored',
  usage: '',
  options: {},
  required: [],
  run: async ({ store }) =>
    (await store.exchangeRates.active())
      .toSorted((a, b) => a.quote.localeCompare(b.quote))
      .map(({ base, quote, rate, storedAt }) => ({ base, currency: quote, rate, storedAt: toRfc3339(storedAt) })),
}

const MAX_HISTORY = 1_000

const history: Command = {
  noun: 'rate',
  verb: 'history',
  summary: 'lists what a rate was and who changed it, the newest first, from the audit log',
  usage: '--currency EUR [--limit 20]',
  options: { currency: { type: 'string' }, limit: { type: 'string' } },
  required: ['currency'],
  run: async ({ store }, values) => {
    const entries = await store.audit.list({
      since: null,
      actor: null,
      subject: `USD/${currencyOf(values)}`,
      action: 'rate.*',
      limit: Math.min(wholeNumber(values, 'limit') ?? 20, MAX_HISTORY),
    })
    return entries.map(({ createdAt, actor, action, details }) => {
      // The commands of this file wrote it.
      const { before, after } = details as Record<'before' | 'after', { readonly rate: number | null } | null>
      return { at: toRfc3339(createdAt), actor, action, before: before?.rate ?? null, after: after?.rate ?? null }
    })
  },
}

const importFeed: Command = {
  noun: 'rate',
  verb: 'import',
  summary: 'stores the rates of a file of the European Central Bank (eurofxref-daily.xml), all or none',
  usage: 'eurofxref-daily.xml [--confirm, for more than 5 % away from the stored ones, or an old file]',
  options: { file: { type: 'string' }, ...CONFIRM },
  positional: 'file',
  required: ['file'],
  run: async (core, values, actor) => {
    const file = text(values, 'file')
    const xml = await readFile(file, 'utf8').catch(() => {
      throw new UsageError(`${file} cannot be read`)
    })
    const read = ratesOfFeed(xml, core.clock.real())
    if (!read.ok) throw new UsageError(`${file}: ${read.error}`)
    const feed = read.value
    const isConfirmed = values['confirm'] === true
    if (feed.isOld && !isConfirmed)
      throw new UsageError(`${file} is of ${feed.date}, more than a week ago. If that is right, say --confirm`)
    return core.store.transaction(async (tx) => {
      const { active, last } = await storedRates(tx)
      function changesFrom(stored: Rates) {
        return feed.rates.map(({ currency, rate }) => ({
          currency,
          before: stored.get(currency) ?? null,
          after: rate,
        }))
      }
      refuseFactors(changesFrom(last), isConfirmed)
      const changes = changesFrom(active)
      const now = core.clock.real()
      for (const { currency, before, after } of changes) {
        await tx.exchangeRates.set('USD', currency, { rate: after, now })
        const trace = { action: 'rate.import', subject: `USD/${currency}`, organizationId: null }
        await tx.audit.append({ ...trace, actor, details: { before: { rate: before }, after: { rate: after } } }, now)
      }
      return changes.map((change) => ({ ...change, date: feed.date }))
    })
  },
}

export const RATE_COMMANDS: readonly Command[] = [set, list, history, importFeed]
