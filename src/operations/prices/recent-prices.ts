import { SECOND_MS } from '../../domain/time.ts'
import type { CatalogueHotel } from '../../hotel-index/catalogue.ts'
import type { HotelPrices } from './hotel-prices.ts'
import type { KnownPrice } from './known-price.ts'

/** What this process knows of the prices in the cache, so that the next search need not ask for them. */
export type RecentPrices = {
  /** What suppliers have just told through a connection: the cache has it a moment later. By the supplier's id of the hotel. */
  readonly justAnswered: (question: string, connectionId: string) => JustAnswered
  /** Hotels as whoever uses these connections, in their order, last read them. */
  readonly hotels: (question: string, connections: string) => RecentHotels
}

export type JustAnswered = {
  readonly get: (supplierHotelId: string) => KnownPrice | null
  readonly put: (supplierHotelId: string, price: KnownPrice) => void
}

/** Answers nothing that was read before this process was told something new. */
export type RecentHotels = {
  readonly get: (hotel: CatalogueHotel) => RecentHotel | null
  readonly put: (hotel: CatalogueHotel, near: RecentHotel) => void
}

/** `version` is that of the prices when they were read: while it has not changed, the cache holds the same. */
export type RecentHotel = { readonly prices: HotelPrices; readonly version: string }

/** Longer than it takes until the cache has what was told. */
const TOLD_MS = 3 * SECOND_MS
/** Told prices, and hotels of some 2 KB each. */
const MAX_KEPT = 40_000

type ToldPrice = { readonly price: KnownPrice; readonly toldAt: number }
/** The hotel as it was: with other listings it has other prices. */
type KeptHotel = { readonly near: RecentHotel; readonly hotel: CatalogueHotel; readonly toldBefore: number }

type NearQuestion = {
  readonly connections: Map<string, Map<string, ToldPrice>>
  readonly hotels: Map<string, Map<number, KeptHotel>>
  /** How often suppliers have told something, and when they last did, ms since the process began. */
  toldTimes: number
  toldAt: number
  /** Everything that is kept for it, itself included. */
  size: number
}

export function createRecentPrices(): RecentPrices {
  /** The least used first. */
  const questions = new Map<string, NearQuestion>()
  let count = 0

  function dropOldest(): void {
    for (const [key, { size }] of questions) {
      if (count <= MAX_KEPT) return
      questions.delete(key)
      count -= size
    }
  }

  function questionOf(key: string): NearQuestion {
    const known = questions.get(key)
    if (known) questions.delete(key)
    else count += 1
    const question = known ?? { connections: new Map(), hotels: new Map(), toldTimes: 0, toldAt: -TOLD_MS, size: 1 }
    questions.set(key, question)
    return question
  }

  /** Sets, and counts what is new for as long as the question is kept. */
  function keep<Name, Value>(
    key: string,
    question: NearQuestion,
    map: Map<Name, Value>,
    name: Name,
    value: Value,
  ): Value {
    if (!map.has(name) && questions.get(key) === question) {
      question.size += 1
      count += 1
    }
    map.set(name, value)
    if (count > MAX_KEPT) dropOldest()
    return value
  }

  return {
    justAnswered: (key, connectionId) => {
      const question = questionOf(key)
      const { connections } = question
      const prices = connections.get(connectionId) ?? keep(key, question, connections, connectionId, new Map())
      const now = performance.now()
      return {
        get: (supplierHotelId) => {
          const told = prices.get(supplierHotelId)
          return told && now - told.toldAt < TOLD_MS ? told.price : null
        },
        put: (supplierHotelId, price) => {
          question.toldTimes += 1
          question.toldAt = now
          keep(key, question, prices, supplierHotelId, { price, toldAt: now })
        },
      }
    },
    hotels: (key, connections) => {
      const question = questionOf(key)
      const hotels = question.hotels.get(connections) ?? keep(key, question, question.hotels, connections, new Map())
      const toldBefore = question.toldTimes
      const beganAt = performance.now()
      return {
        get: (hotel) => {
          const kept = hotels.get(hotel.hotelId)
          return kept && kept.hotel === hotel && kept.toldBefore === question.toldTimes ? kept.near : null
        },
        put: (hotel, near) => {
          // For 3 s a supplier's fresh answer overrides the cache. It must not be stored under the cache's version, or it would
          // override it for longer.
          // What counts is when reading began: a price that still held then may have been read since.
          const isPlain = beganAt - question.toldAt >= TOLD_MS
          if (isPlain && question.toldTimes === toldBefore)
            keep(key, question, hotels, hotel.hotelId, { near, hotel, toldBefore })
        },
      }
    },
  }
}
