import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** How long a client that is still sending may take to read why it was refused. */
const LINGER_MS = 1_000

/**
 * Ends what is written, then reads on and throws away until the client closes too (RFC 9112, section 9.6): a connection that
 * is closed with unread bytes is reset, and a client that is still sending never sees its answer.
 */
export function linger(socket: Socket): void {
  if (socket.destroyed) return
  socket.end()
  socket.resume()
  const timer = setTimeout(() => socket.destroy(), LINGER_MS)
  socket.once('close', () => clearTimeout(timer))
}

/** One for all: thousands of connections may be open. */
function lingerSelf(this: Socket): void {
  linger(this)
}

/** Connections that the answer under way will close. */
const closing = new WeakSet<Socket>()

/** From now on nothing that comes behind this request is run, though its own answer may take a moment yet. */
export function closesBehind({ raw }: FastifyRequest): void {
  closing.add(raw.socket)
}

/** Every connection that an answer closes lingers: Node would destroy it as soon as the answer is written. */
export function lingerAlways(app: FastifyInstance): void {
  app.server.on('connection', (socket: Socket) => {
    socket.destroySoon = lingerSelf
  })
  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw
    if (!socket.writableEnded && !closing.has(socket)) return done()
    // Sent behind a request whose answer closes the connection: nobody could be told what came of it.
    reply.hijack()
    if (socket.writableEnded) socket.destroy()
  })
}
