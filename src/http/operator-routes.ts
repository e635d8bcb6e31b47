import type { FastifyInstance } from 'fastify'
import { toWire } from '../domain/wire.ts'
import type { HttpContext } from './context.ts'
import { DOCS_HEADERS, docsPage } from './docs-page.ts'
import { openApiDocument } from './openapi.ts'
import { sendJson } from './respond.ts'

/** How a process stands: no key, nothing of any tenant. */
export const addHealthRoutes = (
  app: FastifyInstance,
  { health, metrics }: Pick<HttpContext, 'health' | 'metrics'>,
): void => {
  app.get('/health/live', (_request, reply) => sendJson(reply, 200, { status: 'ok' }))

  app.get('/health/ready', async (_request, reply) => {
    const { ready, faults, suppliers } = await health.report()
    if (!ready) reply.header('retry-after', '5')
    const isWell = Object.keys(faults).length === 0 && suppliers.every(({ breaker }) => breaker === 'CLOSED')
    const status = ready ? (isWell ? 'ok' : 'degraded') : 'unavailable'
    return sendJson(reply, ready ? 200 : 503, { status, faults, suppliers: toWire(suppliers) })
  })

  app.get('/metrics', async (_request, reply) =>
    reply.header('content-type', metrics.contentType).send(await metrics.text()),
  )
}

/** Health, metrics and documents. */
export const addOperatorRoutes = (app: FastifyInstance, context: HttpContext): void => {
  addHealthRoutes(app, context)
  const document = openApiDocument(context.environment, context.routes)
  const text = JSON.stringify(document)
  let page: string | null = null

  app.get('/openapi.json', (_request, reply) =>
    reply.header('content-type', 'application/json; charset=utf-8').send(text),
  )

  app.get('/docs', (_request, reply) => {
    page ??= docsPage(document)
    return reply.header('content-type', 'text/html; charset=utf-8').headers(DOCS_HEADERS).send(page)
  })
}
