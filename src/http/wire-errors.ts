import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { documentationUrl, type Problem, problem } from '../domain/errors.ts'
import { linger } from './linger.ts'
import { MAX_URL_LENGTH } from './server-limits.ts'

/** An error of Node's HTTP parser; `rawPacket` is the last Buffer that it read. */
type WireError = Error & { readonly code?: string | undefined; readonly rawPacket?: unknown }

/** True when the first line of the request is what is too long. */
function isAddress({ rawPacket }: WireError): boolean {
  if (!Buffer.isBuffer(rawPacket) || !/^[A-Z]{3,10} /.test(rawPacket.toString('latin1', 0, 12))) return false
  const end = rawPacket.indexOf('\r\n')
  return end === -1 || end > MAX_URL_LENGTH
}

function problemOf(error: WireError): Problem {
  if (error.code === 'HPE_HEADER_OVERFLOW')
    return problem(isAddress(error) ? 'URI_TOO_LONG' : 'REQUEST_HEADERS_TOO_LARGE')
  return problem(error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'REQUEST_TIMEOUT' : 'MALFORMED_REQUEST')
}

/** A complete response as bytes, for a connection on which no further request can be parsed. */
function rawAnswer(
  { status, code, message, retryable }: Problem,
  requestId: string,
  headers: Readonly<Record<string, string>>,
): string {
  const body = JSON.stringify({
    code,
    message,
    details: {},
    retryable,
    request_id: requestId,
    documentation_url: documentationUrl(code),
  })
  const all = {
    ...headers,
    'x-request-id': requestId,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${body}`
}

/** A socket with Node's internal field for its current response. */
type Busy = Socket & { readonly _httpMessage?: { readonly headersSent: boolean } | null }

/**
 * Answers input that Node rejects before it becomes a request (garbage, smuggling, headers too long or too slow) with the
 * contract's error body, then closes. If a response has already begun, the connection is cut instead: the client would read the
 * error as part of that response.
 */
export function createClientErrorHandler(
  newRequestId: () => string,
  headers: Readonly<Record<string, string>>,
): (error: WireError, socket: Socket) => void {
  const answered = new WeakSet<Socket>()
  return (error, socket) => {
    if (answered.has(socket)) return
    answered.add(socket)
    const begun = (socket as Busy)._httpMessage?.headersSent === true
    if (error.code === 'ECONNRESET' || !socket.writable || begun) return void socket.destroy()
    socket.write(rawAnswer(problemOf(error), newRequestId(), headers))
    linger(socket)
  }
}
