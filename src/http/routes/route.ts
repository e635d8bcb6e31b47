import type { z } from 'zod'
import type { RateClass } from '../../operations/access/rate-limits.ts'
import type { Scope } from '../../operations/caller.ts'
import type { BatchRead, Gateway } from '../../operations/gateway.ts'
import type { Deprecation } from '../deprecation.ts'

/**
 * How the text of a query parameter is parsed. Text that cannot be parsed is passed on unchanged, so that the schema refuses it.
 */
export type QueryKind = 'text' | 'integer' | 'list'

/** The form of the answer's body. STREAM is an event stream; PREBOOK has `status` in place of `success`. */
type AnswerKind = 'DATA' | 'BOOKING' | 'KEYED_BOOKING' | 'PREBOOK' | 'STREAM'

export type Route = {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** The path, with parameters as `:name` in the contract's spelling. */
  readonly path: string
  /** The same as the router takes it, where an id stands among words: `/hotels/booking` is a mistaken path, not a hotel. */
  readonly url?: string
  /** What it does is said in domain/meanings/operations.ts. */
  readonly operation: Exclude<keyof Gateway, BatchRead>
  /** Null: every key may call it. */
  readonly scope: Scope | null
  readonly rateClass: RateClass
  /** The only contract version that the operation supports. */
  readonly version: '1' | '2'
  readonly answer: AnswerKind
  readonly input: z.ZodType
  readonly message: string
  readonly query?: Readonly<Record<string, QueryKind>>
  /** Whether the operation requires or accepts an Idempotency-Key; absent: it has none. */
  readonly keyed?: 'REQUIRED' | 'OPTIONAL'
  /** Set when the body is a list: the list's name in `data`. */
  readonly listName?: string
  readonly status?: 201
  /** True: the input has a `traveller`, which headers can tell as well. */
  readonly takesTraveller?: true
  /** How long clients may cache the answer, seconds. */
  readonly maxAgeSeconds?: number
  readonly deprecated?: Deprecation
}

/** The common properties of most routes that read. */
export const READ = { method: 'GET', version: '1', answer: 'DATA', message: 'ok' } as const
/** The common properties of most routes that write, or read with a body. */
export const POST = { method: 'POST', version: '1', answer: 'DATA' } as const
/** The query parameters of routes whose texts depend on a language. */
export const LANGUAGE = { language: 'text' } as const

/** True for routes with a lasting effect: bookings, reviews, webhooks. */
export function changesSomething({ method, scope }: Route): boolean {
  return method !== 'GET' && scope !== 'search'
}
