import { guestsOf, type Occupancy, type RoomOccupancy } from '../../domain/occupancy.ts'
import type { Board, BoardCode } from '../../domain/rate.ts'
import type { BoardParts } from './schema.ts'

/** Our codes for Hotelbeds' boards. A board that is not listed keeps its name and gets no code. */
const BOARD_CODES: Readonly<Record<string, BoardCode>> = {
  RO: 'RO',
  SC: 'RO',
  BB: 'BB',
  AB: 'BB',
  CB: 'BB',
  DB: 'BB',
  HB: 'HB',
  FB: 'FB',
  AI: 'AI',
  AS: 'AI',
  TI: 'AI',
}

const NAMES: Readonly<Record<string, string>> = {
  RO: 'Room only',
  SC: 'Self catering',
  BB: 'Bed and breakfast',
  HB: 'Half board',
  FB: 'Full board',
  AI: 'All inclusive',
}

/** Words of a name for a board that has less than its code promises. */
const LESS = /\b(soft|light|lite)\b/i

/** A breakfast for so many guests of a room: `B1`, `B2`. */
const BREAKFASTS = /^B([1-9])$/

/** The numbers of guests for which Hotelbeds has a breakfast. */
const COUNTED = [1, 2]

/** Every board of Hotelbeds that may be one of ours for these rooms: what a search asks for. */
export function theirBoards(codes: readonly BoardCode[], occupancy: Occupancy): string[] {
  const largest = Math.max(...occupancy.map(guestsOf))
  return [
    ...Object.entries(BOARD_CODES).flatMap(([theirs, ours]) => (codes.includes(ours) ? [theirs] : [])),
    ...(codes.includes('BB') ? COUNTED.filter((count) => count >= largest).map((count) => `B${count}`) : []),
  ]
}

/** The board of rates that are booked together. Breakfasts for fewer guests than a room has are no bed and breakfast. */
export function boardOf({ boardCode, boardName }: BoardParts, parties: readonly RoomOccupancy[]): Board {
  const count = Number(BREAKFASTS.exec(boardCode)?.[1] ?? 0)
  if (count > 0)
    return {
      code: parties.every((party) => guestsOf(party) <= count) ? 'BB' : null,
      name: count === 1 ? 'Breakfast for 1 guest' : `Breakfast for ${count} guests`,
      coversGuests: count,
    }
  const code = LESS.test(boardName) ? null : (BOARD_CODES[boardCode] ?? null)
  if (code === null) return { code, name: boardName || boardCode }
  return { code, name: NAMES[boardCode] ?? (boardName || NAMES[code] || code) }
}
