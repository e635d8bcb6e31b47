import type { Background } from '../platform/background.ts'
import type { Caller } from './caller.ts'
import type { Gateway } from './gateway.ts'

/** Key and limits of a request are looked up within this, or it is refused. */
export const CHECKED_WITHIN_MS = 4_000

/** How long a client that books, confirms or cancels waits at the most: its answer comes within 10 s, whatever the supplier does. */
export const ANSWER_WITHIN_MS = 9_000

/** When an operation that says nothing more is answered with a 503: what is left of 10 s is for the way to the client. */
const LATEST_ANSWER_MS = 9_300

/** The same where only Postgres is waited for, so that not everything is given up, and logged, in the same moment. */
const LATEST_READ_MS = 8_000

/** What also waits for suppliers, or for a receiver's name to be looked up. */
const WAITS_FOR_OTHERS: ReadonlySet<keyof Gateway> = new Set([
  'searchHotels',
  'createRoomSearch',
  'prebook',
  'createBooking',
  'confirmHold',
  'quoteCancellation',
  'cancelBooking',
  'reviewBooking',
  'createWebhookEndpoint',
  'updateWebhookEndpoint',
])

/** The longest that a client may have a search wait for suppliers, and what the search may take beside that. */
const LONGEST_WAIT_MS = 15_000
const BESIDE_WAITING_MS = 2_000

/**
 * When an operation's time begins, by `performance.now()`: with the request. One that starts later than checks may take is not
 * the first of its GraphQL document, and its time is its own.
 */
function beganAt({ askedAt }: Pick<Caller, 'askedAt'>): number {
  const now = performance.now()
  return askedAt === undefined || now - askedAt > CHECKED_WITHIN_MS ? now : askedAt
}

/** When a client that asks now has to have its answer, by `performance.now()`. */
export function answerDeadline(caller: Pick<Caller, 'askedAt'>): number {
  return beganAt(caller) + ANSWER_WITHIN_MS
}

/** What an operation was given does not come: nobody waits any longer. */
class LateError extends Error {
  readonly code = 'ETIMEDOUT'
}

const TIMER_STEP_MS = 50

/** What `work` comes to within `ms`; throws a `LateError` otherwise. The work continues. */
export function inTime<T>(what: string, work: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    // Timers of one length share a list; each other length costs a place in a heap, for every request.
    const rounded = Math.max(0, Math.ceil(ms / TIMER_STEP_MS) * TIMER_STEP_MS)
    function late(): void {
      return reject(new LateError(`${what} took longer than ${Math.round(ms)} ms`))
    }
    const timer = setTimeout(late, rounded)
    work.then(
      (value) => {
        clearTimeout(timer)
        resolve(value)
      },
      (error: unknown) => {
        clearTimeout(timer)
        reject(error)
      },
    )
  })
}

/** How long an operation may take, ms; a search may be asked to wait for suppliers longer than anything else. */
function patienceOf(operation: keyof Gateway, input: unknown): number {
  if (!WAITS_FOR_OTHERS.has(operation)) return LATEST_READ_MS
  const waits = operation === 'searchHotels' || operation === 'createRoomSearch'
  if (!waits || typeof input !== 'object' || input === null) return LATEST_ANSWER_MS
  const { maxWaitMs, pricingMode } = input as { readonly maxWaitMs?: unknown; readonly pricingMode?: unknown }
  const asked = typeof maxWaitMs === 'number' ? maxWaitMs : pricingMode === 'live' ? LONGEST_WAIT_MS : 0
  return Math.max(LATEST_ANSWER_MS, Math.min(LONGEST_WAIT_MS, asked) + BESIDE_WAITING_MS)
}

/**
 * The answer of an operation, in time: with Postgres or anything else silent, the client is told so within 10 s. What was begun
 * continues in the background, and asking again under the same key finds it.
 */
export async function answerInTime<T>(
  background: Background,
  { operation, caller, input }: { readonly operation: keyof Gateway; readonly caller: Caller; readonly input: unknown },
  work: Promise<T>,
): Promise<T> {
  const msLeft = beganAt(caller) + patienceOf(operation, input) - performance.now()
  try {
    return await inTime(operation, work, msLeft)
  } catch (error) {
    if (error instanceof LateError) background.follow(operation, work)
    throw error
  }
}

/** True when `work` ended within `ms`; the work continues either way. */
export function endsWithin(work: Promise<unknown>, ms: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(false), Math.max(0, ms))
    work.then(() => resolve(true), reject).finally(() => clearTimeout(timer))
  })
}

/**
 * What `work` came to by `answerBy`; null when it is not over then, or failed. It continues in the background, which logs what
 * it throws.
 */
export async function outcomeBy<T>(
  background: Background,
  { name, work, answerBy }: { readonly name: string; readonly work: Promise<T>; readonly answerBy: number },
): Promise<T | null> {
  background.follow(name, work)
  let outcome: T | null = null
  const noted = work.then(
    (value) => {
      outcome = value
    },
    () => undefined,
  )
  await endsWithin(noted, answerBy - performance.now())
  return outcome
}
