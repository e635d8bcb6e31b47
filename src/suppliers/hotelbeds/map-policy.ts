import { buildPolicy, type CancellationPolicy } from '../../domain/cancellation.ts'
import { type Money, percentOf } from '../../domain/money.ts'
import { nightsOf, type Stay } from '../../domain/stay.ts'
import { type Instant, parseRfc3339 } from '../../domain/time.ts'
import { readMoney } from '../amounts.ts'
import { type PenaltyStep, sumSteps } from '../penalty-steps.ts'
import type { PricingModel } from './connection.ts'
import { costOf } from './map-price.ts'
import type { HotelbedsRate } from './schema.ts'

type PolicyContext = {
  readonly stay: Stay
  readonly total: Money
  readonly knownAt: Instant
  readonly timeZone: string | null
  readonly pricing: PricingModel
}

/**
 * The penalties of rates that are booked together, as one policy: cancelling is free before the first `from`; after that each
 * rate costs its latest step, and the booking costs their sum. The times carry an offset, so they are exact. Null when a penalty
 * cannot be read: a rate with unreadable terms is not sold.
 */
export function mapPolicy(rates: readonly HotelbedsRate[], context: PolicyContext): CancellationPolicy | null {
  const { total, stay, knownAt, timeZone } = context
  const costs = rates.map((rate) => costOf(rate, total.currency, context.pricing))
  const steps = rates.map((rate, index) => stepsOf(rate, costs[index] ?? null, nightsOf(stay)))
  if (steps.some((one) => one === null)) return null
  const untold = rates.some(({ cancellationPolicies }) => cancellationPolicies.length === 0)
  return buildPolicy({
    rules: untold
      ? []
      : sumSteps(
          steps.map((one) => one ?? []),
          total.currency,
        ),
    refundable: rates.some(({ rateClass }) => rateClass === 'NRF') ? false : untold ? null : true,
    total,
    nightly: null,
    nights: nightsOf(stay),
    knownAt,
    timeZone,
  })
}

function stepsOf({ cancellationPolicies }: HotelbedsRate, cost: Money | null, nights: number): PenaltyStep[] | null {
  const steps = cancellationPolicies.map((policy) => {
    const fromAt = parseRfc3339(policy.from)
    const money = cost && penaltyOf(policy, cost, nights)
    if (fromAt === null || !money || money.amountMinor < 0) return null
    return { fromAt, amountMinor: money.amountMinor, deadlineSource: 'SUPPLIER_ZONED' as const }
  })
  const read = steps.filter((step) => step !== null)
  return read.length === steps.length ? read : null
}

/** An amount wins over what else is told. Of nights without prices each costs the same, rounded up. */
function penaltyOf(
  { amount, percent, numberOfNights }: HotelbedsRate['cancellationPolicies'][number],
  cost: Money,
  nights: number,
): Money | null {
  if (amount !== undefined) return readMoney(amount, cost.currency)
  if (percent !== undefined) return percent <= 100 ? percentOf(cost, percent) : null
  if (numberOfNights === undefined) return null
  return { ...cost, amountMinor: Math.ceil((cost.amountMinor * Math.min(numberOfNights, nights)) / nights) }
}
