import { SECOND_MS } from '../../domain/time.ts'
import type { KnownPrice } from './price-cache.ts'

/**
 * Prices that this process has just read or written: what one search has asked the cache, the next need not. Kept for so short
 * that another process's newer price is hardly missed; that there is no price is not kept, since it may come at any time.
 */
export type NearPrices = {
  /** The prices of a connection for a question, by the supplier's id of the hotel. */
  readonly of: (connectionId: string, question: string) => NearQuestion
}

export type NearQuestion = {
  readonly get: (supplierHotelId: string) => KnownPrice | null
  readonly put: (supplierHotelId: string, price: KnownPrice) => void
}

const KEPT_MS = 3 * SECOND_MS
/** Some 200 bytes each. */
const MAX_PRICES = 200_000

type Near = { readonly price: KnownPrice; readonly readAt: number }

export const createNearPrices = (): NearPrices => {
  const questions = new Map<string, Map<string, Near>>()
  let count = 0

  const dropOldest = (): void => {
    for (const [key, prices] of questions) {
      if (count <= MAX_PRICES) return
      questions.delete(key)
      count -= prices.size
    }
  }

  return {
    of: (connectionId, question) => {
      const key = `${connectionId}:${question}`
      const prices = questions.get(key) ?? new Map<string, Near>()
      const now = performance.now()
      return {
        get: (supplierHotelId) => {
          const near = prices.get(supplierHotelId)
          return near && now - near.readAt < KEPT_MS ? near.price : null
        },
        put: (supplierHotelId, price) => {
          if (!prices.has(supplierHotelId)) count += 1
          prices.set(supplierHotelId, { price, readAt: now })
          if (!questions.has(key)) questions.set(key, prices)
          if (count > MAX_PRICES) dropOldest()
        },
      }
    },
  }
}
