import { type Instant, instantOfLocal } from '../../../domain/time.ts'
import type { SandboxRatePlan } from '../../catalogue/catalogue.ts'
import { type PenaltyStep, penaltySteps } from '../../pricing.ts'
import { DEFAULT_HOLD_WINDOW_MS } from '../../scenarios.ts'
import { nightsMinor, type RoomPrice, totalMinor } from './room-price.ts'

/**
 * How a rate cancels. Before the first penalty it is free; from the first on its amount holds. `endAt` is what
 * a supplier shows as the end of a penalty that never ends: noon of the check-out day.
 */
export type CancelTerms = {
  readonly refundable: boolean
  readonly steps: readonly PenaltyStep[]
  readonly endAt: Instant
}

type CancelStay = {
  readonly checkInDate: string
  readonly checkOutDate: string
  readonly timeZone: string
  /** When the rate was first answered. */
  readonly shownAt: Instant
}

/** The cancel terms of a rate plan for one stay, as instants. */
export function cancelTermsOf(plan: SandboxRatePlan, stay: CancelStay): CancelTerms {
  return {
    refundable: plan.refundable,
    steps: stepsOf(plan, stay),
    endAt: instantOfLocal(`${stay.checkOutDate}T12:00:00`, stay.timeZone),
  }
}

/**
 * Rapid's wire has no field for a hold's length. A rate that is held for less than the agreed window tells so the one way
 * there is: its free cancellation ends then, and nobody keeps a hold beyond that.
 */
function stepsOf(plan: SandboxRatePlan, stay: CancelStay): readonly PenaltyStep[] {
  const steps = penaltySteps(plan, stay)
  const windowMs = plan.holdWindowMs ?? DEFAULT_HOLD_WINDOW_MS
  const isShort = windowMs < DEFAULT_HOLD_WINDOW_MS && (steps[0]?.fromAt ?? 0) > stay.shownAt + windowMs
  return isShort
    ? penaltySteps({ ...plan, cancellation: 'CHANGES_SOON', penaltyChangesAfterMs: windowMs }, stay)
    : steps
}

/** What cancelling one room costs at `nowAt`, minor units. A penalty without an amount turns out to be the whole price. */
export function penaltyMinor({ refundable, steps }: CancelTerms, price: RoomPrice, nowAt: Instant): number {
  const total = totalMinor(price)
  if (!refundable) return total
  const step = steps.find(({ fromAt, untilAt }) => fromAt <= nowAt && (untilAt === null || nowAt < untilAt))
  if (!step) return 0
  if (step.nights !== null) return nightsMinor(price, step.nights)
  return step.percent === null ? total : Math.round((total * step.percent) / 100)
}

/** When cancelling stops being free, if it is free at `nowAt`; null when it is not. */
export function freeUntilAt({ refundable, steps }: CancelTerms, nowAt: Instant): Instant | null {
  const first = steps[0]
  return refundable && first && first.fromAt > nowAt ? first.fromAt : null
}

/** What cancelling all rooms costs at `nowAt`, minor units. */
export function allPenaltyMinor(cancel: CancelTerms, prices: readonly RoomPrice[], nowAt: Instant): number {
  return prices.reduce((sum, price) => sum + penaltyMinor(cancel, price, nowAt), 0)
}
