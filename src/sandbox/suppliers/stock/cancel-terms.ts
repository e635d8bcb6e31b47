import { type Instant, instantOfLocal } from '../../../domain/time.ts'
import type { SandboxRatePlan } from '../../catalogue/catalogue.ts'
import { type PenaltyStep, penaltySteps } from '../../pricing.ts'
import { DEFAULT_HOLD_WINDOW_MS } from '../../scenario-rows.ts'
import { nightsMinor, type RoomPrice, totalMinor } from './room-price.ts'

/**
 * The cancellation terms of a rate. Before the first penalty cancelling is free; after that the current penalty applies. A
 * supplier shows `endAt` as the end of a penalty that never ends: noon of the check-out day.
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
  /** When the rate was first shown. */
  readonly shownAt: Instant
}

/** The cancellation terms of a rate plan for one stay, as instants. */
export function cancelTermsOf(plan: SandboxRatePlan, stay: CancelStay): CancelTerms {
  return {
    refundable: plan.refundable,
    steps: stepsOf(plan, stay),
    endAt: instantOfLocal(`${stay.checkOutDate}T12:00:00`, stay.timeZone),
  }
}

/**
 * Rapid's protocol cannot state the length of a hold. For a hold shorter than the agreed window, free cancellation therefore ends
 * when the hold does: a hold never lasts beyond free cancellation, so the client can derive its end.
 */
function stepsOf(plan: SandboxRatePlan, stay: CancelStay): readonly PenaltyStep[] {
  const steps = penaltySteps(plan, stay)
  const windowMs = plan.holdWindowMs ?? DEFAULT_HOLD_WINDOW_MS
  const isShort = windowMs < DEFAULT_HOLD_WINDOW_MS && (steps[0]?.fromAt ?? 0) > stay.shownAt + windowMs
  return isShort
    ? penaltySteps({ ...plan, cancellation: 'CHANGES_SOON', penaltyChangesAfterMs: windowMs }, stay)
    : steps
}

/** The cost of cancelling one room at `nowAt`, minor units. A penalty without an amount costs the whole price. */
export function penaltyMinor({ refundable, steps }: CancelTerms, price: RoomPrice, nowAt: Instant): number {
  const total = totalMinor(price)
  if (!refundable) return total
  const step = steps.find(({ fromAt, untilAt }) => fromAt <= nowAt && (untilAt === null || nowAt < untilAt))
  if (!step) return 0
  if (step.nights !== null) return nightsMinor(price, step.nights)
  return step.percent === null ? total : Math.round((total * step.percent) / 100)
}

/** The time at which free cancellation ends; null when cancelling is not free at `nowAt`. */
export function freeUntilAt({ refundable, steps }: CancelTerms, nowAt: Instant): Instant | null {
  const first = steps[0]
  return refundable && first && first.fromAt > nowAt ? first.fromAt : null
}

/** The cost of cancelling all rooms at `nowAt`, minor units. */
export function allPenaltyMinor(cancel: CancelTerms, prices: readonly RoomPrice[], nowAt: Instant): number {
  return prices.reduce((sum, price) => sum + penaltyMinor(cancel, price, nowAt), 0)
}
