import { guestsOf, type Occupancy } from '../../domain/occupancy.ts'
import type { Board, BoardCode } from '../../domain/rate.ts'
import type { BoardParts } from './schema.ts'

type Meal = { readonly code: BoardCode; readonly covers: number | null }

const BREAKFAST: Meal = { code: 'BB', covers: null }

/**
 * Amenities of rates that are known by their id, which is the same in every language; null: it is no meal.
 * Source: the examples of `GET /v3/references/rate-amenities` and of the property content; 2390 is Rapid's free WiFi.
 */
const BY_ID: Readonly<Record<string, Meal | null>> = {
  2098: BREAKFAST,
  2104: BREAKFAST,
  2108: null,
  2235: null,
  2390: null,
  1073743286: null,
  1073743391: null,
}

const NAMES: Readonly<Record<BoardCode, string>> = {
  AI: 'All inclusive',
  FB: 'Full board',
  HB: 'Half board',
  BB: 'Bed and breakfast',
  RO: 'Room only',
}

/** The better board first. */
const ORDER: readonly BoardCode[] = ['AI', 'FB', 'HB', 'BB']

/** English names that are a board. What only may be one is in `FOOD`. */
const WORDS: readonly (readonly [RegExp, BoardCode])[] = [
  [/\ball[- ]inclusive\b/i, 'AI'],
  [/\bfull board\b/i, 'FB'],
  [/\bhalf board\b/i, 'HB'],
  [/\bbreakfast\b/i, 'BB'],
]

/** Meals that must be paid for, or are only an extra: never a board. */
const NOT_INCLUDED = /\b(available|surcharge|discount|credit|extra charge|not included|half[- ]price|% off)\b/i
const FOOD = /\b(meals?|lunch|dinner|supper|brunch|food|board|inclusive)\b/i

/** `Free breakfast for 2`, `Breakfast for one person`. */
const COUNT = /\bfor (?:up to )?(\d{1,2}|one|two)\b/i
const COUNT_WORDS: Readonly<Record<string, number>> = { one: 1, two: 2 }

/** How an amenity was read: a meal, no meal, or unknown. */
type Reading = Meal | 'NO_MEAL' | 'UNKNOWN'

function readWords(name: string): Reading {
  const found = WORDS.find(([pattern]) => pattern.test(name))
  if (!found) return FOOD.test(name) ? 'UNKNOWN' : 'NO_MEAL'
  if (NOT_INCLUDED.test(name)) return found[1] === 'BB' ? 'NO_MEAL' : 'UNKNOWN'
  const count = COUNT.exec(name)?.[1]?.toLowerCase()
  return { code: found[1], covers: count === undefined ? null : (COUNT_WORDS[count] ?? Number(count)) }
}

/** By its id where that is known; by its name only in English, because names are in the request's language. */
function readAmenity(id: string, name: string, isEnglish: boolean): Reading {
  const known = BY_ID[id]
  if (known !== undefined) return known ?? 'NO_MEAL'
  return isEnglish && name !== '' ? readWords(name) : 'UNKNOWN'
}

/** A breakfast that is given on top, to so many guests, each day. */
function givenBreakfast({ promotions }: BoardParts, isEnglish: boolean): Meal[] {
  return Object.values(promotions?.value_adds ?? {}).flatMap((given): Meal[] => {
    const { category, description = '', offer_type: type, frequency = 'unknown', person_count: covers = 0 } = given
    const isDaily = frequency === 'per_day' || frequency === 'per_night'
    const isMeal =
      category === 'food_and_beverage' && type === 'free' && isEnglish && /\bbreakfast\b/i.test(description)
    return isMeal && isDaily ? [{ code: 'BB', covers }] : []
  })
}

/**
 * The board of a rate, which Rapid tells by amenities. It is never told better than sent: meals for fewer guests than a room has,
 * and amenities that nobody can read, are no board.
 */
export function mapBoard(
  rate: BoardParts,
  { occupancy, isEnglish }: { readonly occupancy: Occupancy; readonly isEnglish: boolean },
): Board {
  const largest = Math.max(...occupancy.map(guestsOf))
  const amenities = Object.entries(rate.amenities).map(([key, { id = key, name = '' }]) => ({
    name,
    reading: readAmenity(id, name, isEnglish),
  }))
  const meals = amenities.flatMap(({ reading }) => (typeof reading === 'string' ? [] : [reading]))
  // What is given to a part of the guests only is a promotion, and changes no board.
  const forAll = [...meals, ...givenBreakfast(rate, isEnglish)].filter(
    ({ covers }) => covers === null || covers >= largest,
  )
  const best = ORDER.find((code) => forAll.some((meal) => meal.code === code))
  if (best) return { code: best, name: NAMES[best], coversGuests: null, childrenIncluded: null }
  const partial = meals.toSorted((a, b) => (b.covers ?? 0) - (a.covers ?? 0))[0]
  if (partial) return partialBoard(partial)
  const unread = amenities.filter(({ reading }) => reading === 'UNKNOWN')
  if (unread.length > 0) return { code: null, name: unread.map(({ name }) => name).join(', ') || 'Meals not told' }
  return { code: 'RO', name: NAMES.RO }
}

function partialBoard({ code, covers }: Meal): Board {
  const meal = code === 'BB' ? 'Breakfast' : NAMES[code]
  const guests = covers === 1 ? '1 guest' : `${covers ?? 0} guests`
  return { code: null, name: `${meal} for ${guests}`, coversGuests: covers, childrenIncluded: null }
}
