import { storedRate } from '../domain/exchange.ts'
import { isCurrencyCode } from '../domain/money.ts'
import { err, ok, type Result } from '../domain/result.ts'
import { DAY_MS, type Instant, isCalendarDate } from '../domain/time.ts'

/** Units of a currency for one US dollar. */
type FeedRate = { readonly currency: string; readonly rate: number }

/** `isOld`: the bank has published newer ones since; it does so on every working day. */
type Feed = { readonly date: string; readonly isOld: boolean; readonly rates: readonly FeedRate[] }

const OLD_MS = 7 * DAY_MS
const MAX_LENGTH = 1_000_000

/**
 * Reads the daily file of the European Central Bank: one element for each currency, with units for one euro
 * (https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml). A fault is told as text, and then nothing is taken from it.
 */
export function ratesOfFeed(xml: string, now: Instant): Result<Feed, string> {
  if (xml.length > MAX_LENGTH) return err('larger than a file of rates can be')
  const date = /<Cube\s+time=['"](\d{4}-\d{2}-\d{2})['"]/.exec(xml)?.[1]
  if (date === undefined || !isCalendarDate(date))
    return err('has no <Cube time="…"> with a date: it is not the bank’s daily file')
  const at = Date.parse(date)
  if (at > now + DAY_MS) return err(`is of ${date}, which is to come`)
  if (isCutOff(xml)) return err('is cut off: its last line does not close its first element')
  const units = unitsOf(xml)
  if (!units.ok) return units
  const dollars = units.value.get('USD')
  if (dollars === undefined) return err('has no rate of USD, by which the others are converted')
  const rates = [...units.value]
    .filter(([currency]) => currency !== 'USD')
    .map(([currency, rate]) => ({ currency, rate: storedRate(rate / dollars) }))
    .sort((a, b) => a.currency.localeCompare(b.currency))
  const none = rates.find(({ rate }) => rate === 0)
  if (none) return err(`${none.currency} has a rate that is 0 with ten decimals`)
  return ok({ date, isOld: now - at > OLD_MS, rates })
}

function isCutOff(xml: string): boolean {
  const root = /<([a-z][\w.:-]*)/i.exec(xml)?.[1] ?? ''
  return !xml.trimEnd().endsWith(`</${root}>`)
}

/** Units of each currency for one euro, which is among them. */
function unitsOf(xml: string): Result<ReadonlyMap<string, number>, string> {
  const units = new Map<string, number>([['EUR', 1]])
  for (const [element] of xml.matchAll(/<Cube\s[^>]*\bcurrency=[^>]*>/g)) {
    const [currency = '', text] = [attribute(element, 'currency'), attribute(element, 'rate')]
    if (text === undefined) return err(`${element} has no rate`)
    const rate = Number(text)
    if (!isCurrencyCode(currency) || !(rate > 0) || !Number.isFinite(rate))
      return err(`${currency || 'a currency'} has the rate “${text}”`)
    if (units.has(currency)) return err(`${currency} is there twice`)
    units.set(currency, rate)
  }
  return ok(units)
}

function attribute(element: string, name: string): string | undefined {
  return new RegExp(`\\s${name}\\s*=\\s*['"]([^'"]*)['"]`).exec(element)?.[1]
}
