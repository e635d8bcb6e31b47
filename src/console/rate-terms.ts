import type { Values } from '../admin/command.ts'
import { MAY_CHANGE_BY, refuseFactors } from '../admin/rates.ts'
import type { Core } from '../core.ts'
import { HOUR_MS } from '../domain/time.ts'

const WINDOW_MS = 24 * HOUR_MS
/** More changes of one rate in a day are looked at by somebody else. */
const MOST_CHANGES = 100
/** What changes a rate, and not only asks for it. */
const WRITES: ReadonlySet<string> = new Set(['rate.set', 'rate.import'])

/**
 * Whether a rate takes a second person: it is far from what it was a day ago, in however many steps, or there was none. Prices are sold by
 * it within seconds. Throws a UsageError when nobody has confirmed that it is far from the last one.
 */
export async function isFarFromYesterday(
  { store, clock }: Pick<Core, 'store' | 'clock'>,
  { currency, rate, confirm }: Values,
): Promise<boolean> {
  if (confirm === true) return true
  // To sell at no rate is to sell less, and never at a wrong price.
  if (rate === 'none') return false
  const code = String(currency).toUpperCase()
  const last = await rateIn(store.exchangeRates.all(), code)
  // As the command itself does, which looks later: a step that is written until then would bring this one near.
  refuseFactors([{ currency: code, before: last, after: Number(rate) }], false)
  const changes = await store.audit.list({
    since: clock.real() - WINDOW_MS,
    actor: null,
    subject: `USD/${code}`,
    action: 'rate.*',
    limit: MOST_CHANGES,
  })
  if (changes.length === MOST_CHANGES) return true
  // The newest change stands first. What was not in force a day ago is none, whatever was the last one before.
  const oldest = changes.findLast(({ action }) => WRITES.has(action))
  const before = oldest ? rateBefore(oldest.details) : await rateIn(store.exchangeRates.active(), code)
  return before === null || isFar(Number(rate), before)
}

type Rates = Promise<readonly { readonly base: string; readonly quote: string; readonly rate: number }[]>

async function rateIn(rates: Rates, code: string): Promise<number | null> {
  return (await rates).find(({ base, quote }) => base === 'USD' && quote === code)?.rate ?? null
}

function isFar(rate: number, before: number): boolean {
  return Math.abs(rate / before - 1) > MAY_CHANGE_BY
}

/** What the commands of `rates` wrote. */
function rateBefore({ before }: Readonly<Record<string, unknown>>): number | null {
  const rate = (before as { readonly rate?: unknown } | null | undefined)?.rate
  return typeof rate === 'number' ? rate : null
}
