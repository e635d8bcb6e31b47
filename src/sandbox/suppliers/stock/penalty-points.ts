import type { Instant } from '../../../domain/time.ts'
import type { CancelTerms } from './cancel-terms.ts'
import { allPenaltyMinor } from './cancel-terms.ts'
import type { RoomPrice } from './room-price.ts'

/** From `fromAt` on, cancelling all rooms costs `amountMinor`, until the next point. */
type PenaltyPoint = { readonly fromAt: Instant; readonly amountMinor: number }

/** The terms as amounts, for protocols that tell nothing else; before the first point cancelling is free. */
export function penaltyPoints(cancel: CancelTerms, prices: readonly RoomPrice[]): readonly PenaltyPoint[] {
  return cancel.steps.map(({ fromAt }) => ({ fromAt, amountMinor: allPenaltyMinor(cancel, prices, fromAt) }))
}
