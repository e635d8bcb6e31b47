import type { MappingStatus } from '../../domain/mapping.ts'
import { judgeAttributes } from './judge-rooms.ts'
import { parseRoom } from './parse-room.ts'
import type { RoomAttributes, ToldRoom } from './room-attributes.ts'
import type { RoomVerdict } from './room-verdict.ts'

/** A service room, read once: what its members are, each way of being told once. */
export type ReadServiceRoom = { readonly roomId: string; readonly members: readonly RoomAttributes[] }

/** `roomId` is null unless it is MATCHED. */
export type MatchedRoom = { readonly status: MappingStatus; readonly roomId: string | null }

export function readServiceRoom(roomId: string, members: readonly ToldRoom[]): ReadServiceRoom {
  const once = new Map<string, RoomAttributes>()
  for (const member of members) {
    const attributes = parseRoom(member)
    const { supplierCode: _, mappedRoomId: __, ...telling } = attributes
    once.set(JSON.stringify(telling), attributes)
  }
  return { roomId, members: [...once.values()] }
}

/**
 * Which of the hotel's service rooms a room is that no content names, as `serviceRoomsOf` would place it, but that it never makes a new
 * one: a room that is none of them is UNMAPPED.
 */
export function matchRoom(told: ToldRoom, rooms: readonly ReadServiceRoom[]): MatchedRoom {
  const own = parseRoom(told)
  if (own.contradictions.length > 0) return { status: 'CONFLICT', roomId: null }
  const judged = rooms.map(({ roomId, members }) => ({
    roomId,
    members: members.map((attributes) => ({ attributes, verdict: judgeAttributes(own, attributes).verdict })),
  }))
  const equal = judged.flatMap(({ members }) => members.filter(isEqual))
  const isTorn = equal.some((one, at) =>
    equal.slice(at + 1).some((other) => judgeAttributes(one.attributes, other.attributes).verdict === 'DIFFERENT'),
  )
  if (isTorn) return { status: 'CONFLICT', roomId: null }
  const fitting = judged.filter(({ members }) => members.some(isEqual) && !members.some(isDifferent))
  const [only] = fitting
  if (!only) return { status: 'UNMAPPED', roomId: null }
  return fitting.length === 1 ? { status: 'MATCHED', roomId: only.roomId } : { status: 'AMBIGUOUS', roomId: null }
}

type Judged = { readonly verdict: RoomVerdict }

function isEqual({ verdict }: Judged): boolean {
  return verdict === 'EQUAL'
}

function isDifferent({ verdict }: Judged): boolean {
  return verdict === 'DIFFERENT'
}
