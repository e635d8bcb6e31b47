import { buildPolicy, type CancellationPolicy, type PenaltyRule } from '../../domain/cancellation.ts'
import { fraction, type Money, parseMoney, sum } from '../../domain/money.ts'
import type { RatePrice } from '../../domain/rate.ts'
import { nightDates, nightsOf, type Stay } from '../../domain/stay.ts'
import { type Instant, parseRfc3339 } from '../../domain/time.ts'
import type { CancelTerms } from './schema.ts'

type PolicyContext = {
  readonly stay: Stay
  readonly price: RatePrice
  readonly rooms: number
  readonly knownAt: Instant
  readonly timeZone: string | null
}

type Penalty = CancelTerms['cancel_penalties'][number]

/**
 * Converts Rapid's penalties to a policy. Their times carry an offset, so they are exact. Null when a penalty cannot be read: a
 * rate with unreadable terms is not sold.
 */
export function mapPolicy(terms: CancelTerms, context: PolicyContext): CancellationPolicy | null {
  const rules = terms.cancel_penalties.map((penalty) => toRules(penalty, context))
  if (rules.some((rule) => rule === null)) return null
  const known = rules.flatMap((rule) => rule ?? [])
  return withoutFreePeriod(
    terms,
    policyBy([...known, ...nonRefundableNights(terms, context)], terms, context),
    (rule) => policyBy([rule], terms, context),
  )
}

function policyBy(rules: readonly PenaltyRule[], terms: CancelTerms, context: PolicyContext): CancellationPolicy {
  const { price, stay, knownAt, timeZone } = context
  return buildPolicy({
    rules,
    refundable: refundableOf(terms),
    total: price.total,
    nightly: price.nightly,
    nights: nightsOf(stay),
    knownAt,
    timeZone,
  })
}

/** `current_refundability` is what `refundable` says, in detail; it decides where both are told. */
function refundableOf({ refundable, current_refundability: current }: CancelTerms): boolean | null {
  if (current === 'non_refundable') return false
  return current === 'partially_refundable' ? null : refundable
}

const UNTOLD_PENALTY: PenaltyRule = {
  fromAt: null,
  untilAt: null,
  basis: 'UNKNOWN',
  amount: null,
  nights: null,
  percent: null,
  deadlineSource: 'SUPPLIER_ZONED',
}

/** A rate that refunds a part only is never told as free now: what it costs is then unknown. */
function withoutFreePeriod(
  { current_refundability: current }: CancelTerms,
  policy: CancellationPolicy,
  policyWith: (rule: PenaltyRule) => CancellationPolicy,
): CancellationPolicy {
  const isFreeNow = policy.windows[0]?.status === 'NO_CHARGE'
  return current === 'partially_refundable' && isFreeNow ? policyWith(UNTOLD_PENALTY) : policy
}

/** One rule for each kind of amount in a penalty. Rapid normally gives one; of several, the highest applies. */
function toRules(penalty: Penalty, context: PolicyContext): PenaltyRule[] | null {
  const { amount, nights, percent } = penalty
  const fromAt = parseRfc3339(penalty.start)
  const untilAt = penalty.end === undefined ? null : parseRfc3339(penalty.end)
  if (fromAt === null || (penalty.end !== undefined && untilAt === null)) return null
  const rule = { fromAt, untilAt, amount: null, nights: null, percent: null, deadlineSource: 'SUPPLIER_ZONED' } as const
  const fixed = amount === undefined ? undefined : fixedAmount(amount, penalty.currency, context)
  if (fixed === null) return null
  const rules: PenaltyRule[] = []
  if (fixed) rules.push({ ...rule, basis: 'FIXED', amount: fixed })
  if (nights !== undefined) rules.push({ ...rule, basis: 'NIGHTS', nights })
  if (percent !== undefined)
    rules.push(percent >= 100 ? { ...rule, basis: 'FULL_STAY', percent: 100 } : { ...rule, basis: 'PERCENT', percent })
  return rules.length > 0 ? rules : [{ ...rule, basis: 'UNKNOWN' }]
}

/** The amount for all rooms of the booking: Rapid gives it per room. Null when it is not a valid amount. */
function fixedAmount(decimal: string, currency: string | undefined, { price, rooms }: PolicyContext): Money | null {
  const amount = parseMoney(decimal, currency ?? price.total.currency)
  if (!amount.ok || amount.value.amountMinor < 0) return null
  const amountMinor = amount.value.amountMinor * rooms
  return Number.isSafeInteger(amountMinor) ? { ...amount.value, amountMinor } : null
}

/** Nights in a non-refundable range are charged no matter when the booking is cancelled. */
function nonRefundableNights(terms: CancelTerms, { stay, price }: PolicyContext): PenaltyRule[] {
  if (terms.nonrefundable_date_ranges.length === 0) return []
  const dates = nightDates(stay)
  const lost = dates.map((date) =>
    terms.nonrefundable_date_ranges.some(({ start, end }) => start <= date && date <= end),
  )
  const count = lost.filter(Boolean).length
  if (count === 0) return []
  const amount =
    price.nightly?.length === dates.length
      ? sum(
          price.nightly.filter((_, index) => lost[index]),
          price.total.currency,
        )
      : fraction(price.total, count, dates.length)
  return [
    {
      fromAt: null,
      untilAt: null,
      basis: 'FIXED',
      amount,
      nights: null,
      percent: null,
      deadlineSource: 'SUPPLIER_ZONED',
    },
  ]
}
