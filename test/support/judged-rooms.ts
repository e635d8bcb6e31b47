import { judgeRooms } from '../../src/mapping/rooms/judge-rooms.ts'
import type { RoomPair } from './room-pairs.ts'

export function shown({ a, b }: RoomPair): string {
  return `${a.name} | ${b.name}`
}

export function verdictOf({ a, b }: RoomPair): string {
  return judgeRooms(a, b).verdict
}

export function shareFound(pairs: readonly RoomPair[]): number {
  return pairs.filter((pair) => verdictOf(pair) === 'EQUAL').length / pairs.length
}

/** A judgement as one text, with the sides as they were given, or swapped twice. */
export function sidesOf({ a, b }: RoomPair, first: 'a' | 'b'): string {
  const { verdict, score, evidence } = first === 'a' ? judgeRooms(a, b) : judgeRooms(b, a)
  const pieces = evidence.map((one) =>
    JSON.stringify(first === 'a' ? [one.kind, one.effect, one.a, one.b] : [one.kind, one.effect, one.b, one.a]),
  )
  return JSON.stringify([verdict, score, pieces.sort((one, other) => (one < other ? -1 : 1))])
}
