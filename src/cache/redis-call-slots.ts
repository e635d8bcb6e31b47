import { randomUUID } from 'node:crypto'
import { CALL_KINDS, type CallCaps, capOf, shareOf } from '../domain/call-caps.ts'
import {
  type CallSlots,
  createCallSlots,
  forEachKind,
  LOOK_AGAIN_MS,
  SECOND_WITH_SLACK_MS,
} from '../platform/call-slots.ts'
import { createBoundedMemory } from '../platform/kept.ts'
import type { Wire } from './redis-wire.ts'

/** How long a process counts as one of those that use a connection, after its last call. */
const USED_WITHIN_MS = 30_000
const MAX_CONNECTIONS = 10_000
/** Leases that Redis knows, and those of this process alone. */
const SHARED = 'r'
const OWN = 'o'

/**
 * The slots of all processes: one script call for the calls that wait together.
 *
 * While Redis is unreachable each process keeps to its share: the caps divided by how many processes used the connection last.
 */
export function redisCallSlots(wire: Wire, onAlone: (connectionId: string, processes: number) => void): CallSlots {
  const processId = randomUUID().slice(0, 8)
  const own = createCallSlots()
  const processes = createBoundedMemory<string, number>({ max: MAX_CONNECTIONS })
  let leases = 0

  /** Names as many leases as may be granted; the script grants the first of them. */
  function ask(question: Omit<Question, 'first' | 'processId'>) {
    const first = leases
    leases += question.counts.reduce((sum, count) => sum + count, question.noted)
    const answered = wire.guard<readonly number[] | null>(async () => {
      const [among = 1, ...told] = await runTake(wire, { ...question, processId, first })
      processes.set(question.connectionId, Math.max(1, among))
      return told
    }, null)
    return { answered, nameOf: (index: number) => `${SHARED}${processId}:${first + index}` }
  }

  async function takeAlone(...[connectionId, caps, asked]: Parameters<CallSlots['take']>) {
    const among = processes.get(connectionId) ?? 1
    onAlone(connectionId, among)
    const taken = await own.take(connectionId, shareOf(caps, among), asked)
    return forEachKind((kind) => ({ ...taken[kind], leases: taken[kind].leases.map((lease) => OWN + lease) }))
  }

  return {
    take: async (connectionId, caps, asked) => {
      const counts = CALL_KINDS.map((kind) => asked.wanted[kind])
      const { answered, nameOf } = ask({ connectionId, caps, counts, noted: 0, leaseMs: asked.leaseMs })
      const told = await answered
      if (!told) return takeAlone(connectionId, caps, asked)
      let next = 0
      return forEachKind((_kind, index) => {
        const granted = told[index * 2] ?? 0
        const from = next
        next += granted
        const named = Array.from({ length: granted }, (_, offset) => nameOf(from + offset))
        return { leases: named, retryAfterMs: told[index * 2 + 1] ?? 0 }
      })
    },
    note: (connectionId, caps, leaseMs) => {
      own.note(connectionId, shareOf(caps, processes.get(connectionId) ?? 1), leaseMs)
      return ask({ connectionId, caps, counts: [], noted: 1, leaseMs }).nameOf(0)
    },
    giveBack: (connectionId, lease) => {
      if (lease.startsWith(OWN)) return own.giveBack(connectionId, lease.slice(OWN.length))
      const [, underWay = ''] = keysOf(wire, connectionId)
      void wire.guard(() => wire.redis.zrem(underWay, lease.slice(SHARED.length)), 0)
    },
  }
}

/** The keys of a connection share a hash tag, so that a cluster has them in one place. */
function keysOf({ key }: Wire, connectionId: string): string[] {
  return ['all', 'under-way', 'processes', ...CALL_KINDS].map((part) => key(`calls:{${connectionId}}:${part}`))
}

type Question = {
  readonly connectionId: string
  readonly caps: CallCaps
  /** How many are wanted of each kind. */
  readonly counts: readonly number[]
  /** Calls that are sent in any case. */
  readonly noted: number
  readonly leaseMs: number
  readonly processId: string
  /** The number of the first lease. */
  readonly first: number
}

/** Returns the number of processes, then for each kind how many were granted and how long the next has to wait, ms. */
async function runTake(wire: Wire, question: Question): Promise<readonly number[]> {
  const { connectionId, caps, counts, noted, leaseMs, processId, first } = question
  const facts = [SECOND_WITH_SLACK_MS, caps.perSecond ?? 0, caps.concurrent ?? 0, Math.ceil(leaseMs)]
  const names = [LOOK_AGAIN_MS, processId, first, USED_WITHIN_MS, noted]
  const kinds = CALL_KINDS.flatMap((kind, index) => [counts[index] ?? 0, capOf(caps, kind) ?? 0])
  // The script returns this type.
  return (await wire.run('takeCalls', keysOf(wire, connectionId), [...facts, ...names, ...kinds])) as number[]
}
