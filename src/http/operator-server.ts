import fastify from 'fastify'
import type { HttpOptions } from './context.ts'
import { addHealthRoutes, addMetricsRoute } from './operator-routes.ts'

type OperatorServer = { readonly url: string; readonly close: () => Promise<void> }

/** Serves health and metrics on a separate port, for operators only. */
export async function startOperatorServer(
  { health, metrics }: Pick<HttpOptions, 'health' | 'metrics'>,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<OperatorServer> {
  const app = fastify({ forceCloseConnections: true })
  addHealthRoutes(app, health, 'everything')
  addMetricsRoute(app, metrics)
  const url = await app.listen({ host, port })
  return { url, close: () => app.close() }
}
