import type { Instant } from '../../../domain/time.ts'
import type { CancelTerms } from './cancel-terms.ts'
import { allPenaltyMinor } from './cancel-terms.ts'
import type { RoomPrice } from './room-price.ts'

/** From `fromAt` until the next point, cancelling all rooms costs `amountMinor`. */
type PenaltyPoint = { readonly fromAt: Instant; readonly amountMinor: number }

/** The terms as amounts, for protocols that can state nothing else. Before the first point cancelling is free. */
export function penaltyPoints(cancel: CancelTerms, prices: readonly RoomPrice[]): readonly PenaltyPoint[] {
  return cancel.steps.map(({ fromAt }) => ({ fromAt, amountMinor: allPenaltyMinor(cancel, prices, fromAt) }))
}
