import { AsyncLocalStorage } from 'node:async_hooks'

type SpanKind = 'INTERNAL' | 'SERVER' | 'CLIENT' | 'CONSUMER'

/** Never a credential, nor anything of a person; values are of bounded number, but for ids of our own. */
type SpanAttributes = Readonly<Record<string, string | number | boolean>>

export type SpanStart = { readonly name: string; readonly kind: SpanKind; readonly attributes?: SpanAttributes }

/** A timed piece of work that is a part of a trace. */
export type OpenSpan = {
  readonly traceId: string
  /** What carries the trace on, over HTTP or in a row: W3C Trace Context. */
  readonly traceparent: string
  readonly child: (start: SpanStart) => OpenSpan
  readonly set: (attributes: SpanAttributes) => void
  /** `reason`: a code or a class of errors, never a message. */
  readonly fail: (reason: string) => void
  readonly end: () => void
}

/** Where spans go. Never throws, never waits, holds a bounded number; what does not fit is dropped. */
export type Tracing = {
  /** `traceparent`: where the work comes from; anything unusable begins a new trace. */
  readonly begin: (start: SpanStart, traceparent: string | null | undefined) => OpenSpan
  /** Sends what is left, within a deadline. */
  readonly close: () => Promise<void>
}

/** For whom something is done: it goes with the work through every await, into log lines, jobs and events. */
export type RequestTrace = {
  readonly requestId: string | null
  /** Null: nobody collects traces. */
  readonly span: OpenSpan | null
  /** Waits for the turn of the organization whose request it is (`platform/fair-share.ts`); absent for work of nobody's. */
  readonly turn?: () => Promise<void> | null
  /** The same organization, once the request has been found to be heavy; null before, and for one that is not. */
  readonly owner?: () => string | null
}

const NO_TRAIL: RequestTrace = { requestId: null, span: null }

const trails = new AsyncLocalStorage<RequestTrace>()

export function currentTrace(): RequestTrace {
  return trails.getStore() ?? NO_TRAIL
}

/**
 * Asked for before a piece of work that takes about a millisecond or more of the event loop and begins by itself: an answer of a
 * supplier or of Postgres has come, a timer has run out. Null: continue immediately.
 */
export function ownTurn(): Promise<void> | null {
  return currentTrace().turn?.() ?? null
}

/** Who is to have no more than a share of what all share: null for what nobody is to wait for, such as a booking's fate. */
export function heavyOwner(): string | null {
  return currentTrace().owner?.() ?? null
}

export function onTrace<T>(trail: RequestTrace, work: () => T): T {
  return trails.run(trail, work)
}

/** Does `work` as a span of the current trace; just does it when nobody collects traces. What it throws fails the span. */
export async function inSpan<T>(start: SpanStart, work: (span: OpenSpan | null) => Promise<T>): Promise<T> {
  const trail = currentTrace()
  if (!trail.span) return work(null)
  const span = trail.span.child(start)
  try {
    return await trails.run({ ...trail, span }, () => work(span))
  } catch (error) {
    span.fail(error instanceof Error ? error.name : 'Error')
    throw error
  } finally {
    span.end()
  }
}

/** What a row or a job keeps of the current trail, so that the process that continues it does so under the same id. */
export type StoredTrace = { readonly requestId: string | null; readonly traceparent: string | null }

export function storedTrace(): StoredTrace {
  const { requestId, span } = currentTrace()
  return { requestId, traceparent: span?.traceparent ?? null }
}

/** Goes on where a stored trail ended: `work` is a span of the same trace, with the same request id. */
export function resumeTrace(
  tracing: Tracing | null,
  { requestId, traceparent }: StoredTrace,
  { start, work }: { readonly start: SpanStart; readonly work: (span: OpenSpan | null) => Promise<void> },
): Promise<void> {
  const span = tracing?.begin(start, traceparent) ?? null
  return onTrace({ requestId, span }, async () => {
    try {
      await work(span)
    } catch (error) {
      span?.fail(error instanceof Error ? error.name : 'Error')
      throw error
    } finally {
      span?.end()
    }
  })
}
