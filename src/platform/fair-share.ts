/**
 * Shares the event loop between organizations. Work that takes milliseconds of it (a search, a new document, a long answer) asks
 * for a turn before each such piece. The first in a turn of the loop continues immediately; the others wait until the loop has looked
 * at its sockets, so that what asks for no turn (a booking's status, health) is answered in between. Then they are started one
 * after the other, each time of the organization that has used the least time lately, until `SLICE_MS` have passed; then the
 * loop looks at its sockets again.
 *
 * A turn of the loop is *idle* (nobody has asked yet), *open* (the first one runs, or those who waited) or *spent*. The immediate
 * callback `endTurn` makes it idle, and schedules the start of those who wait.
 */
export type FairShare = {
  /**
   * Null: continue immediately. What is done before the next `await` on the outside world is counted as the organization's; a piece
   * that is started among others is measured exactly, the first of a turn with what the loop did beside it.
   */
  readonly turn: (organizationId: string) => Promise<void> | null
  /**
   * The same for a later piece of a request that was let in, or of work that it has left behind; a long one asks again and again.
   * It continues immediately for as long as the organization's piece of now is short, or while no other organization waits and the
   * slice lasts. It is not counted as waiting: the work that one
   * request makes must not have the next one refused.
   */
  readonly laterTurn: (organizationId: string) => Promise<void> | null
  /** False when so much of the organization waits already that more of it is to be refused. */
  readonly hasRoom: (organizationId: string) => boolean
}

/** Heavy work of one turn of the event loop, ms: what everybody else waits for at most, and the longest piece on top. */
const SLICE_MS = 3
/** A piece that has run for less continues without a new turn, ms: to wait for the sockets after each step would cost more. */
const SHORT_MS = 1
/** What an organization has used counts half after this, ms. */
const HALF_LIFE_MS = 1_000
/** Requests of one organization that may wait for their turn. */
export const MAX_WAITING = 256
/** Pieces that are started in one turn of the loop at the most; small ones need not each wait for the sockets. */
const MAX_PIECES = 16
/**
 * Pieces that continue at once in one turn of the loop at the most, while no other organization waits and the slice lasts: a search
 * has four of them, and to queue each costs a seventh of its time. Several may be let in before the first of them has used any, so
 * that the slice alone does not bound them.
 */
const MAX_AT_ONCE = 4
const MAX_IDLE_LINES = 1_000

type Waiting = { readonly start: () => void; readonly isRequest: boolean }
type Line = { readonly waiting: Waiting[]; requests: number; usedMs: number; usedAt: number }

export function createFairShare(): FairShare {
  const lines = new Map<string, Line>()
  let waitingCount = 0
  /** When the heavy work of this turn of the loop began; null: idle. */
  let openedAt: number | null = null
  /** Pieces of this turn of the loop that did not wait. */
  let atOnce = 0
  /** There is never more than one `endTurn` to come: each would start pieces of its own, and be followed by another. */
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

  /** What ran until now is over, or waits for something. */
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

  /** As a callback of its own, so that what the one before has begun is over, and its time is known. */
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
    // What is scheduled here runs after the loop has looked at its sockets.
    for (let piece = Math.min(waitingCount, MAX_PIECES); piece > 0; piece--) setImmediate(startNext)
    if (waitingCount > 0) scheduleEnd()
  }

  function scheduleEnd(): void {
    if (isEnding) return
    isEnding = true
    setImmediate(endTurn)
  }

  /** Whether what was begun may be continued before the loop looks at its sockets. */
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
