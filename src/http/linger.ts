import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** How long a client that is still sending has to read why it was refused. */
const LINGER_MS = 1_000

/**
 * Ends the response, then reads and discards input until the client closes too (RFC 9112, section 9.6). A connection that is
 * closed with unread bytes is reset, and then a client that is still sending would never see its answer.
 */
export function linger(socket: Socket): void {
  if (socket.destroyed) return
  socket.end()
  socket.resume()
  const timer = setTimeout(() => socket.destroy(), LINGER_MS)
  socket.once('close', () => clearTimeout(timer))
}

/** One function for all sockets, because thousands of connections may be open. */
function lingerSelf(this: Socket): void {
  linger(this)
}

/** Connections that will be closed after the current answer. */
const closing = new WeakSet<Socket>()

/** Marks a connection so that no later request on it is run, even before its current answer has been sent. */
export function closesBehind({ raw }: FastifyRequest): void {
  closing.add(raw.socket)
}

/** Makes every connection that is closed after an answer linger: Node would destroy it as soon as the answer is written. */
export function lingerAlways(app: FastifyInstance): void {
  app.server.on('connection', (socket: Socket) => {
    socket.destroySoon = lingerSelf
  })
  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw
    if (!socket.writableEnded && !closing.has(socket)) return done()
    // This request came after one whose answer closes the connection, so the client could not receive an answer to it.
    reply.hijack()
    if (socket.writableEnded) socket.destroy()
  })
}
