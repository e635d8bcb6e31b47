import type { RoomOptionView, RoomProviderView } from '../../domain/contract/offer.ts'
import type { EnabledSupplier } from '../../store/organizations.ts'

/** The state of each supplier in one room search, and the options so far. */
export type ProgressBoard = {
  readonly options: RoomOptionView[]
  readonly settle: (provider: RoomProviderView) => void
  readonly providers: () => RoomProviderView[]
}

export function createBoard(enabled: readonly EnabledSupplier[]): ProgressBoard {
  const providers = new Map<string, RoomProviderView>(
    enabled.map(({ supplierCode }) => [
      supplierCode,
      { supplierCode, outcome: 'PENDING', latencyMs: null, retryAfterMs: null, unavailableReason: null },
    ]),
  )
  return {
    options: [],
    settle: (provider) => providers.set(provider.supplierCode, provider),
    providers: () => [...providers.values()],
  }
}
