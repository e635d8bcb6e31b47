import type { FastifyInstance } from 'fastify'
import { DAY_MS, toRfc3339 } from '../domain/time.ts'
import type { HttpContext } from './context.ts'
import { addHealthRoutes, addMetricsRoute } from './health-routes.ts'
import type { Searchable } from './site/sections.ts'
import { serve } from './site/serve.ts'
import { addSite } from './site/site.ts'

/** Routes of the public port that need no key: health, documents, the security contact, and metrics where they are public. */
export function addOperatorRoutes(app: FastifyInstance, context: HttpContext): void {
  addHealthRoutes(app, context.health, context.publicMetrics ? 'without connection ids' : 'status alone')
  if (context.publicMetrics) addMetricsRoute(app, context.metrics)
  if (context.securityContact !== null) addSecurityText(app, context.securityContact, context.deps.clock)
  // It takes a tenth of the start, and most processes are never asked for it.
  async function document() {
    const { openApiDocument } = await import('./openapi.ts')
    return openApiDocument(context.environment, context.routes)
  }
  serve(app, '/openapi.json', { type: 'application/json', read: async () => JSON.stringify(await document()) })
  // `openApiDocument` makes it with what search reads of it.
  addSite(app, context, async () => (await document()) as unknown as Searchable)
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
