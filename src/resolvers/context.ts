import { GraphQLError } from 'graphql'
import type { ErrorCode, Problem } from '../domain/errors.ts'
import { problem } from '../domain/errors.ts'
import { err, type Result } from '../domain/result.ts'
import type { KeyedOperation, RateClass, RateOutcome } from '../operations/access/rate-limits.ts'
import type { Caller, Scope } from '../operations/caller.ts'
import type { Gateway } from '../operations/gateway.ts'
import type { FailureCode } from '../platform/outage.ts'
import { type ProblemValue, problemValue } from '../schema/problems.ts'
import type { Loaders } from './loaders.ts'
import { inOwnNames } from './own-names.ts'

/** A finished root field; `status` is the HTTP status of its code. */
type AnsweredField = {
  readonly field: string
  readonly isMutation: boolean
  readonly status: number
  readonly seconds: number
}

/** The data and functions that the host provides with each request. */
export type GraphqlContext = {
  readonly gateway: Gateway
  /** The authenticated caller of a query; its signal aborts when the client disconnects. */
  readonly caller: Caller
  readonly loaders: Loaders
  /** Consumes a point of the organization's rate limit; `replay` is the idempotency key of a write. */
  readonly consumeRate: (rateClass: RateClass, replay?: Replay) => Promise<RateOutcome>
  /** Waits for the organization's turn before a long answer is serialized; null: continue immediately. */
  readonly turn: () => Promise<void> | null
  readonly observe: (answered: AnsweredField) => void
  /** Counts a subscription that is being read; returns a function to call when it ends. */
  readonly openStream: () => () => void
  /** Registers an open subscription, which ends when its key is revoked; returns a refusal when the organization has too many. */
  readonly addStream: () => Problem | null
  /** Logs an unexpected error; returns the code that the client sees. */
  readonly unforeseen: (error: unknown) => FailureCode
}

type Replay = { readonly operation: KeyedOperation; readonly key: string }

/** The scope and rate class that an operation requires. */
type Access = { readonly scope: Scope | null; readonly rateClass: RateClass; readonly replay?: Replay }

/** Codes that always go into `errors[]`; any other problem is a member of the field's union. */
const TOP_LEVEL: ReadonlySet<ErrorCode> = new Set(['UNAUTHENTICATED', 'FORBIDDEN', 'RATE_LIMITED', 'INTERNAL_ERROR'])

/** Checks scope and rate limit. A refusal goes into `errors[]`, and the answer stays HTTP 200 once a document is executed. */
async function checkAccess(context: GraphqlContext, { scope, rateClass, replay }: Access): Promise<void> {
  const { caller } = context
  const rate = await context.consumeRate(rateClass, replay)
  if (scope !== null && !caller.scopes.includes(scope))
    throw executionError(problem('FORBIDDEN', undefined, { requiredScope: scope }), caller.requestId)
  if (!rate.allowed)
    throw executionError(
      problem('RATE_LIMITED', undefined, { rateClass, retryAfterMs: rate.resetSeconds * 1_000 }),
      caller.requestId,
    )
}

/** An error without its own HTTP status: other fields of the document may have succeeded. */
function executionError({ code, message, retryable, details }: Problem, requestId: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code, requestId, retryable, ...details } })
}

/** Checks access, then runs the operation. An exception is logged under the request's id, and the client only sees a code. */
async function guarded<View>(
  context: GraphqlContext,
  access: Access,
  run: (gateway: Gateway, caller: Caller) => Promise<Result<View, Problem>>,
): Promise<Result<View, Problem>> {
  try {
    await checkAccess(context, access)
    const result = await run(context.gateway, context.caller)
    return result.ok ? result : err(inOwnNames(result.error))
  } catch (error) {
    if (error instanceof GraphQLError) throw error
    throw executionError(problem(context.unforeseen(error)), context.caller.requestId)
  }
}

/** Runs one operation for a root field; returns its view, or the problem as a member of the field's union. */
export async function answer<View>(
  context: GraphqlContext,
  access: Access,
  run: (gateway: Gateway, caller: Caller) => Promise<Result<View, Problem>>,
): Promise<View | ProblemValue> {
  const result = await guarded(context, access, run)
  await context.turn()
  if (result.ok) return result.value
  if (TOP_LEVEL.has(result.error.code)) throw executionError(result.error, context.caller.requestId)
  return problemValue(result.error, context.caller.requestId)
}

/** Runs a write, which continues when the client disconnects. */
export function write<View>(
  context: GraphqlContext,
  access: Access,
  run: (gateway: Gateway, caller: Caller) => Promise<Result<View, Problem>>,
): Promise<View | ProblemValue> {
  return answer(context, access, (gateway, caller) => run(gateway, { ...caller, signal: null }))
}

/** Opens a subscription's source; a problem ends the subscription before its first event, in `errors[]`. */
export async function open<Item>(
  context: GraphqlContext,
  access: Access,
  run: (gateway: Gateway, caller: Caller) => Promise<Result<AsyncIterable<Item | null>, Problem>>,
): Promise<AsyncIterable<Item>> {
  const result = await guarded(context, access, async (gateway, caller) => {
    const tooMany = context.addStream()
    return tooMany ? err(tooMany) : run(gateway, caller)
  })
  if (!result.ok) throw executionError(result.error, context.caller.requestId)
  return withoutKeepAlives(result.value, context.openStream)
}

/** Removes the keep-alives, because graphql-sse sends its own. */
async function* withoutKeepAlives<Item>(
  items: AsyncIterable<Item | null>,
  openStream: GraphqlContext['openStream'],
): AsyncGenerator<Item> {
  const closed = openStream()
  try {
    for await (const item of items) if (item !== null) yield item
  } finally {
    closed()
  }
}
