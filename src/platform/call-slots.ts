import { CALL_KINDS, type CallCaps, type CallKind, capOf } from '../domain/call-caps.ts'
import { createBoundedMemory } from './kept.ts'

/** How many calls of each kind wait to be sent. */
export type WantedCalls = Readonly<Record<CallKind, number>>

/** What became of the waiting calls of a kind. */
export type TakenSlots = {
  /** One lease for each call that may be sent now; it is given back when the call has ended. */
  readonly leases: readonly string[]
  /** When the next one may be sent, ms; 0 when all may. */
  readonly retryAfterMs: number
}

export type TakenByKind = Readonly<Record<CallKind, TakenSlots>>

/** Counts the calls of connections, so that together they stay within what their contracts allow. */
export type CallSlots = {
  /** Takes as many slots as there are, for all kinds at once. Never throws. */
  readonly take: (
    connectionId: string,
    caps: CallCaps,
    asked: { readonly wanted: WantedCalls; readonly leaseMs: number },
  ) => Promise<TakenByKind>
  /** Counts a call that is sent whatever the caps say; returns its lease at once. */
  readonly note: (connectionId: string, caps: CallCaps, leaseMs: number) => string
  readonly giveBack: (connectionId: string, lease: string) => void
}

/**
 * A second, and a tenth more: calls that leave a second apart may arrive closer together, because each finds another socket and
 * another queue.
 */
export const SECOND_WITH_SLACK_MS = 1_100

/** How soon to look again while too many calls are under way: nobody tells when one of another process ends. */
export const LOOK_AGAIN_MS = 50

/** A connection that is not used is forgotten; then all of its slots are free, which they are by then. */
const MAX_CONNECTIONS = 10_000

/** What each kind of call was given, by `give`. */
export function forEachKind(give: (kind: CallKind, index: number) => TakenSlots): TakenByKind {
  // Every kind has an entry.
  return Object.fromEntries(CALL_KINDS.map((kind, index) => [kind, give(kind, index)])) as TakenByKind
}

/** The slots of one process. `now` is in ms, and never goes back. */
export function createCallSlots(now: () => number = () => performance.now()): CallSlots {
  const connections = createBoundedMemory<string, Sent>({ max: MAX_CONNECTIONS })

  function sentOver(connectionId: string): Sent {
    const known = connections.get(connectionId)
    if (known) return known
    const fresh = newSent()
    connections.set(connectionId, fresh)
    return fresh
  }

  return {
    take: async (connectionId, caps, { wanted, leaseMs }) => {
      const moment = { sent: sentOver(connectionId), caps, leaseMs, at: now() }
      return forEachKind((kind) => takeOf(moment, kind, wanted[kind]))
    },
    note: (connectionId, caps, leaseMs) => {
      const moment = { sent: sentOver(connectionId), caps, leaseMs, at: now() }
      keep(moment.sent.all, caps.perSecond, moment.at)
      return enter(moment)
    },
    giveBack: (connectionId, lease) => {
      connections.get(connectionId)?.underWay.delete(lease)
    },
  }
}

/** When the newest calls were sent, oldest first, of the whole connection and of each kind; and when leases end. */
type Sent = {
  readonly all: number[]
  readonly byKind: ReadonlyMap<CallKind, number[]>
  readonly underWay: Map<string, number>
  leases: number
}

function newSent(): Sent {
  return { all: [], byKind: new Map(CALL_KINDS.map((kind) => [kind, []])), underWay: new Map(), leases: 0 }
}

type Moment = { readonly sent: Sent; readonly caps: CallCaps; readonly leaseMs: number; readonly at: number }

function takeOf(moment: Moment, kind: CallKind, wanted: number): TakenSlots {
  const { sent, caps, at } = moment
  const ofKind = sent.byKind.get(kind) ?? []
  const cap = capOf(caps, kind) ?? undefined
  const leases: string[] = []
  while (leases.length < wanted) {
    endLeases(moment)
    const isFull = caps.concurrent !== undefined && sent.underWay.size >= caps.concurrent
    const waits = [waitOf(sent.all, caps.perSecond, at), waitOf(ofKind, cap, at), isFull ? LOOK_AGAIN_MS : 0]
    const retryAfterMs = Math.ceil(Math.max(...waits))
    if (retryAfterMs > 0) return { leases, retryAfterMs }
    keep(sent.all, caps.perSecond, at)
    keep(ofKind, cap, at)
    leases.push(enter(moment))
  }
  return { leases, retryAfterMs: 0 }
}

function waitOf(times: readonly number[], cap: number | undefined, at: number): number {
  const nth = cap === undefined ? undefined : times.at(-cap)
  return nth === undefined ? 0 : Math.max(0, nth + SECOND_WITH_SLACK_MS - at)
}

function keep(times: number[], cap: number | undefined, at: number): void {
  if (cap === undefined) return
  times.push(at)
  times.splice(0, times.length - cap)
}

function enter(moment: Moment): string {
  const { sent, caps, leaseMs, at } = moment
  endLeases(moment)
  sent.leases += 1
  const lease = String(sent.leases)
  if (caps.concurrent !== undefined) sent.underWay.set(lease, at + leaseMs)
  return lease
}

function endLeases({ sent, at }: Moment): void {
  for (const [lease, endsAt] of sent.underWay) if (endsAt <= at) sent.underWay.delete(lease)
}
