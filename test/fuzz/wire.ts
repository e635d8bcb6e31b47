import { Agent, request as open } from 'node:http'
import { connect } from 'node:net'
import type { Json } from '../support/http-client.ts'
import { HANGS_AFTER_MS } from './run.ts'

export type WireRequest = {
  readonly method: string
  /** Path and query, as they go out. */
  readonly target: string
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  readonly body: string | null
}

export type WireAnswer = {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** What the text says, where it is JSON; the text itself otherwise. */
  readonly body: Json
}

const agent = new Agent({ keepAlive: true, maxSockets: 32 })

/** How much of an event stream is read before the reader leaves. */
const STREAM_READ_MS = 1_500

function isJson(headers: Headers): boolean {
  return /json/.test(headers.get('content-type') ?? '')
}

function answerOf(status: number, headers: Headers, text: string): WireAnswer {
  return {
    status,
    headers,
    text,
    body: isJson(headers) && text !== '' ? JSON.parse(text) : text,
  }
}

/** Sends what `fetch` would refuse to; fails when there is no whole answer within 20 s. */
export function send(base: string, { method, target, headers, body }: WireRequest): Promise<WireAnswer> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(base)
    const request = open({
      agent,
      hostname,
      port,
      method,
      path: target,
      headers: { ...headers, ...(body === null ? {} : { 'content-length': String(Buffer.byteLength(body)) }) },
    })
    const timer = setTimeout(() => request.destroy(new Error(`no answer within ${HANGS_AFTER_MS} ms`)), HANGS_AFTER_MS)
    function settle(finish: () => void): void {
      clearTimeout(timer)
      try {
        finish()
      } catch (error) {
        reject(error)
      }
    }
    request.on('error', (error) => settle(() => reject(error)))
    request.on('response', (response) => {
      const chunks: Buffer[] = []
      const told = new Headers()
      for (let i = 0; i < response.rawHeaders.length; i += 2)
        told.append(response.rawHeaders[i] ?? '', response.rawHeaders[i + 1] ?? '')
      function finish(): void {
        return settle(() => resolve(answerOf(response.statusCode ?? 0, told, Buffer.concat(chunks).toString('utf8'))))
      }
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', finish)
      response.on('error', (error) => settle(() => reject(error)))
      if (/event-stream/.test(told.get('content-type') ?? ''))
        setTimeout(() => {
          finish()
          response.destroy()
        }, STREAM_READ_MS)
    })
    if (body === null) request.end()
    else request.end(body)
  })
}

/** Writes bytes that are no request; answers everything that comes back until the server closes or is silent. */
export function sendRaw(base: string, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    const { hostname, port } = new URL(base)
    const socket = connect(Number(port), hostname)
    const chunks: Buffer[] = []
    function finish(): void {
      clearTimeout(timer)
      socket.destroy()
      resolve(Buffer.concat(chunks).toString('latin1'))
    }
    const timer = setTimeout(finish, 2_000)
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      // Whole answers are short: what comes later is not waited for.
      setTimeout(finish, 100)
    })
    socket.on('close', finish)
    socket.on('error', finish)
    socket.write(bytes, 'latin1')
  })
}
