import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { gzip, gzipSync, type InputType, type ZlibOptions } from 'node:zlib'
import { SECOND_MS } from '../../domain/time.ts'
import type { SandboxReply } from './exchange.ts'

/** How long a connection stays open whose answer is never sent, real time; clients time out long before. */
const SCENARIO_SILENCE_MS = 120 * SECOND_MS
const FAULT_SILENCE_MS = 300 * SECOND_MS
const SLOW_MS = 3 * SECOND_MS

/** Smaller bodies are not compressed, because gzip would save nothing. */
const GZIP_FROM_BYTES = 1_024

const gzipBytes = promisify<InputType, ZlibOptions, Buffer>(gzip)

function bytesOf(reply: SandboxReply): Buffer {
  if (reply.bytes) return reply.bytes.content
  return reply.body === undefined ? Buffer.alloc(0) : Buffer.from(JSON.stringify(reply.body))
}

/**
 * Waits before an answer; false when the client disconnected meanwhile. The delay is in real time: it imitates the network, not
 * the business.
 */
function clientStays(response: ServerResponse, delayMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    if (response.destroyed || response.socket?.destroyed) return resolve(false)
    function left(): void {
      clearTimeout(timer)
      resolve(false)
    }
    const timer = setTimeout(() => {
      response.off('close', left)
      resolve(true)
    }, delayMs)
    response.once('close', left)
  })
}

async function keepSilent(response: ServerResponse, silenceMs: number): Promise<void> {
  if (await clientStays(response, silenceMs)) response.destroy()
}

/** Sends a reply immediately, late or never, as the reply says. */
export async function playReply(
  request: IncomingMessage,
  response: ServerResponse,
  reply: SandboxReply,
): Promise<void> {
  if (reply.lost) return keepSilent(response, SCENARIO_SILENCE_MS)
  if (reply.delayMs && !(await clientStays(response, reply.delayMs))) return
  const plain = bytesOf(reply)
  const packs = plain.length >= GZIP_FROM_BYTES && /\bgzip\b/.test(request.headers['accept-encoding'] ?? '')
  const bytes = packs ? await gzipBytes(plain, { level: 1 }) : plain
  response.writeHead(reply.status, {
    ...reply.headers,
    ...(reply.bytes ? { 'content-type': reply.bytes.contentType } : {}),
    ...(reply.body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(packs ? { 'content-encoding': 'gzip' } : {}),
    ...(reply.status === 204 ? {} : { 'content-length': String(bytes.length) }),
  })
  response.end(bytes)
}

export function playTimeout(response: ServerResponse): Promise<void> {
  return keepSilent(response, FAULT_SILENCE_MS)
}

export function playReset(response: ServerResponse): void {
  response.socket?.resetAndDestroy()
}

export function slowed(reply: SandboxReply): SandboxReply {
  return { ...reply, delayMs: (reply.delayMs ?? 0) + SLOW_MS }
}

/** Sends status 200 and a kilobyte of random bytes labelled as JSON. */
export function playGarbage(response: ServerResponse): void {
  const noise = randomBytes(1_024)
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': String(noise.length) })
  response.end(noise)
}

/** Sends a page of something in front of the supplier, which knows nothing of the supplier's protocol. */
export function playHtml(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
  response.end('<html><body><h1>Everything is fine</h1></body></html>')
}

/** The body of a reply; a reply without one gets a short invented body. */
function someBytesOf(reply: SandboxReply): Buffer {
  return reply.body === undefined ? Buffer.from('{"status":"cut"}') : bytesOf(reply)
}

/** A status that has a body. */
function statusWithBody({ status }: SandboxReply): number {
  return status === 204 ? 200 : status
}

/** Sends the first half of the compressed body, and calls it whole. */
export function playCutGzip(response: ServerResponse, reply: SandboxReply): void {
  const packed = gzipSync(someBytesOf(reply), { level: 1 })
  const half = packed.subarray(0, packed.length >> 1)
  response.writeHead(statusWithBody(reply), {
    ...reply.headers,
    'content-type': 'application/json',
    'content-encoding': 'gzip',
    'content-length': String(half.length),
  })
  response.end(half)
}

/** Far more than any answer of a supplier has. */
const OVERSIZED_BYTES = 40 * 1024 * 1024

/** Compressed, so that it is small on the wire and large where it is unpacked. */
export function playOversized(response: ServerResponse, reply: SandboxReply): void {
  const packed = gzipSync(Buffer.concat([someBytesOf(reply), Buffer.alloc(OVERSIZED_BYTES, ' ')]), { level: 1 })
  response.writeHead(statusWithBody(reply), {
    ...reply.headers,
    'content-type': 'application/json',
    'content-encoding': 'gzip',
  })
  response.end(packed)
}

/** JSON in which every field stands twice, first as null. By RFC 8259 such names are allowed; most parsers take the last. */
function twice(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(twice).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const fields = Object.entries(value).filter(([, member]) => member !== undefined)
  return `{${fields.flatMap(([name, member]) => [`${JSON.stringify(name)}:null`, `${JSON.stringify(name)}:${twice(member)}`]).join(',')}}`
}

export function playRepeatedFields(response: ServerResponse, reply: SandboxReply): void {
  response.writeHead(reply.status, { ...reply.headers, 'content-type': 'application/json' })
  response.end(reply.body === undefined ? undefined : twice(JSON.parse(bytesOf(reply).toString('utf8'))))
}

/**
 * Announces the length of the whole body, sends half of it, and cuts the connection. A reply without a body gets a short invented
 * one.
 */
export function playTruncated(response: ServerResponse, reply: SandboxReply): void {
  const whole = someBytesOf(reply)
  response.writeHead(statusWithBody(reply), {
    ...reply.headers,
    'content-type': 'application/json',
    'content-length': String(whole.length),
  })
  response.write(whole.subarray(0, whole.length >> 1), () => response.destroy())
}
