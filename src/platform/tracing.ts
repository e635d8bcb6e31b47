import { type Context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import type { OpenSpan, SpanStart, Tracing } from './request-trace.ts'

/** OpenTelemetry behind the port of request-trace.ts. It is loaded only when an exporter is configured. */
export type TracingOptions = {
  /** The URL that spans are posted to, OTLP over HTTP as JSON. */
  readonly url: string
  readonly serviceName: string
}

/** How many spans may wait for the collector; any more are dropped. */
const MAX_QUEUED = 4_096
const MAX_BATCH = 512
const BATCH_EVERY_MS = 1_000
const EXPORT_WITHIN_MS = 5_000
/** A dead collector must not delay the end of a process. */
const CLOSE_WITHIN_MS = 2_000

const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/

/** The parent's context; the sampling decision is that of the trace's origin. */
function parentOf(traceparent: string | null | undefined): Context {
  const match = TRACEPARENT.exec(traceparent ?? '')
  const [, traceId = '', spanId = '', flags = ''] = match ?? []
  if (!match || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return ROOT_CONTEXT
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId,
    traceFlags: Number.parseInt(flags, 16),
    isRemote: true,
  })
}

function open(tracer: Tracer, { name, kind, attributes = {} }: SpanStart, parent: Context): OpenSpan {
  const span = tracer.startSpan(name, { kind: SpanKind[kind], attributes: { ...attributes } }, parent)
  const { traceId, spanId, traceFlags } = span.spanContext()
  return {
    traceId,
    traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
    child: (start) => open(tracer, start, trace.setSpan(parent, span)),
    set: (more) => void span.setAttributes({ ...more }),
    fail: (reason) => failed(span, reason),
    end: () => span.end(),
  }
}

function failed(span: Span, reason: string): void {
  span.setAttribute('error.type', reason)
  span.setStatus({ code: SpanStatusCode.ERROR })
}

export function createTracing({ url, serviceName }: TracingOptions): Tracing {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ url, timeoutMillis: EXPORT_WITHIN_MS, concurrencyLimit: 4 }),
        maxQueueSize: MAX_QUEUED,
        maxExportBatchSize: MAX_BATCH,
        scheduledDelayMillis: BATCH_EVERY_MS,
        exportTimeoutMillis: EXPORT_WITHIN_MS,
      }),
    ],
  })
  const tracer = provider.getTracer('hotel-distribution-gateway')
  return {
    begin: (start, traceparent) => open(tracer, start, parentOf(traceparent)),
    close: async () => {
      let timer: NodeJS.Timeout | undefined
      const deadline = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, CLOSE_WITHIN_MS)
      })
      await Promise.race([provider.shutdown().catch(() => undefined), deadline])
      clearTimeout(timer)
    },
  }
}
