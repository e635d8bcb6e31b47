import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { HttpContext } from './context.ts'
import { sendJson, sendProblem } from './respond.ts'

type Params = { readonly connection_id: string }

/** What suppliers themselves send, each to the address of its contract. No key: the supplier signs. */
export const addSupplierRoutes = (app: FastifyInstance, { receiveNotification }: HttpContext): void => {
  app.post('/supplier-notifications/:connection_id', async (request: FastifyRequest, reply: FastifyReply) => {
    // Fastify fills the parameter that the path names.
    const { connection_id: connectionId } = request.params as Params
    const taken = await receiveNotification(request.id, connectionId, JSON.stringify(request.body ?? null))
    return taken.ok ? sendJson(reply, 200, { received: true }) : sendProblem(reply, request.id, taken.error)
  })
}
