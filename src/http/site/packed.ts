import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isKnownTag } from '../known-tag.ts'

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/** A text in each form in which it is sent, with its entity tag. */
export type Packed = {
  readonly tag: string
  readonly plain: Uint8Array
  readonly br: Uint8Array
  readonly gzip: Uint8Array
}

/** Compresses a text, outside of the event loop. */
export async function pack(text: string): Promise<Packed> {
  const plain = Buffer.from(text)
  const [br, zipped] = await Promise.all([
    toBrotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
    toGzip(plain),
  ])
  const tag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
  return { tag, plain, br, gzip: zipped }
}

/** Sends the form that the client accepts. These texts hold nothing secret, so compressing them tells nothing. */
export function sendPacked(request: FastifyRequest, reply: FastifyReply, packed: Packed): FastifyReply {
  reply.header('vary', 'accept-encoding').header('etag', packed.tag)
  if (isKnownTag(request, packed.tag)) return reply.code(304).send()
  const accepted = request.headers['accept-encoding'] ?? ''
  if (isAccepted('br', accepted)) return reply.header('content-encoding', 'br').send(packed.br)
  if (isAccepted('gzip', accepted)) return reply.header('content-encoding', 'gzip').send(packed.gzip)
  return reply.send(packed.plain)
}

/** True when the encoding is named, other than with a weight of 0. */
function isAccepted(encoding: string, accepted: string): boolean {
  return accepted.split(',').some((one) => one.split(';')[0]?.trim() === encoding && !/;\s*q=0(\.0*)?\s*$/.test(one))
}
