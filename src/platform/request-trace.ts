import { AsyncLocalStorage } from 'node:async_hooks'

type SpanKind = 'INTERNAL' | 'SERVER' | 'CLIENT' | 'CONSUMER'

/** Attributes must not contain credentials or personal data; values come from small sets, except for our own ids. */
type SpanAttributes = Readonly<Record<string, string | number | boolean>>

export type SpanStart = { readonly name: string; readonly kind: SpanKind; readonly attributes?: SpanAttributes }

/** A timed piece of work in a trace. */
export type OpenSpan = {
  readonly traceId: string
  /** Continues the trace elsewhere, over HTTP or from a row, in the format of W3C Trace Context. */
  readonly traceparent: string
  readonly child: (start: SpanStart) => OpenSpan
  readonly set: (attributes: SpanAttributes) => void
  /** Marks the span as failed. `reason` is a code or a class of errors, never a message. */
  readonly fail: (reason: string) => void
  readonly end: () => void
}

/** Collects spans. It never throws or waits, and queues a limited number of spans; any more are dropped. */
export type Tracing = {
  /** Begins a span. `traceparent` names its parent; an unusable value begins a new trace. */
  readonly begin: (start: SpanStart, traceparent: string | null | undefined) => OpenSpan
  /** Sends the remaining spans, within a deadline. */
  readonly close: () => Promise<void>
}

/** The request that some work belongs to. It follows the work through every await, into log lines, jobs and events. */
export type RequestTrace = {
  readonly requestId: string | null
  /** Null: traces are not collected. */
  readonly span: OpenSpan | null
  /**
   * Waits for the turn of the request's organization (`platform/fair-share.ts`); absent for work that belongs to no organization.
   */
  readonly turn?: () => Promise<void> | null
  /** Returns the same organization once the request has turned out to be heavy; null before that, and for other requests. */
  readonly owner?: () => string | null
}

const NO_TRAIL: RequestTrace = { requestId: null, span: null }

const trails = new AsyncLocalStorage<RequestTrace>()

export function currentTrace(): RequestTrace {
  return trails.getStore() ?? NO_TRAIL
}

/**
 * Call this before work that takes a millisecond or more of the event loop and that an event started: an answer of a supplier or
 * of Postgres arrived, or a timer expired. Null: continue immediately.
 */
export function ownTurn(): Promise<void> | null {
  return currentTrace().turn?.() ?? null
}

/** The organization that may only use its share of a common resource; null for work that must not wait, such as bookings. */
export function heavyOwner(): string | null {
  return currentTrace().owner?.() ?? null
}

export function onTrace<T>(trail: RequestTrace, work: () => T): T {
  return trails.run(trail, work)
}

/**
 * Runs `work` as a span of the current trace, or just runs it when traces are not collected. An error marks the span as failed.
 */
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

/** The part of a trace that rows and jobs store, so that the process that continues the work uses the same ids. */
export type StoredTrace = { readonly requestId: string | null; readonly traceparent: string | null }

export function storedTrace(): StoredTrace {
  const { requestId, span } = currentTrace()
  return { requestId, traceparent: span?.traceparent ?? null }
}

/** Continues a stored trace: `work` becomes a span of the same trace, with the same request id. */
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
