import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { HttpContext } from './context.ts'
import { sendJson, sendProblem } from './respond.ts'

type Params = { readonly token: string }

/**
 * The largest body of a message, which names one booking, and may have what a property writes to its guest. The sender is not verified yet, so a larger body is refused before it
 * is parsed.
 */
const MAX_BODY_BYTES = 16 * 1024

/**
 * Routes for messages that suppliers send, each to the secret path of its connection. They need no key, because the supplier
 * signs the message.
 */
export function addSupplierRoutes(app: FastifyInstance, { receiveNotification }: HttpContext): void {
  app.post('/supplier-notifications/:token', {
    bodyLimit: MAX_BODY_BYTES,
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      // Fastify fills in the parameter that is in the path.
      const { token } = request.params as Params
      const body = JSON.stringify(request.body ?? null)
      const taken = await receiveNotification({ requestId: request.id, token, body, address: request.ip })
      return taken.ok ? sendJson(reply, 200, { received: true }) : sendProblem(reply, request.id, taken.error)
    },
  })
}
