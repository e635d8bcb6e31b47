import { guestsOf, type Occupancy } from '../../domain/occupancy.ts'
import type { Board, BoardCode } from '../../domain/rate.ts'
import type { BoardParts } from './schema.ts'

const BOARDS: Readonly<Record<string, { readonly code: BoardCode; readonly name: string }>> = {
  RO: { code: 'RO', name: 'Room only' },
  BI: { code: 'BB', name: 'Bed and breakfast' },
  BB: { code: 'BB', name: 'Bed and breakfast' },
  HB: { code: 'HB', name: 'Half board' },
  FB: { code: 'FB', name: 'Full board' },
  AI: { code: 'AI', name: 'All inclusive' },
}

/** A breakfast for so many guests of a room: `BB1`, `BB2`. */
const BREAKFASTS = /^BB([1-9])$/

/** The numbers of guests for which LiteAPI names a breakfast. */
const COUNTED = [1, 2, 3]

/** Every board of LiteAPI that may be one of ours for these rooms: what a search asks for. */
export function theirBoards(codes: readonly BoardCode[], occupancy: Occupancy): string[] {
  const largest = Math.max(...occupancy.map(guestsOf))
  return [
    ...Object.entries(BOARDS).flatMap(([theirs, { code }]) => (codes.includes(code) ? [theirs] : [])),
    ...(codes.includes('BB') ? COUNTED.filter((count) => count >= largest).map((count) => `BB${count}`) : []),
  ]
}

/** The board of an offer: of every room, or none that has a code. Breakfasts for fewer guests than a room has are no breakfast. */
export function boardOf(rates: readonly BoardParts[], occupancy: Occupancy): Board {
  const boards = rates.map((rate, index) =>
    boardOfRate(rate, guestsOf(occupancy[index] ?? { adults: 0, childAges: [] })),
  )
  const [first = UNTOLD] = boards
  if (boards.every(({ code, name }) => code === first.code && name === first.name)) return first
  return { code: null, name: [...new Set(boards.map(({ name }) => name))].join(' / ') }
}

const UNTOLD: Board = { code: null, name: 'Meals not told' }

function boardOfRate({ boardType, boardName }: BoardParts, guests: number): Board {
  const count = Number(BREAKFASTS.exec(boardType)?.[1] ?? 0)
  if (count > 0)
    return {
      code: guests <= count ? 'BB' : null,
      name: count === 1 ? 'Breakfast for 1 guest' : `Breakfast for ${count} guests`,
      coversGuests: count,
    }
  return BOARDS[boardType] ?? { code: null, name: boardName || boardType || UNTOLD.name }
}
