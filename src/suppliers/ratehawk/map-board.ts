import { guestsOf, type Occupancy } from '../../domain/occupancy.ts'
import type { Board, BoardCode } from '../../domain/rate.ts'
import type { RateHawkRate } from './schema.ts'
import { titleOf } from './title.ts'

/** The boards of RateHawk's meals that are for everybody in the room. A word that is not listed keeps its name and gets no code. */
const BOARDS: Readonly<Record<string, readonly [code: BoardCode, name: string]>> = {
  breakfast: ['BB', 'Breakfast'],
  'breakfast-for-1': ['BB', 'Breakfast'],
  'breakfast-for-2': ['BB', 'Breakfast'],
  'breakfast-buffet': ['BB', 'Breakfast buffet'],
  'continental-breakfast': ['BB', 'Continental breakfast'],
  'american-breakfast': ['BB', 'American breakfast'],
  'english-breakfast': ['BB', 'English breakfast'],
  'irish-breakfast': ['BB', 'Irish breakfast'],
  'scottish-breakfast': ['BB', 'Scottish breakfast'],
  'scandinavian-breakfast': ['BB', 'Scandinavian breakfast'],
  'asian-breakfast': ['BB', 'Asian breakfast'],
  'chinese-breakfast': ['BB', 'Chinese breakfast'],
  'japanese-breakfast': ['BB', 'Japanese breakfast'],
  'israeli-breakfast': ['BB', 'Israeli breakfast'],
  'half-board': ['HB', 'Half board'],
  'half-board-dinner': ['HB', 'Half board with dinner'],
  'half-board-lunch': ['HB', 'Half board with lunch'],
  'full-board': ['FB', 'Full board'],
  'all-inclusive': ['AI', 'All inclusive'],
  'super-all-inclusive': ['AI', 'Super all inclusive'],
  'ultra-all-inclusive': ['AI', 'Ultra all inclusive'],
}

const UNTOLD: Board = { code: null, name: 'Meals not told' }

/**
 * The board of a rate depends on who stays: it has a code only when the meals are for every guest of every room, and the name
 * always says who eats. The deprecated `meal`, which tells less, counts only where there is no `meal_data` at all.
 */
export function mapBoard(
  { meal, meal_data: told }: Pick<RateHawkRate, 'meal' | 'meal_data'>,
  occupancy: Occupancy,
): Board {
  const value = told === null ? undefined : (told?.value ?? meal)
  if (value === undefined) return UNTOLD
  if (value === 'nomeal') return { code: 'RO', name: 'Room only' }
  const [code, name] = BOARDS[value] ?? [null, titleOf(value, 'Meals not told')]
  const noChildMeal = occupancy.some(({ childAges }) => childAges.length > 0) ? told?.no_child_meal : undefined
  const children = noChildMeal === undefined ? {} : { childrenIncluded: !noChildMeal }
  const covered = coveredBy(value)
  if (covered !== null && occupancy.some((room) => guestsOf(room) > covered))
    return { code: null, name: `${name} for ${guests(covered)}`, coversGuests: covered, ...children }
  return noChildMeal === true
    ? { code: null, name: `${name} for adults only`, ...children }
    : { code, name: name === 'Breakfast' ? 'Bed and breakfast' : name, ...children }
}

/** For how many guests of a room `breakfast-for-2` is: the word is all that says it. Null for a meal that names no number. */
function coveredBy(value: string): number | null {
  const number = /^breakfast-for-(\d+)$/.exec(value)?.[1]
  return number === undefined ? null : Number(number)
}

function guests(count: number): string {
  return count === 1 ? '1 guest' : `${count} guests`
}
