import type { Background } from '../platform/background.ts'
import { patiently } from '../platform/patience.ts'
import type { Caller } from './caller.ts'
import type { Gateway } from './gateway.ts'

/** The deadline for looking up a request's key and limits; after it the request is refused. */
export const CHECKED_WITHIN_MS = 4_000

/**
 * The maximum that a client waits for a booking, confirmation or cancellation. Its answer comes within 10 s, regardless of how
 * long the supplier takes.
 */
export const ANSWER_WITHIN_MS = 9_000

/**
 * The deadline after which any other operation is answered with a 503; the rest of the 10 s is for the transmission to the
 * client.
 */
const LATEST_ANSWER_MS = 9_300

/**
 * The deadline of operations that wait for Postgres only. It is earlier, so that not all operations are given up and logged at
 * the same moment.
 */
const LATEST_READ_MS = 8_000

/** Operations that also wait for suppliers, or for the resolution of a receiver's name. */
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

/** The longest that a client may let a search wait for suppliers, and the time that the search may take in addition. */
const LONGEST_WAIT_MS = 15_000
const BESIDE_WAITING_MS = 2_000

/**
 * When an operation's time begins, by `performance.now()`: with the request. An operation that starts later than the checks may
 * take is not the first one of its GraphQL document, so its time begins now.
 */
function beganAt({ askedAt }: Pick<Caller, 'askedAt'>): number {
  const now = performance.now()
  return askedAt === undefined || now - askedAt > patiently(CHECKED_WITHIN_MS) ? now : askedAt
}

/** The deadline for the answer to a client's booking, confirmation or cancellation, by `performance.now()`. */
export function answerDeadline(caller: Pick<Caller, 'askedAt'>): number {
  return beganAt(caller) + ANSWER_WITHIN_MS
}

/** Thrown when a result did not arrive before its deadline. */
class LateError extends Error {
  readonly code = 'ETIMEDOUT'
}

const TIMER_STEP_MS = 50

/** Returns the result of `work` if it arrives within `ms`; throws a `LateError` otherwise. The work continues. */
export function inTime<T>(what: string, work: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    // Node keeps timers of the same duration in one list. Rounding limits the number of lists, each of which costs an entry in a
    // heap.
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

/** How long an operation may take, in ms. A client may let a search wait for suppliers longer than any other operation. */
function patienceOf(operation: keyof Gateway, input: unknown): number {
  if (!WAITS_FOR_OTHERS.has(operation)) return patiently(LATEST_READ_MS)
  const waits = operation === 'searchHotels' || operation === 'createRoomSearch'
  if (!waits || typeof input !== 'object' || input === null) return patiently(LATEST_ANSWER_MS)
  const { maxWaitMs, pricingMode } = input as { readonly maxWaitMs?: unknown; readonly pricingMode?: unknown }
  const asked = typeof maxWaitMs === 'number' ? maxWaitMs : pricingMode === 'live' ? LONGEST_WAIT_MS : 0
  return Math.max(patiently(LATEST_ANSWER_MS), Math.min(LONGEST_WAIT_MS, asked) + patiently(BESIDE_WAITING_MS))
}

/**
 * Returns an operation's answer before its deadline: when Postgres or another dependency does not respond, the client gets an
 * error within 10 s. The work continues in the background, and a repeated request with the same key finds its result.
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

/** Returns true if `work` ends within `ms`; the work continues in any case. */
export function endsWithin(work: Promise<unknown>, ms: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(false), Math.max(0, ms))
    work.then(() => resolve(true), reject).finally(() => clearTimeout(timer))
  })
}

/**
 * Returns the result of `work` at `answerBy`; null when it has not ended by then, or has failed. It continues in the background,
 * which logs its errors.
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
