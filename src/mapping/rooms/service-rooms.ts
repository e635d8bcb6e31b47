import type { MappingStatus } from '../../domain/mapping.ts'
import { judgeAttributes } from './judge-rooms.ts'
import { parseRoom } from './parse-room.ts'
import type { RoomAttributes, ToldRoom } from './room-attributes.ts'
import { type NamesByLanguage, namesOf } from './room-names.ts'
import type { RoomVerdict } from './room-verdict.ts'

/** A room as one supplier sells it in this hotel; `roomKey` is unique within the supplier. */
export type SuppliedRoom = ToldRoom & {
  readonly supplierCode: string
  readonly roomKey: string
  /** Of which of its listings of the hotel; absent: it has one. */
  readonly supplierHotelId?: string
}

export type RoomRef = Pick<SuppliedRoom, 'supplierCode' | 'roomKey'>

/** A room of the catalogue as it was before, with the suppliers' rooms that were MATCHED to it. */
export type KnownServiceRoom = {
  readonly roomId: string
  readonly names: NamesByLanguage
  readonly members: readonly RoomRef[]
}

/** Which room of the catalogue a supplier's room is, by the word of a person or of the operator's file; null: a room of its own. */
export type FixedRoom = RoomRef & { readonly roomId: string | null }

export type PlannedServiceRoom = {
  /** Null: a new one, to which the caller gives an id. */
  readonly roomId: string | null
  /** Those it had before stay; a language that it lacked may come. */
  readonly names: NamesByLanguage
  readonly members: readonly RoomRef[]
  /** True: its one member is fixed as a room of its own, and no other room is it. */
  readonly isApart: boolean
}

export type Placement = RoomRef & {
  readonly status: MappingStatus
  /** The service rooms, by their place in the list, that it is (MATCHED) or may be; empty when there is none near. */
  readonly candidates: readonly number[]
}

export type ServiceRooms = {
  readonly rooms: readonly PlannedServiceRoom[]
  /** One for each room that was given, by supplier and key. */
  readonly placements: readonly Placement[]
  /** Service rooms of before that no supplier's room is any more. They are kept, and shown by nobody. */
  readonly unused: readonly string[]
}

/**
 * The rooms of a hotel over all its suppliers. The order of the input changes nothing.
 * - A room that is EQUAL to rooms which are DIFFERENT to each other, or that contradicts its own fields, is a CONFLICT.
 * - The others are placed one by one, those that tell most first: MATCHED to the one service room that has an EQUAL room and no
 *   DIFFERENT one; AMBIGUOUS when there are several; UNMAPPED when some are only near; with none near, it is a new service room.
 * - What one supplier sells as two rooms is two rooms, so its own rooms are never "near" to each other.
 * - What is `fixed` is MATCHED to that room whatever speaks against it, and the others are placed around it.
 */
export function serviceRoomsOf(
  supplied: readonly SuppliedRoom[],
  known: readonly KnownServiceRoom[] = [],
  fixed: readonly FixedRoom[] = [],
): ServiceRooms {
  const nodes = supplied.map(toNode).sort(byMostTold)
  const { groups, free, heard } = groupsOfFixed(nodes, fixed)
  const judge = createJudge(nodes)
  const torn = free.filter((node) => isInConflict(node, heard, judge))
  const placed = placeAll(
    free.filter((node) => !torn.includes(node)),
    groups,
    judge,
  )
  for (const node of torn) placed.set(node, { status: 'CONFLICT', candidates: nearGroups(node, groups, judge) })
  const rooms = withKnownIds(groups, known)
  return {
    rooms,
    placements: nodes.map((node) => ({ ...refOf(node), ...(placed.get(node) ?? UNPLACED) })).sort(byRef),
    unused: known
      .map(({ roomId }) => roomId)
      .filter((id) => !rooms.some(({ roomId }) => roomId === id))
      .sort(),
  }
}

const UNPLACED = { status: 'UNMAPPED', candidates: [] } as const

type Node = {
  readonly room: SuppliedRoom
  readonly attributes: RoomAttributes
  readonly signature: string
  readonly told: number
}

function toNode(room: SuppliedRoom): Node {
  const attributes = parseRoom(room)
  const { supplierCode: _, mappedRoomId: __, ...telling } = attributes
  const told = Object.values(telling).filter(
    (value) => value !== null && !(Array.isArray(value) && value.length === 0),
  ).length
  return { room, attributes, signature: JSON.stringify(telling), told: told + attributes.features.length }
}

function byMostTold(a: Node, b: Node): number {
  if (a.told !== b.told) return b.told - a.told
  if (a.signature !== b.signature) return a.signature < b.signature ? -1 : 1
  return byRef(a.room, b.room)
}

function byRef(a: RoomRef, b: RoomRef): number {
  if (a.supplierCode !== b.supplierCode) return a.supplierCode < b.supplierCode ? -1 : 1
  return a.roomKey < b.roomKey ? -1 : a.roomKey > b.roomKey ? 1 : 0
}

function refOf({ room: { supplierCode, roomKey } }: Node): RoomRef {
  return { supplierCode, roomKey }
}

// ------------------------------------------------------------------------------------------------ judging

type Judge = (a: Node, b: Node) => RoomVerdict

/** Rooms that are read alike are judged once. */
function createJudge(nodes: readonly Node[]): Judge {
  const ids = new Map<string, number>()
  for (const { signature } of nodes) if (!ids.has(signature)) ids.set(signature, ids.size)
  const known = new Map<number, RoomVerdict>()
  return (a, b) => {
    const [one = 0, other = 0] = [ids.get(a.signature), ids.get(b.signature)]
    const key = Math.min(one, other) * ids.size + Math.max(one, other)
    const before = known.get(key)
    if (before) return before
    const { verdict } = judgeAttributes(a.attributes, b.attributes)
    known.set(key, verdict)
    return verdict
  }
}

/** `heard` are the free rooms, and those that are fixed with others: whoever fixed them has judged them. */
function isInConflict(node: Node, heard: readonly Heard[], judge: Judge): boolean {
  if (node.attributes.contradictions.length > 0) return true
  const equal = heard.filter((other) => other.node !== node && judge(node, other.node) === 'EQUAL')
  return equal.some((one, at) =>
    equal
      .slice(at + 1)
      .some(
        (other) => (one.group === null || one.group !== other.group) && judge(one.node, other.node) === 'DIFFERENT',
      ),
  )
}

/** What a room is to a service room: DIFFERENT when it is to one of its members, EQUAL when to one and different to none. */
function relation(node: Node, { nodes, isApart }: Group, judge: Judge): RoomVerdict {
  if (isApart) return 'DIFFERENT'
  const verdicts = nodes.map((member) => judge(node, member))
  if (verdicts.includes('DIFFERENT')) return 'DIFFERENT'
  return verdicts.includes('EQUAL') ? 'EQUAL' : 'REVIEW'
}

function groupsThatAre(verdict: RoomVerdict, node: Node, of: { groups: readonly Group[]; judge: Judge }): number[] {
  return of.groups.flatMap((group, at) => (relation(node, group, of.judge) === verdict ? [at] : []))
}

/** Where a torn room might belong. */
function nearGroups(node: Node, groups: readonly Group[], judge: Judge): number[] {
  return groups.flatMap(({ nodes, isApart }, at) =>
    !isApart && nodes.some((member) => judge(node, member) !== 'DIFFERENT') ? [at] : [],
  )
}

// ------------------------------------------------------------------------------------------------ placing

/** A service room in the making; `roomId` is null unless it is fixed. */
type Group = { readonly nodes: Node[]; readonly roomId: string | null; readonly isApart: boolean }
type Heard = { readonly node: Node; readonly group: Group | null }

/** The service rooms that are fixed, and the rooms that are still to be placed. */
function groupsOfFixed(
  nodes: readonly Node[],
  fixed: readonly FixedRoom[],
): { readonly groups: Group[]; readonly free: readonly Node[]; readonly heard: readonly Heard[] } {
  const words = new Map(fixed.map((one) => [keyOf(one), one.roomId]))
  const byRoom = new Map<string, Group>()
  const groups: Group[] = []
  const groupOf = new Map<Node, Group>()
  for (const node of nodes) {
    const roomId = words.get(keyOf(node.room))
    if (roomId === undefined) continue
    const group = (roomId === null ? null : byRoom.get(roomId)) ?? { nodes: [], roomId, isApart: roomId === null }
    if (group.nodes.length === 0) groups.push(group)
    if (roomId !== null) byRoom.set(roomId, group)
    group.nodes.push(node)
    groupOf.set(node, group)
  }
  return {
    groups,
    free: nodes.filter((node) => !groupOf.has(node)),
    heard: nodes.flatMap((node) => {
      const group = groupOf.get(node) ?? null
      return group?.isApart ? [] : [{ node, group }]
    }),
  }
}

function keyOf({ supplierCode, roomKey }: RoomRef): string {
  return `${supplierCode}\n${roomKey}`
}

type Place = Omit<Placement, keyof RoomRef>

/** Round after round, because a service room that is made late may be what an earlier room was only near to. */
function placeAll(nodes: readonly Node[], groups: Group[], judge: Judge): Map<Node, Place> {
  const placed = new Map<Node, Place>(
    groups.flatMap((group, at) => group.nodes.map((node) => [node, { status: 'MATCHED', candidates: [at] }] as const)),
  )
  let waiting = nodes
  let before = Number.POSITIVE_INFINITY
  while (waiting.length < before) {
    before = waiting.length
    for (const node of waiting) placed.set(node, place(node, groups, judge))
    waiting = waiting.filter((node) => placed.get(node)?.status !== 'MATCHED')
  }
  return placed
}

function place(node: Node, groups: Group[], judge: Judge): Place {
  const equal = groupsThatAre('EQUAL', node, { groups, judge })
  const [only] = equal
  if (equal.length > 1) return { status: 'AMBIGUOUS', candidates: equal }
  if (only !== undefined) {
    groups[only]?.nodes.push(node)
    return { status: 'MATCHED', candidates: equal }
  }
  const near = groupsThatAre('REVIEW', node, { groups, judge }).filter((at) => !hasOwn(groups[at]?.nodes ?? [], node))
  if (near.length > 0) return { status: 'UNMAPPED', candidates: near }
  groups.push({ nodes: [node], roomId: null, isApart: false })
  return { status: 'MATCHED', candidates: [groups.length - 1] }
}

function hasOwn(nodes: readonly Node[], { room: { supplierCode, supplierHotelId } }: Node): boolean {
  return nodes.some(({ room }) => room.supplierCode === supplierCode && room.supplierHotelId === supplierHotelId)
}

// ------------------------------------------------------------------------------------------------ ids

/**
 * A service room stays itself while it has some of its members: the group with most of them has its id. A room that is set apart
 * leaves the id to the others.
 */
function withKnownIds(groups: readonly Group[], known: readonly KnownServiceRoom[]): PlannedServiceRoom[] {
  const byId = new Map(known.map((before) => [before.roomId, before]))
  const fixed = new Set(groups.flatMap(({ roomId }) => roomId ?? []))
  const shared = groups
    .flatMap((group, at) =>
      group.roomId === null
        ? known.map((before) => ({ at, before, isApart: group.isApart, count: countShared(group, before) }))
        : [],
    )
    .filter(({ count, before }) => count > 0 && !fixed.has(before.roomId))
    .sort(
      (a, b) =>
        Number(a.isApart) - Number(b.isApart) ||
        b.count - a.count ||
        (a.before.roomId < b.before.roomId ? -1 : a.before.roomId > b.before.roomId ? 1 : a.at - b.at),
    )
  const kept = new Map<number, KnownServiceRoom>()
  const given = new Set<string>()
  for (const { at, before } of shared) {
    if (kept.has(at) || given.has(before.roomId)) continue
    kept.set(at, before)
    given.add(before.roomId)
  }
  return groups.map(({ nodes, roomId, isApart }, at) => {
    const before = roomId === null ? kept.get(at) : byId.get(roomId)
    const names = { ...namesOf(nodes.map(({ room }) => room)), ...before?.names }
    return { roomId: roomId ?? before?.roomId ?? null, names, members: nodes.map(refOf).sort(byRef), isApart }
  })
}

function countShared({ nodes }: Group, { members }: KnownServiceRoom): number {
  return members.filter((one) => nodes.some(({ room }) => byRef(room, one) === 0)).length
}
