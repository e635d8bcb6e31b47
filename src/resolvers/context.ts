import { GraphQLError } from 'graphql'
import type { ErrorCode, Problem } from '../domain/errors.ts'
import { problem } from '../domain/errors.ts'
import { err, type Result } from '../domain/result.ts'
import type { KeyedOperation, RateClass, RateOutcome } from '../operations/access/rate-limits.ts'
import type { Caller, Scope } from '../operations/caller.ts'
import type { Gateway } from '../operations/gateway.ts'
import { type ProblemValue, problemValue } from '../schema/problems.ts'
import type { Loaders } from './loaders.ts'

/** A root field that is done; `status` is HTTP's for its code. */
type AnsweredField = {
  readonly field: string
  readonly isMutation: boolean
  readonly status: number
  readonly seconds: number
}

/** What the host gives with each request. */
export type GraphqlContext = {
  readonly gateway: Gateway
  /** The checked caller of a query: its signal ends with the client. */
  readonly caller: Caller
  readonly loaders: Loaders
  /** Takes a point of the organization's bucket; `replay` is the idempotency key of a write. */
  readonly consumeRate: (rateClass: RateClass, replay?: Replay) => Promise<RateOutcome>
  /** Waits for the organization's turn before a long answer is made; null: continue immediately. */
  readonly turn: () => Promise<void> | null
  readonly observe: (answered: AnsweredField) => void
  /** A subscription that is read; answers what is to be called when it ends. */
  readonly openStream: () => () => void
  /** Counts an open subscription, which ends with its key; a refusal when the organization has too many. */
  readonly addStream: () => Problem | null
  /** Logs what nobody expected; answers the code under which the client is told. */
  readonly unforeseen: (error: unknown) => 'INTERNAL_ERROR' | 'SERVICE_UNAVAILABLE'
}

type Replay = { readonly operation: KeyedOperation; readonly key: string }

/** What an operation asks of its caller. */
type Access = { readonly scope: Scope; readonly rateClass: RateClass; readonly replay?: Replay }

/** Belong into `errors[]`, wherever they arise; everything else is a member of the field's union. */
const TOP_LEVEL: ReadonlySet<ErrorCode> = new Set(['UNAUTHENTICATED', 'FORBIDDEN', 'RATE_LIMITED', 'INTERNAL_ERROR'])

/** Refuses by scope and rate, in `errors[]`; the answer stays HTTP 200 once a document is executed. */
async function checkAccess(context: GraphqlContext, { scope, rateClass, replay }: Access): Promise<void> {
  const { caller } = context
  const rate = await context.consumeRate(rateClass, replay)
  if (!caller.scopes.includes(scope))
    throw executionError(problem('FORBIDDEN', undefined, { requiredScope: scope }), caller.requestId)
  if (!rate.allowed)
    throw executionError(
      problem('RATE_LIMITED', undefined, { rateClass, retryAfterMs: rate.resetSeconds * 1_000 }),
      caller.requestId,
    )
}

/** Without an HTTP status of its own: other fields of the document may have succeeded. */
function executionError({ code, message, retryable, details }: Problem, requestId: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code, requestId, retryable, ...details } })
}

/** Access, then the operation. What is thrown is told by a code alone, and logged under the request's id. */
async function guarded<View>(
  context: GraphqlContext,
  access: Access,
  run: (gateway: Gateway, caller: Caller) => Promise<Result<View, Problem>>,
): Promise<Result<View, Problem>> {
  try {
    await checkAccess(context, access)
    return await run(context.gateway, context.caller)
  } catch (error) {
    if (error instanceof GraphQLError) throw error
    throw executionError(problem(context.unforeseen(error)), context.caller.requestId)
  }
}

/** Runs one operation for a root field: its view, or the problem as a member of the field's union. */
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

/** A write continues without its client. */
export function write<View>(
  context: GraphqlContext,
  access: Access,
  run: (gateway: Gateway, caller: Caller) => Promise<Result<View, Problem>>,
): Promise<View | ProblemValue> {
  return answer(context, access, (gateway, caller) => run(gateway, { ...caller, signal: null }))
}

/** Opens a subscription's source; a problem ends it before its first event, in `errors[]`. */
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

/** graphql-sse sends keep-alives of its own. */
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
