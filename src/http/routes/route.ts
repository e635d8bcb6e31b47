import type { z } from 'zod'
import type { RateClass } from '../../operations/access/rate-limits.ts'
import type { Scope } from '../../operations/caller.ts'
import type { Gateway } from '../../operations/gateway.ts'
import type { Deprecation } from '../deprecation.ts'

/** How a query parameter's text is read; what cannot be read is handed on as it is, for the schema to refuse. */
export type QueryKind = 'text' | 'integer' | 'list'

/** What the answer's body is. STREAM is an event stream; PREBOOK has `status` in place of `success`. */
type AnswerKind = 'DATA' | 'BOOKING' | 'KEYED_BOOKING' | 'PREBOOK' | 'STREAM'

export type Route = {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Parameters as `:name`, in the contract's spelling. */
  readonly path: string
  readonly operation: Exclude<keyof Gateway, 'getHotels'>
  readonly summary: string
  readonly scope: Scope
  readonly rateClass: RateClass
  /** The one contract version that the operation serves. */
  readonly version: '1' | '2'
  readonly answer: AnswerKind
  readonly input: z.ZodType
  readonly message: string
  readonly query?: Readonly<Record<string, QueryKind>>
  /** Whether the operation takes an Idempotency-Key. */
  readonly keyed?: 'REQUIRED' | 'OPTIONAL'
  /** The body is a list: the name that it has in `data`. */
  readonly listName?: string
  readonly status?: 201
  /** How long clients may keep the answer, seconds. */
  readonly maxAgeSeconds?: number
  readonly deprecated?: Deprecation
}

/** What most routes that read have in common. */
export const READ = { method: 'GET', version: '1', answer: 'DATA', message: 'ok' } as const
/** What most routes that write, or ask with a body, have in common. */
export const POST = { method: 'POST', version: '1', answer: 'DATA' } as const
/** The query of what is shown in a language. */
export const LANGUAGE = { language: 'text' } as const

/** True for what leaves something behind that others see: bookings, reviews, webhooks. */
export function changesSomething({ method, scope }: Route): boolean {
  return method !== 'GET' && scope !== 'search'
}
