import type { FastifyInstance } from 'fastify'
import { DAY_MS, toRfc3339 } from '../domain/time.ts'
import { toWire } from '../domain/wire.ts'
import type { HealthReport, HttpContext } from './context.ts'
import { openApiDocument } from './openapi.ts'
import { sendJson } from './respond.ts'
import type { Searchable } from './site/sections.ts'
import { serve } from './site/serve.ts'
import { addSite } from './site/site.ts'

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

/** Routes of the public port that need no key: health, documents, the security contact, and metrics where they are public. */
export function addOperatorRoutes(app: FastifyInstance, context: HttpContext): void {
  addHealthRoutes(app, context.health, context.publicMetrics ? 'without connection ids' : 'status alone')
  if (context.publicMetrics) addMetricsRoute(app, context.metrics)
  if (context.securityContact !== null) addSecurityText(app, context.securityContact, context.deps.clock)
  const document = openApiDocument(context.environment, context.routes)
  serve(app, '/openapi.json', { type: 'application/json', read: () => JSON.stringify(document) })
  // `openApiDocument` makes it with what search reads of it.
  addSite(app, context, document as unknown as Searchable)
}

/** How long security.txt is valid; RFC 9116 recommends less than a year. */
const SECURITY_TEXT_LIVES_MS = 180 * DAY_MS

/** Adds `/.well-known/security.txt` (RFC 9116). */
function addSecurityText(app: FastifyInstance, contact: string, clock: HttpContext['deps']['clock']): void {
  app.get('/.well-known/security.txt', (_request, reply) => {
    const expires = toRfc3339(clock.real() + SECURITY_TEXT_LIVES_MS)
    const text = `Contact: ${contact}\nExpires: ${expires}\nPreferred-Languages: en\n`
    return reply.header('content-type', 'text/plain; charset=utf-8').send(text)
  })
}
