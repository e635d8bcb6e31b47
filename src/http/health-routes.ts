import type { FastifyInstance } from 'fastify'
import { toWire } from '../domain/wire.ts'
import type { HealthReport, HttpContext } from './context.ts'
import { sendJson } from './respond.ts'

/** How much a readiness answer shows beside its status: only operators may see connection ids. */
type Told = 'everything' | 'without connection ids' | 'status alone'

/** Adds the health routes. They need no key and show no data of any tenant. */
export function addHealthRoutes(app: FastifyInstance, health: HttpContext['health'], told: Told): void {
  app.get('/health/live', (_request, reply) => sendJson(reply, 200, { status: 'ok' }))

  app.get('/health/ready', async (_request, reply) => {
    const report = await health.report()
    if (!report.ready) reply.header('retry-after', '5')
    return sendJson(reply, report.ready ? 200 : 503, { status: statusOf(report), ...detailsOf(report, told) })
  })
}

function statusOf({ ready, faults, suppliers }: HealthReport): string {
  if (!ready) return 'unavailable'
  const isWell = Object.keys(faults).length === 0 && suppliers.every(({ breaker }) => breaker === 'CLOSED')
  return isWell ? 'ok' : 'degraded'
}

function detailsOf({ faults, suppliers }: HealthReport, told: Told): Record<string, unknown> {
  if (told === 'status alone') return {}
  if (told === 'everything') return { faults, suppliers: toWire(suppliers) }
  return { faults, suppliers: toWire(suppliers.map(({ supplierCode, breaker }) => ({ supplierCode, breaker }))) }
}

export function addMetricsRoute(
  app: FastifyInstance,
  metrics: Pick<HttpContext['metrics'], 'contentType' | 'text'>,
): void {
  app.get('/metrics', async (_request, reply) =>
    reply.header('content-type', metrics.contentType).send(await metrics.text()),
  )
}
