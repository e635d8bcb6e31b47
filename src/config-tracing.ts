import { z } from 'zod'
import { url } from './config-values.ts'

/** The settings of traces; config.ts has the others. */
export const TRACING_SETTINGS = {
  OTEL_EXPORTER_OTLP_ENDPOINT: url('http:', 'https:').optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: url('http:', 'https:').optional(),
  OTEL_SERVICE_NAME: z.string().min(1).max(255).default('hotel-distribution-gateway'),
} as const

export type TracingConfig = { readonly url: string; readonly serviceName: string }

/** Follows OpenTelemetry's rules: an endpoint for traces is used as it is; the common endpoint gets a path for each signal. */
export function tracingOf(read: z.output<z.ZodObject<typeof TRACING_SETTINGS>>): TracingConfig | null {
  const common = read.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/*$/, '/v1/traces')
  const endpoint = read.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? common
  return endpoint === undefined ? null : { url: endpoint, serviceName: read.OTEL_SERVICE_NAME }
}
