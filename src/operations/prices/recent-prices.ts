import { SECOND_MS } from '../../domain/time.ts'
import type { CatalogueHotel } from '../../hotel-index/catalogue.ts'
import type { HotelPrices } from './hotel-prices.ts'
import type { KnownPrice } from './known-price.ts'

/**
 * The prices of the cache that this process holds in memory, so that the next search need not read them again. Only
 * `price-memory.ts` uses it; it documents the states.
 */
export type RecentPrices = {
  /** What suppliers have just answered through a connection, by `listingKey`. The cache has it a moment later. */
  readonly justAnswered: (question: string, connectionId: string) => JustAnswered
  /** Hotels as they were last read through these connections, in their order. */
  readonly hotels: (question: string, connections: string) => RecentHotels
}

export type JustAnswered = {
  readonly get: (listing: string) => KnownPrice | null
  readonly put: (listing: string, price: KnownPrice) => void
}

/** Returns nothing that was read before a supplier's last answer to this process. */
type RecentHotels = {
  readonly get: (hotel: CatalogueHotel) => RecentHotel | null
  readonly put: (hotel: CatalogueHotel, read: RecentHotel) => void
}

/** `version` is that of the prices when they were read; until it changes, the cache holds the same prices. */
type RecentHotel = { readonly prices: HotelPrices; readonly version: string }

/** How long a supplier's answer overrides the cache: longer than its write to the cache takes. */
const OVERRIDES_MS = 3 * SECOND_MS
/** The maximum of prices and hotels that a process holds together. */
const MAX_KEPT = 40_000
/** What a hotel takes with three suppliers' prices, the item that lists show, and its text. */
const HOTEL_BYTES = 4_096

/** How many prices and hotels fit into a quarter of a heap. */
export function pricesKeptIn(heapBytes: number): number {
  return Math.min(MAX_KEPT, Math.floor(heapBytes / 4 / HOTEL_BYTES))
}

type AnsweredPrice = { readonly price: KnownPrice; readonly answeredAt: number }
/** `hotel` is the object that was read; a new object may have other listings and therefore other prices. */
type KeptHotel = { readonly read: RecentHotel; readonly hotel: CatalogueHotel; readonly answersBefore: number }

type RecentQuestion = {
  readonly connections: Map<string, Map<string, AnsweredPrice>>
  readonly hotels: Map<string, Map<number, KeptHotel>>
  /** How often suppliers have answered, and when they last did, in ms since the process began. */
  answerCount: number
  answeredAt: number
  /** The number of entries that are held for the question, including itself. */
  size: number
}

export function createRecentPrices(most: number = MAX_KEPT): RecentPrices {
  /** The map is ordered by use; the question that was used least recently comes first. */
  const questions = new Map<string, RecentQuestion>()
  let count = 0

  function forgetLeastAsked(): void {
    for (const [key, { size }] of questions) {
      if (count <= most) return
      questions.delete(key)
      count -= size
    }
  }

  function questionOf(key: string): RecentQuestion {
    const known = questions.get(key)
    if (known) questions.delete(key)
    else count += 1
    const question = known ?? {
      connections: new Map(),
      hotels: new Map(),
      answerCount: 0,
      answeredAt: -OVERRIDES_MS,
      size: 1,
    }
    questions.set(key, question)
    return question
  }

  /** Counts a new entry of a question, if the question is still held. */
  function countOne(key: string, question: RecentQuestion): void {
    if (questions.get(key) !== question) return
    question.size += 1
    count += 1
    if (count > most) forgetLeastAsked()
  }

  return {
    justAnswered: (key, connectionId) => {
      const question = questionOf(key)
      const prices = question.connections.get(connectionId) ?? new Map<string, AnsweredPrice>()
      if (!question.connections.has(connectionId)) {
        question.connections.set(connectionId, prices)
        countOne(key, question)
      }
      const now = performance.now()
      return {
        get: (listing) => {
          const answered = prices.get(listing)
          return answered && now - answered.answeredAt < OVERRIDES_MS ? answered.price : null
        },
        put: (listing, price) => {
          question.answerCount += 1
          question.answeredAt = now
          if (!prices.has(listing)) countOne(key, question)
          prices.set(listing, { price, answeredAt: now })
        },
      }
    },
    hotels: (key, connections) => {
      const question = questionOf(key)
      const hotels = question.hotels.get(connections) ?? new Map<number, KeptHotel>()
      if (!question.hotels.has(connections)) {
        question.hotels.set(connections, hotels)
        countOne(key, question)
      }
      const answersBefore = question.answerCount
      const beganAt = performance.now()
      return {
        get: (hotel) => {
          const kept = hotels.get(hotel.hotelId)
          return kept && kept.hotel === hotel && kept.answersBefore === question.answerCount ? kept.read : null
        },
        put: (hotel, read) => {
          // For 3 s a supplier's fresh answer overrides the cache. It must not be stored under the cache's version, or it would
          // override it for longer. The start of the read decides, because an answer that was valid at that time may be among the
          // prices that were read.
          const isPlain = beganAt - question.answeredAt >= OVERRIDES_MS
          if (!isPlain || question.answerCount !== answersBefore) return
          if (!hotels.has(hotel.hotelId)) countOne(key, question)
          hotels.set(hotel.hotelId, { read, hotel, answersBefore })
        },
      }
    },
  }
}
