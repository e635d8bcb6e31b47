import type { HotelContent } from '../../domain/contract/search.ts'
import type { ShownPrices } from './hotel-prices.ts'

/** A part of an answer that many answers have in common. */
export type Shared<T> = {
  readonly value: T
  /** Where the facade keeps it as it writes it down; null until it has. */
  written: Written | null
}

/** A text, and its length in UTF-8. */
export type Written = { readonly text: string; readonly bytes: number }

/** Under this an item carries the parts of it that are shared. */
export const SHARED = Symbol('shared')

export type WithShared = {
  readonly [SHARED]?: {
    readonly content: Shared<HotelContent>
    /** Null for an estimate. */
    readonly prices: Shared<ShownPrices> | null
  }
}
