import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { problem } from '../../domain/errors.ts'
import { sendProblem } from '../respond.ts'
import { type Packed, pack, sendPacked } from './packed.ts'

/** Documents change only with the process: browsers may keep them for a while, and ask by their tag then. */
const CACHE = 'public, max-age=300'

/** Something that anybody may read without a key. */
export type Document = {
  readonly type: string
  /** The text, or the text as it is packed already. It is asked for once, at the first request. */
  readonly read: () => string | Promise<string | Packed>
  /** What this request gets instead, and may not keep; null: what all get. */
  readonly readFor?: (request: FastifyRequest) => string | null
  readonly headers?: Readonly<Record<string, string>>
}

/** Serves a document at its path, compressed and with a tag. Other methods are a 405. */
export function serve(app: FastifyInstance, path: string, { type, read, readFor, headers = {} }: Document): void {
  const packed = once(async () => {
    const made = await read()
    return typeof made === 'string' ? pack(made) : made
  })
  getOnly(app, path, async (request, reply) => {
    reply.header('content-type', `${type}; charset=utf-8`).headers(headers)
    const own = readFor?.(request) ?? null
    // `no-store` is what every answer has that says nothing else.
    if (own !== null) return reply.send(own)
    return sendPacked(request, reply.header('cache-control', CACHE), await packed())
  })
}

const OTHER_METHODS = ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']

/** A path that can be read, with or without the body. The 405 needs no key: there is nothing at the path to protect. */
export function getOnly(
  app: FastifyInstance,
  path: string,
  handler: (request: FastifyRequest, reply: FastifyReply) => FastifyReply | Promise<FastifyReply>,
): void {
  app.get(path, handler)
  app.route({
    method: OTHER_METHODS,
    url: path,
    // Before the body is read.
    onRequest: async (request, reply) => {
      const allowed = ['GET', 'HEAD']
      reply.header('allow', allowed.join(', '))
      return sendProblem(reply, request.id, problem('METHOD_NOT_ALLOWED', undefined, { allowed }))
    },
    handler: () => undefined,
  })
}

/** Something that is made once, when it is first asked for; what failed is made again. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null
  return () => {
    made ??= make().catch((error: unknown) => {
      made = null
      throw error
    })
    return made
  }
}
