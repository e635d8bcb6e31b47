import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { gzip, type InputType, type ZlibOptions } from 'node:zlib'
import { SECOND_MS } from '../../domain/time.ts'
import type { SandboxReply } from './exchange.ts'

/** How long an answer that never comes keeps its connection, real time; a client has long left by then. */
const SCENARIO_SILENCE_MS = 120 * SECOND_MS
const FAULT_SILENCE_MS = 300 * SECOND_MS
const SLOW_MS = 3 * SECOND_MS

/** Below this a gzip frame saves nothing. */
const GZIP_FROM_BYTES = 1_024

const gzipBytes = promisify<InputType, ZlibOptions, Buffer>(gzip)

function bytesOf(reply: SandboxReply): Buffer {
  return reply.body === undefined ? Buffer.alloc(0) : Buffer.from(JSON.stringify(reply.body))
}

/** Waits on the wire; false when the client left first. Real time: a delay of the network, not of the business. */
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

/** Sends a reply as it is meant to arrive: at once, late, or never. */
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

/** 200 and a kilobyte of noise under a JSON label. */
export function playGarbage(response: ServerResponse): void {
  const noise = randomBytes(1_024)
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': String(noise.length) })
  response.end(noise)
}

/** Promises the whole body, sends half, cuts. An answer without a body is cut after its promise of one. */
export function playTruncated(response: ServerResponse, reply: SandboxReply): void {
  const whole = reply.body === undefined ? Buffer.from('{"status":"cut"}') : bytesOf(reply)
  response.writeHead(reply.status === 204 ? 200 : reply.status, {
    ...reply.headers,
    'content-type': 'application/json',
    'content-length': String(whole.length),
  })
  response.write(whole.subarray(0, whole.length >> 1), () => response.destroy())
}
