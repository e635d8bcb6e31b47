import fastify, { type FastifyInstance } from 'fastify'
import { requestIdOf } from '../operations/access/request-id.ts'
import type { HttpOptions } from './context.ts'
import { addHealthRoutes, addMetricsRoute } from './health-routes.ts'
import { securityHeaders } from './security-headers.ts'
import { type ServerLimits, serverOptions } from './server-limits.ts'

type OperatorServer = { readonly url: string; readonly close: () => Promise<void> }

type OperatorOptions = Pick<HttpOptions, 'health' | 'metrics' | 'environment' | 'deps'> & {
  readonly limits: ServerLimits
  /** Mounts the console on the same server. */
  readonly mount: (app: FastifyInstance) => void
}

/** The largest request body that is read: a page asks for little. */
const MAX_BODY_BYTES = 64 * 1024

/** Serves health, metrics and the console on a separate port, for operators only. */
export async function startOperatorServer(
  { health, metrics, environment, deps, limits, mount }: OperatorOptions,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<OperatorServer> {
  const common = securityHeaders(environment)
  const app = fastify({
    ...serverOptions(limits),
    forceCloseConnections: true,
    bodyLimit: MAX_BODY_BYTES,
    genReqId: () => requestIdOf(deps, undefined),
  })
  app.addHook('onRequest', async (request, reply) => void reply.headers({ ...common, 'x-request-id': request.id }))
  addHealthRoutes(app, health, 'everything')
  addMetricsRoute(app, metrics)
  mount(app)
  const url = await app.listen({ host, port })
  return { url, close: () => app.close() }
}
