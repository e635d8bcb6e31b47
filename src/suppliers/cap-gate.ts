import { CALL_KINDS, type CallCaps, type CallKind } from '../domain/call-caps.ts'
import { SECOND_MS } from '../domain/time.ts'
import type { CallSlots, TakenSlots, WantedCalls } from '../platform/call-slots.ts'
import type { SupplierOperation } from './supplier-call.ts'

/** Which calls a cap holds back. All others belong to bookings, or to jobs that keep a pace of their own: they are counted, and sent. */
const KIND_OF: Readonly<Partial<Record<SupplierOperation, CallKind>>> = {
  price_check: 'price_check',
  rooms: 'rooms',
  search: 'search',
  describe_hotel: 'content',
}

/**
 * The longest that a call waits for a slot, and the part of its own time: a short wait loses no supplier, a long one would take the
 * time that the supplier needs to answer.
 */
const MAX_WAIT_MS = 2 * SECOND_MS
const WAITING_SHARE = 0.25

/** Calls of a connection that wait in this process; the next is refused at once. */
const MAX_WAITING = 512

/** How long a lease outlives the time of its call, for the way back. */
const LEASE_SLACK_MS = SECOND_MS

/** A question to the shared count takes less than this, ms: who was sent so soon has not waited. */
const LOOKS_LIKE_WAITING_MS = 20

/** An answer to such a question that takes longer than this, ms, may be about a second that is over. */
const LATE_MS = SECOND_MS / 2

/** May be sent now, and `leave` is called when it has ended; or how long to wait before another attempt. */
type Entry = { readonly ok: true; readonly leave: () => void } | { readonly ok: false; readonly retryAfterMs: number }

type Asked = {
  readonly operation: SupplierOperation
  readonly caps: CallCaps
  readonly timeoutMs: number
  readonly signal: AbortSignal | null
}

type CapGate = {
  /** Waits for a slot where a cap demands it. */
  readonly enter: (asked: Asked) => Promise<Entry>
}

type GateOptions = {
  readonly connectionId: string
  readonly slots: CallSlots
  /** Called for each call that had to wait, when it was sent or refused. */
  readonly onWait: (operation: SupplierOperation, outcome: 'sent' | 'refused', seconds: number) => void
}

/** Holds the calls of one connection back until its caps allow them. Calls that wait together ask for their slots together. */
export function createCapGate({ connectionId, slots, onWait }: GateOptions): CapGate {
  const line = createLine({
    take: (caps, asked) => slots.take(connectionId, caps, asked),
    enter: pass,
    unused: (lease) => slots.giveBack(connectionId, lease),
  })

  function pass(lease: string): Entry {
    return {
      ok: true,
      leave: () => {
        slots.giveBack(connectionId, lease)
        line.wake()
      },
    }
  }

  return {
    enter: async (asked) => {
      const { operation, caps, timeoutMs } = asked
      const kind = KIND_OF[operation]
      if (isUnlimited(caps)) return { ok: true, leave: () => undefined }
      if (!kind) return pass(slots.note(connectionId, caps, timeoutMs + LEASE_SLACK_MS))
      const since = performance.now()
      const entry = await line.join(kind, asked)
      const waitedMs = performance.now() - since
      if (!entry.ok || waitedMs > LOOKS_LIKE_WAITING_MS)
        onWait(operation, entry.ok ? 'sent' : 'refused', waitedMs / SECOND_MS)
      return entry
    },
  }
}

type Waiting = {
  readonly kind: CallKind
  readonly asked: Asked
  readonly until: number
  readonly settle: (entry: Entry) => void
}

type LineOptions = {
  readonly take: (
    caps: CallCaps,
    asked: { readonly wanted: WantedCalls; readonly leaseMs: number },
  ) => ReturnType<CallSlots['take']>
  readonly enter: (lease: string) => Entry
  /** Takes a lease back that nobody waits for any more. */
  readonly unused: (lease: string) => void
}

/** The calls that wait. One question at a time is asked for all of them, and again when the next slot is due. */
function createLine({ take, enter, unused }: LineOptions) {
  const waiting = new Set<Waiting>()
  const alarm = createAlarm(() => wake())
  let isAsking = false

  function settle(one: Waiting, entry: Entry): void {
    if (waiting.delete(one)) one.settle(entry)
  }

  function wake(): void {
    alarm.clear()
    if (!isAsking && waiting.size > 0) void ask()
  }

  async function ask(): Promise<void> {
    isAsking = true
    try {
      // Calls of the same turn of the event loop ask together.
      await Promise.resolve()
      const newest = [...waiting].at(-1)
      if (!newest) return
      const taken = await takeInTime(() => take(newest.asked.caps, askedTogether(waiting)), unused)
      const nextMs = CALL_KINDS.map((kind) => hand(kind, taken[kind])).filter((ms) => ms !== null)
      if (nextMs.length > 0) alarm.set(Math.min(...nextMs))
    } finally {
      isAsking = false
    }
  }

  /** Hands the slots of a kind out, first come first served. Returns when to ask again for it; null: nobody waits. */
  function hand(kind: CallKind, { leases, retryAfterMs }: TakenSlots): number | null {
    const ofKind = [...waiting].filter((one) => one.kind === kind)
    for (const [index, lease] of leases.entries()) {
      const one = ofKind[index]
      // Who waited may have left meanwhile.
      if (one) settle(one, enter(lease))
      else unused(lease)
    }
    const rest = ofKind.slice(leases.length)
    for (const one of tooHasty(rest, performance.now() + retryAfterMs)) settle(one, refusal(retryAfterMs))
    return rest.some((one) => waiting.has(one)) ? retryAfterMs : null
  }

  async function join(kind: CallKind, asked: Asked): Promise<Entry> {
    if (waiting.size >= MAX_WAITING) return refusal(SECOND_MS)
    const isFirst = isFirstOf(kind, waiting)
    const { one, settled } = waitingFor(kind, asked)
    waiting.add(one)
    const stop = onAborted(asked.signal, () => settle(one, refusal(SECOND_MS)))
    if (isFirst) wake()
    const entry = await settled
    stop()
    return entry
  }

  return { join, wake }
}

/**
 * Slots that come late are asked for once more: this process has stood still, and what it sent now would come on top of what others
 * send in this second.
 */
async function takeInTime(
  take: () => ReturnType<CallSlots['take']>,
  unused: LineOptions['unused'],
): ReturnType<CallSlots['take']> {
  const since = performance.now()
  const taken = await take()
  if (performance.now() - since < LATE_MS) return taken
  for (const kind of CALL_KINDS) for (const lease of taken[kind].leases) unused(lease)
  return take()
}

function waitingFor(kind: CallKind, asked: Asked): { readonly one: Waiting; readonly settled: Promise<Entry> } {
  const { promise, resolve } = Promise.withResolvers<Entry>()
  const until = performance.now() + Math.min(MAX_WAIT_MS, asked.timeoutMs * WAITING_SHARE)
  return { one: { kind, asked, until, settle: resolve }, settled: promise }
}

/** False: others of its kind have asked already, and know when to ask again. */
function isFirstOf(kind: CallKind, waiting: ReadonlySet<Waiting>): boolean {
  return ![...waiting].some((other) => other.kind === kind)
}

/** Those who cannot wait until then. */
function tooHasty(waiting: readonly Waiting[], then: number): readonly Waiting[] {
  return waiting.filter(({ until }) => then > until)
}

/** Returns a function that stops listening. */
function onAborted(signal: AbortSignal | null, left: () => void): () => void {
  signal?.addEventListener('abort', left, { once: true })
  return () => signal?.removeEventListener('abort', left)
}

/** A single timer: whoever sets it again moves it. */
function createAlarm(ring: () => void) {
  let timer: NodeJS.Timeout | null = null
  function clear(): void {
    if (timer) clearTimeout(timer)
    timer = null
  }
  return {
    clear,
    set: (ms: number): void => {
      clear()
      timer = setTimeout(ring, Math.max(1, ms))
    },
  }
}

function refusal(retryAfterMs: number): Entry {
  return { ok: false, retryAfterMs: Math.max(SECOND_MS, Math.ceil(retryAfterMs)) }
}

function isUnlimited(caps: CallCaps): boolean {
  return caps.perSecond === undefined && caps.concurrent === undefined && caps.perSecondBy === undefined
}

/** What the waiting calls ask for; their leases last as long as the longest of them. */
function askedTogether(waiting: ReadonlySet<Waiting>): { readonly wanted: WantedCalls; readonly leaseMs: number } {
  const wanted: Record<CallKind, number> = { price_check: 0, rooms: 0, search: 0, content: 0 }
  for (const { kind } of waiting) wanted[kind] += 1
  return { wanted, leaseMs: Math.max(...[...waiting].map(({ asked }) => asked.timeoutMs)) + LEASE_SLACK_MS }
}
