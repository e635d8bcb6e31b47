import { buildPolicy, type CancellationPolicy, type PenaltyRule } from '../../domain/cancellation.ts'
import type { Money } from '../../domain/money.ts'
import { nightsOf, type Stay } from '../../domain/stay.ts'
import { type Instant, parseRfc3339 } from '../../domain/time.ts'
import { readMoney } from '../amounts.ts'
import type { Penalties } from './schema.ts'

type PolicyContext = {
  readonly stay: Stay
  readonly total: Money
  readonly knownAt: Instant
  readonly timeZone: string | null
  readonly noShow: PenaltyRule | null
}

/** Parses RateHawk's times, which are UTC but carry no zone. */
export function parseUtc(text: string): Instant | null {
  return parseRfc3339(/(Z|[+-]\d\d:\d\d)$/.test(text) ? text : `${text}Z`)
}

/**
 * The penalties as a policy. Amounts are what we are charged, in the currency of the price. Null when a penalty cannot be read,
 * or when none covers the present: a rate with unreadable terms is not sold.
 */
export function mapPolicy(
  { policies, free_cancellation_before }: Penalties,
  { total, stay, knownAt, timeZone, noShow }: PolicyContext,
): CancellationPolicy | null {
  const rules = policies.map((policy) => toRule(policy, total.currency))
  if (rules.some((rule) => rule === null)) return null
  const read = rules.filter((rule) => rule !== null)
  const opens = read.some(({ fromAt }) => fromAt === null) || free_cancellation_before !== null
  if (read.length > 0 && !opens) return null
  return buildPolicy({
    rules: read,
    refundable: read.length > 0 ? true : null,
    total,
    nightly: null,
    nights: nightsOf(stay),
    knownAt,
    timeZone,
    noShow,
  })
}

function toRule(policy: Penalties['policies'][number], currency: string): PenaltyRule | null {
  const fromAt = policy.start_at === null ? null : parseUtc(policy.start_at)
  const untilAt = policy.end_at === null ? null : parseUtc(policy.end_at)
  const amount = readMoney(policy.amount_charge, currency)
  const isBroken =
    (policy.start_at !== null && fromAt === null) ||
    (policy.end_at !== null && untilAt === null) ||
    amount === null ||
    amount.amountMinor < 0
  if (isBroken) return null
  return { fromAt, untilAt, basis: 'FIXED', amount, nights: null, percent: null, deadlineSource: 'SUPPLIER_ZONED' }
}
