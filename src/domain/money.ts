import { err, ok, type Result } from './result.ts'

/** An amount in the currency's minor unit (cents for USD, yen for JPY, fils for KWD). Always an integer, never a float. */
export type Money = { readonly amountMinor: number; readonly currency: string }

/** ISO 4217 minor-unit exponents that are not 2. Source: ISO 4217 list one. */
const EXPONENTS: Readonly<Record<string, number>> = {
  BIF: 0,
  CLP: 0,
  DJF: 0,
  GNF: 0,
  ISK: 0,
  JPY: 0,
  KMF: 0,
  KRW: 0,
  PYG: 0,
  RWF: 0,
  UGX: 0,
  UYI: 0,
  VND: 0,
  VUV: 0,
  XAF: 0,
  XOF: 0,
  XPF: 0,
  BHD: 3,
  IQD: 3,
  JOD: 3,
  KWD: 3,
  LYD: 3,
  OMR: 3,
  TND: 3,
  CLF: 4,
  UYW: 4,
}

export function isCurrencyCode(code: string): boolean {
  return /^[A-Z]{3}$/.test(code)
}

/** The currencies that ISO 4217 lists today, as far as this runtime's own data goes. */
const LISTED: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

/** True for a currency that somebody can ask for. What suppliers send is only checked for its form. */
export function isListedCurrency(code: string): boolean {
  return LISTED.has(code)
}

/** How many decimals the currency has: 2 unless ISO 4217 says otherwise. */
export function currencyExponent(currency: string): number {
  return EXPONENTS[currency] ?? 2
}

export function money(amountMinor: number, currency: string): Money {
  if (!Number.isSafeInteger(amountMinor)) throw new RangeError(`not a whole number of minor units: ${amountMinor}`)
  return { amountMinor, currency }
}

export function zero(currency: string): Money {
  return money(0, currency)
}

export function add(a: Money, b: Money): Money {
  if (a.currency !== b.currency) throw new TypeError(`cannot add ${b.currency} to ${a.currency}`)
  return money(a.amountMinor + b.amountMinor, a.currency)
}

/** The sum of amounts of one currency; `currency` is that of the zero which an empty list returns. */
export function sum(amounts: readonly Money[], currency: string): Money {
  return amounts.reduce(add, zero(currency))
}

export function sameMoney(a: Money, b: Money): boolean {
  return a.currency === b.currency && a.amountMinor === b.amountMinor
}

const DECIMAL = /^(-?)(\d{1,18})(?:\.(\d{1,18}))?$/

/**
 * Parses a supplier's decimal (`"181.58"`) exactly, without an intermediate float. More decimals than the currency has are
 * rounded once, half away from zero. Errors: NOT_A_DECIMAL, NOT_A_CURRENCY, TOO_LARGE.
 */
export function parseMoney(
  decimal: string,
  currency: string,
): Result<Money, 'NOT_A_DECIMAL' | 'NOT_A_CURRENCY' | 'TOO_LARGE'> {
  if (!isCurrencyCode(currency)) return err('NOT_A_CURRENCY')
  const match = DECIMAL.exec(decimal.trim())
  if (!match) return err('NOT_A_DECIMAL')
  const [, sign = '', whole = '', decimals = ''] = match
  const exponent = currencyExponent(currency)
  const digits = whole + decimals.slice(0, exponent).padEnd(exponent, '0')
  const magnitude = wholeNumber(digits) + ((decimals[exponent] ?? '0') >= '5' ? 1 : 0)
  if (!Number.isSafeInteger(magnitude)) return err('TOO_LARGE')
  return ok({ amountMinor: sign === '-' && magnitude > 0 ? -magnitude : magnitude, currency })
}

/** A number of up to 15 digits is exact; longer ones are read as a BigInt, which shows whether they are still safe integers. */
function wholeNumber(digits: string): number {
  if (digits.length <= 15) return Number(digits)
  const exact = BigInt(digits)
  return exact > BigInt(Number.MAX_SAFE_INTEGER) ? Number.POSITIVE_INFINITY : Number(exact)
}

/** The amount as a decimal with all of the currency's places: 17700 minor units of USD are `177.00`, 5 of KWD are `0.005`. */
export function toDecimal({ amountMinor, currency }: Money): string {
  const exponent = currencyExponent(currency)
  const sign = amountMinor < 0 ? '-' : ''
  const digits = Math.abs(amountMinor)
    .toString()
    .padStart(exponent + 1, '0')
  return exponent === 0 ? sign + digits : `${sign}${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`
}

/** A whole fraction of an amount (`numerator / denominator`), rounded once, half away from zero. */
export function fraction(amount: Money, numerator: number, denominator: number): Money {
  const scaled = BigInt(amount.amountMinor) * BigInt(numerator)
  const divisor = BigInt(denominator)
  const magnitude = scaled < 0n ? -scaled : scaled
  const rounded = (magnitude * 2n + divisor) / (divisor * 2n)
  return money(Number(scaled < 0n ? -rounded : rounded), amount.currency)
}

/** `percent` of an amount; the percent may have up to four decimals (`12.5`). Rounded once, half away from zero. */
export function percentOf(amount: Money, percent: number): Money {
  return fraction(amount, Math.round(percent * 10_000), 1_000_000)
}

/**
 * Converts at `rate` (units of `to` for one unit of `amount.currency`, at most ten decimals), rounded once.
 * The exponents of the two currencies may differ.
 */
export function convert(amount: Money, rate: number, to: string): Money {
  const scale = 10_000_000_000n
  const numerator = BigInt(amount.amountMinor) * BigInt(Math.round(rate * 1e10)) * 10n ** BigInt(currencyExponent(to))
  const denominator = scale * 10n ** BigInt(currencyExponent(amount.currency))
  const magnitude = numerator < 0n ? -numerator : numerator
  const rounded = (magnitude * 2n + denominator) / (denominator * 2n)
  return money(Number(numerator < 0n ? -rounded : rounded), to)
}
