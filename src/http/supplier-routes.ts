import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { HttpContext } from './context.ts'
import { sendJson, sendProblem } from './respond.ts'

type Params = { readonly token: string }

/** Of a message, which names one booking. Whoever sends it is not known yet: a large body is refused before it is parsed. */
const MAX_BODY_BYTES = 4 * 1024

/** What suppliers themselves send, each to the unguessable path of its contract. No key: the supplier signs. */
export function addSupplierRoutes(app: FastifyInstance, { receiveNotification }: HttpContext): void {
  app.post('/supplier-notifications/:token', {
    bodyLimit: MAX_BODY_BYTES,
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      // Fastify fills the parameter that the path names.
      const { token } = request.params as Params
      const body = JSON.stringify(request.body ?? null)
      const taken = await receiveNotification({ requestId: request.id, token, body, address: request.ip })
      return taken.ok ? sendJson(reply, 200, { received: true }) : sendProblem(reply, request.id, taken.error)
    },
  })
}
