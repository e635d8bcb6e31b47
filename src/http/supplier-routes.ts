import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { HttpContext } from './context.ts'
import { sendJson, sendProblem } from './respond.ts'

type Params = { readonly token: string }

/** The largest body of a message, which names one booking, and may have what a property writes to its guest. */
const MAX_BODY_BYTES = 16 * 1024

/**
 * Routes for messages that suppliers send, each to the secret path of its connection. They need no key: the path is one, and some
 * suppliers sign. A body stays the text that was sent until its path is known, so that strangers make us parse nothing.
 */
export function addSupplierRoutes(app: FastifyInstance, { receiveNotification }: HttpContext): void {
  app.register(async (routes) => {
    routes.removeContentTypeParser('application/json')
    routes.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => done(null, text))
    routes.post('/supplier-notifications/:token', {
      bodyLimit: MAX_BODY_BYTES,
      handler: async (request: FastifyRequest, reply: FastifyReply) => {
        // Fastify fills in the parameter that is in the path.
        const { token } = request.params as Params
        const body = typeof request.body === 'string' ? request.body : ''
        const taken = await receiveNotification({ requestId: request.id, token, body, address: request.ip })
        return taken.ok ? sendJson(reply, 200, { received: true }) : sendProblem(reply, request.id, taken.error)
      },
    })
  })
}
