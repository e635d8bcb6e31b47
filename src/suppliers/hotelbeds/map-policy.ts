import { buildPolicy, type CancellationPolicy } from '../../domain/cancellation.ts'
import type { Money } from '../../domain/money.ts'
import { nightsOf, type Stay } from '../../domain/stay.ts'
import { type Instant, parseRfc3339 } from '../../domain/time.ts'
import { readMoney } from '../amounts.ts'
import { type PenaltyStep, sumSteps } from '../penalty-steps.ts'
import type { HotelbedsRate } from './schema.ts'

type PolicyContext = {
  readonly stay: Stay
  readonly total: Money
  readonly knownAt: Instant
  readonly timeZone: string | null
}

/**
 * The penalties of rates that are booked together, as one policy: cancelling is free before the first `from`; after that each
 * rate costs its latest step, and the booking costs their sum. The times carry an offset, so they are exact. Null when a penalty
 * cannot be read: a rate with unreadable terms is not sold.
 */
export function mapPolicy(rates: readonly HotelbedsRate[], context: PolicyContext): CancellationPolicy | null {
  const { total, stay, knownAt, timeZone } = context
  const steps = rates.map((rate) => stepsOf(rate, total.currency))
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

function stepsOf({ cancellationPolicies }: HotelbedsRate, currency: string): PenaltyStep[] | null {
  const steps = cancellationPolicies.map(({ amount, from }) => {
    const fromAt = parseRfc3339(from)
    const money = readMoney(amount, currency)
    if (fromAt === null || !money || money.amountMinor < 0) return null
    return { fromAt, amountMinor: money.amountMinor, deadlineSource: 'SUPPLIER_ZONED' as const }
  })
  const read = steps.filter((step) => step !== null)
  return read.length === steps.length ? read : null
}
