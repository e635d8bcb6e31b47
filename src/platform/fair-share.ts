/**
 * Shares the event loop between organizations. Work that takes milliseconds of it (a search, a new document, a long answer) asks
 * for a turn before each such piece. The first piece in an iteration of the event loop continues immediately. The others wait
 * until the loop has polled its sockets, so that requests without a turn (a booking's status, health) are answered in between.
 * Then the waiting pieces start one after the other, each time from the organization that has recently used the least time, until
 * `SLICE_MS` have passed; then the loop polls its sockets again.
 *
 * An iteration of the loop is *idle* (no piece has asked yet), *open* (the first piece runs, or waiting ones do) or *spent*. The
 * immediate callback `endTurn` makes it idle, and schedules the start of the waiting pieces.
 */
export type FairShare = {
  /**
   * Waits for a turn; null: continue immediately. The time until the next `await` on I/O is charged to the organization. It is
   * measured exactly for a piece that waited; for the first piece of an iteration it includes the loop's other work.
   */
  readonly turn: (organizationId: string) => Promise<void> | null
  /**
   * The same for a later piece of a request that already had a turn, or for its background work; a long piece asks again and
   * again. It continues immediately while the organization's current piece is short, or while no other organization waits and the
   * slice lasts. It does not count as waiting, so that the work of one request does not cause the next request to be refused.
   */
  readonly laterTurn: (organizationId: string) => Promise<void> | null
  /** False when so much of the organization's work waits already that more must be refused. */
  readonly hasRoom: (organizationId: string) => boolean
}

/**
 * The time for heavy work in one iteration of the event loop, ms. All other work waits for at most this time plus the longest
 * piece.
 */
const SLICE_MS = 3
/** A piece that has run for less continues without a new turn, ms: polling the sockets after each step would cost more. */
const SHORT_MS = 1
/** The half-life of an organization's used time, ms. */
const HALF_LIFE_MS = 1_000
/** How many requests of one organization may wait for their turn. */
export const MAX_WAITING = 256
/** The most pieces that start in one iteration of the loop; small pieces need not each wait for the sockets. */
const MAX_PIECES = 16
/**
 * The most pieces that continue immediately in one iteration of the loop, while no other organization waits and the slice lasts.
 * A search has four pieces, and queueing each would cost a seventh of its time. The slice alone is not a sufficient bound:
 * several pieces may be admitted before the first has used any time.
 */
const MAX_AT_ONCE = 4
const MAX_IDLE_LINES = 1_000

type Waiting = { readonly start: () => void; readonly isRequest: boolean }
type Line = { readonly waiting: Waiting[]; requests: number; usedMs: number; usedAt: number }

export function createFairShare(): FairShare {
  const lines = new Map<string, Line>()
  let waitingCount = 0
  /** When the heavy work of this iteration of the loop began; null: idle. */
  let openedAt: number | null = null
  /** How many pieces of this iteration of the loop did not wait. */
  let atOnce = 0
  /** True while an `endTurn` is scheduled. There must never be two: each would start pieces, and schedule a successor. */
  let isEnding = false
  let running: { readonly line: Line; readonly from: number } | null = null

  function lineOf(organizationId: string): Line {
    const known = lines.get(organizationId)
    if (known) return known
    if (lines.size >= MAX_IDLE_LINES) forgetIdle(lines)
    const line: Line = { waiting: [], requests: 0, usedMs: 0, usedAt: 0 }
    lines.set(organizationId, line)
    return line
  }

  /** Charges the piece that ran until now, which has ended or is waiting for I/O. */
  function charge(now: number): void {
    if (!running) return
    const { line, from } = running
    line.usedMs = usedLately(line, now) + now - from
    line.usedAt = now
    running = null
  }

  function begin(line: Line, now: number): void {
    openedAt ??= now
    running = { line, from: now }
  }

  /** Starts the next piece. It is a separate callback, so that the piece before has ended and its time is known. */
  function startNext(): void {
    const now = performance.now()
    charge(now)
    if (openedAt !== null && now - openedAt >= SLICE_MS) return
    const line = leastUsed(lines, now)
    const next = line?.waiting.shift()
    if (!line || !next) return
    waitingCount -= 1
    if (next.isRequest) line.requests -= 1
    begin(line, now)
    next.start()
  }

  function endTurn(): void {
    isEnding = false
    charge(performance.now())
    openedAt = null
    atOnce = 0
    // Callbacks that are scheduled here run after the loop has polled its sockets.
    for (let piece = Math.min(waitingCount, MAX_PIECES); piece > 0; piece--) setImmediate(startNext)
    if (waitingCount > 0) scheduleEnd()
  }

  function scheduleEnd(): void {
    if (isEnding) return
    isEnding = true
    setImmediate(endTurn)
  }

  /** True when a request may start its next piece before the loop polls its sockets. */
  function hasTime(now: number): boolean {
    return openedAt === null || (atOnce < MAX_AT_ONCE && now - openedAt < SLICE_MS)
  }

  function enter(organizationId: string, isRequest: boolean): Promise<void> | null {
    const now = performance.now()
    const line = lineOf(organizationId)
    if (!isRequest && running?.line === line && now - running.from < SHORT_MS) return null
    charge(now)
    if (isRequest ? openedAt === null && waitingCount === 0 : waitingCount === line.waiting.length && hasTime(now)) {
      if (openedAt === null) scheduleEnd()
      atOnce += 1
      begin(line, now)
      return null
    }
    waitingCount += 1
    if (isRequest) line.requests += 1
    return new Promise((resolve) => line.waiting.push({ start: resolve, isRequest }))
  }

  return {
    turn: (organizationId) => enter(organizationId, true),
    laterTurn: (organizationId) => enter(organizationId, false),
    hasRoom: (organizationId) => (lines.get(organizationId)?.requests ?? 0) < MAX_WAITING,
  }
}

function usedLately({ usedMs, usedAt }: Line, now: number): number {
  return usedMs * 0.5 ** ((now - usedAt) / HALF_LIFE_MS)
}

function leastUsed(lines: ReadonlyMap<string, Line>, now: number): Line | null {
  let least: Line | null = null
  for (const line of lines.values())
    if (line.waiting.length > 0 && (!least || usedLately(line, now) < usedLately(least, now))) least = line
  return least
}

function forgetIdle(lines: Map<string, Line>): void {
  for (const [organizationId, { waiting }] of lines) if (waiting.length === 0) lines.delete(organizationId)
}
