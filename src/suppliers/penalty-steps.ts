import type { DeadlineSource, PenaltyRule } from '../domain/cancellation.ts'
import type { Instant } from '../domain/time.ts'

/** From `fromAt` on, cancelling one rate costs `amountMinor`. A later step replaces an earlier one. */
export type PenaltyStep = {
  readonly fromAt: Instant
  readonly amountMinor: number
  readonly deadlineSource: DeadlineSource
}

/**
 * The rules for rates that are booked together, each with its own steps. Cancelling a rate is free before its first step; the
 * booking costs the sum of what each rate costs at that moment.
 */
export function sumSteps(rates: readonly (readonly PenaltyStep[])[], currency: string): PenaltyRule[] {
  const sorted = rates.map((steps) => [...steps].sort((a, b) => a.fromAt - b.fromAt))
  const starts = [...new Set(sorted.flatMap((steps) => steps.map(({ fromAt }) => fromAt)))].sort((a, b) => a - b)
  return starts.map((fromAt, index) => {
    const holding = sorted.map((steps) => steps.findLast((step) => step.fromAt <= fromAt))
    return {
      fromAt,
      untilAt: starts[index + 1] ?? null,
      basis: 'FIXED',
      amount: { amountMinor: holding.reduce((sum, step) => sum + (step?.amountMinor ?? 0), 0), currency },
      nights: null,
      percent: null,
      deadlineSource: holding.find((step) => step?.fromAt === fromAt)?.deadlineSource ?? 'ASSUMED_EARLIEST',
    }
  })
}
