import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ToldBed, ToldRoom } from '../../src/mapping/rooms/room-attributes.ts'
import type { RoomVerdict } from '../../src/mapping/rooms/room-verdict.ts'

const HERE = join(import.meta.dirname, '../mapping/rooms')

export type RoomPair = {
  readonly a: ToldRoom
  readonly b: ToldRoom
  /** NOT_EQUAL: REVIEW and DIFFERENT are both right. */
  readonly label: RoomVerdict | 'NOT_EQUAL'
  /** `equal-de-en`, `equal-mixed`, `other-room`, `tricky`, or the development pairs’ own. */
  readonly kind: string
}

function linesOf(file: string): string[] {
  return readFileSync(join(HERE, file), 'utf8').split('\n')
}

/** `de:Doppelzimmer` */
function roomOf(text: string): ToldRoom {
  return { language: text.slice(0, 2), name: text.slice(3).trim() }
}

const SUPPLIERS: Readonly<Record<string, string>> = {
  R: 'expedia_rapid',
  H: 'hotelbeds',
  E: 'ratehawk',
  L: 'liteapi',
}

/** `R.de:Deluxe-Zimmer, 1 King-Bett {KING:1} <3>`: whose, the language, the name, its beds and its greatest occupancy. */
function suppliedRoomOf(text: string): ToldRoom {
  const [, supplier = '', language, name = '', beds, most] =
    /^([RHEL])\.(\w\w):(.*?)(?: \{(.+)\})?(?: <(\d+)>)?$/.exec(text) ?? []
  if (language === undefined) throw new Error(`not a room: ${text}`)
  return {
    supplierCode: SUPPLIERS[supplier],
    language,
    name,
    bedChoices: beds === undefined ? [] : [beds.split('+').map(bedOf)],
    maxOccupancy: most === undefined ? null : Number(most),
  }
}

function bedOf(text: string): ToldBed {
  const [type = '', count] = text.split(':')
  return { type, count: Number(count) }
}

function hotelsOf(file: string, read: (text: string) => ToldRoom): ToldRoom[][][] {
  const hotels: ToldRoom[][][] = []
  let isInside = false
  for (const line of linesOf(file)) {
    const isRoom = line.trim() !== '' && !line.startsWith('#')
    if (isRoom && !isInside) hotels.push([])
    if (isRoom) hotels.at(-1)?.push(line.split(' | ').map((text) => read(text.trim())))
    isInside = isRoom
  }
  return hotels
}

/** Made-up hotels: for each, its rooms, each with the names that suppliers give it. */
export function madeHotels(): ToldRoom[][][] {
  return hotelsOf('hotels.txt', roomOf)
}

export function madeNames(): ToldRoom[] {
  return madeHotels().flat(2)
}

/** As the development pairs call them: `equal-de`, `equal-de-en`. */
function kindOf(a: string, b: string): string {
  if (a === b) return `equal-${a}`
  if (a !== 'en' && b !== 'en') return 'equal-mixed'
  return `equal-${a === 'en' ? b : a}-en`
}

function pairsWithin(names: readonly ToldRoom[]): RoomPair[] {
  return names.flatMap((a, at) =>
    names.slice(at + 1).map((b) => {
      return { a, b, label: 'EQUAL', kind: kindOf(a.language ?? '', b.language ?? '') } as const
    }),
  )
}

/** All pairs of names in each made-up hotel: of one room, and of two. */
export function madePairs(): RoomPair[] {
  return pairsOf(madeHotels())
}

/** The same of hotels as the four suppliers have them, with their fields; not what one supplier says twice. */
export function supplierPairs(): RoomPair[] {
  return pairsOf(hotelsOf('suppliers.txt', suppliedRoomOf)).filter(
    ({ a, b }) => a.supplierCode !== b.supplierCode || a.language !== b.language,
  )
}

function pairsOf(hotels: readonly ToldRoom[][][]): RoomPair[] {
  return hotels.flatMap((rooms) =>
    rooms.flatMap((names, at) => [
      ...pairsWithin(names),
      ...names.flatMap((a) =>
        rooms
          .slice(at + 1)
          .flat()
          .map((b) => ({ a, b, label: 'NOT_EQUAL', kind: 'other-room' }) as const),
      ),
    ]),
  )
}

/** Pairs that look alike and are not one room. */
export function trickyPairs(): RoomPair[] {
  return linesOf('not-equal.txt')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => {
      const [a = '', b = '', label] = line.split(' | ').map((part) => part.trim())
      const isStrict = label === 'REVIEW' || label === 'DIFFERENT'
      return { a: roomOf(a), b: roomOf(b), label: isStrict ? label : 'NOT_EQUAL', kind: 'tricky' }
    })
}
