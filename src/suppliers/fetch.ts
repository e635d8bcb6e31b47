import type { IncomingHttpHeaders } from 'node:http'
import type { LookupFunction } from 'node:net'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { gunzip, gunzipSync, type ZlibOptions } from 'node:zlib'
import { Agent, type Dispatcher, ProxyAgent, request } from 'undici'
import { err, ok, type Result } from '../domain/result.ts'
import { inSpan, type OpenSpan } from '../platform/request-trace.ts'
import { unlessAborted } from '../platform/unless-aborted.ts'
import type { OutboundProxy } from './connection-settings.ts'
import { parseJson } from './parse-json.ts'
import { type Stopwatch, startStopwatch, timesOf } from './stopwatch.ts'
import {
  type SupplierFailure,
  type SupplierFetch,
  type SupplierOperation,
  type SupplierRequest,
  type SupplierResponse,
  unsent,
} from './supplier-call.ts'

/** The largest body that is read; an availability answer for 250 hotels is about 4 MB. */
const MAX_BODY_BYTES = 32 * 1024 * 1024

function failure(kind: SupplierFailure['kind'], detail: string, httpStatus: number | null = null): SupplierFailure {
  return {
    kind,
    httpStatus,
    supplierErrorCode: null,
    retryAfterMs: null,
    detail,
  }
}

const LEFT = failure('ABORTED', 'the caller went away')
const TOO_LATE = unsent('TIMEOUT', 'its time was over before it left')

const gunzipBytes = promisify<Buffer, ZlibOptions, Buffer>(gunzip)

/**
 * Compressed bodies of up to this many bytes are decompressed on the event loop: that takes less than a millisecond. A trip to
 * the thread pool would let every other search run before this one, which is about to finish.
 */
const UNPACKED_AT_ONCE = 64 * 1024

/**
 * JSON compresses about tenfold. A buffer for the whole result makes decompression one trip to the thread pool instead of one per
 * 16 KiB.
 */
function chunkFor(packed: number): number {
  return Math.min(1024 * 1024, Math.max(16 * 1024, packed * 12))
}

/** Reads the bytes of a body; null when it exceeds the limit. */
async function readCapped(body: Readable): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    const bytes: Buffer = chunk
    size += bytes.length
    if (size > MAX_BODY_BYTES) return null
    chunks.push(bytes)
  }
  return Buffer.concat(chunks)
}

/** What became of a body that is larger than is read, packed or not. */
const TOO_LARGE = 'body too large'

function isTooLong(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
}

/**
 * Decompresses a body in the organization's turn on the event loop; parsing follows in the same turn. Returns an error text when
 * the body is corrupt or exceeds the limit.
 */
async function unpack(
  bytes: Buffer,
  encoding: string | string[] | undefined,
  turn: () => Promise<void>,
): Promise<Buffer | string> {
  const { length } = bytes
  const options = { maxOutputLength: MAX_BODY_BYTES, chunkSize: chunkFor(length) }
  try {
    // The thread pool works beside the event loop, so this decompression needs no turn.
    const large = encoding === 'gzip' && length > UNPACKED_AT_ONCE ? await gunzipBytes(bytes, options) : null
    await turn()
    if (large) return large
    return encoding === 'gzip' && length > 0 ? gunzipSync(bytes, options) : bytes
  } catch (error) {
    return isTooLong(error) ? TOO_LARGE : 'the body cannot be unpacked'
  }
}

export function flatHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  )
}

/** A 2xx answer must be JSON or empty. An error answer that is not JSON (an error page) counts by its status alone. */
function answer(
  status: number,
  headers: IncomingHttpHeaders,
  bytes: Buffer,
): Result<SupplierResponse, SupplierFailure> {
  const response = { status, headers: flatHeaders(headers) }
  if (bytes.length === 0) return ok({ ...response, json: null })
  try {
    return ok({ ...response, json: parseJson(bytes) })
  } catch {
    return status >= 400 ? ok({ ...response, json: null }) : err(failure('MALFORMED', 'the body is not JSON', status))
  }
}

/** The failure for an HTTP status when the adapter has no more specific rule. */
export function failureOfStatus(
  response: SupplierResponse,
  supplierErrorCode: string | null,
  detail: string,
): SupplierFailure {
  return {
    kind: kindOfStatus(response.status),
    httpStatus: response.status,
    supplierErrorCode,
    retryAfterMs: retryAfterMs(response.headers['retry-after']),
    detail: detail.slice(0, 500),
  }
}

function kindOfStatus(status: number): SupplierFailure['kind'] {
  if (status === 401 || status === 403) return 'UNAUTHORIZED'
  if (status === 429) return 'RATE_LIMITED'
  if (status >= 500) return 'SERVER_ERROR'
  return status >= 400 ? 'REJECTED' : 'MALFORMED'
}

/** Reads Retry-After in whole seconds, the form that suppliers send; dates are not supported. Null when absent or unusable. */
function retryAfterMs(value: string | undefined): number | null {
  return value !== undefined && /^\d{1,6}$/.test(value) ? Number(value) * 1_000 : null
}

/** What a trace records of an exchange. It leaves out the URL: suppliers put tokens and guests' addresses into theirs. */
function describe(
  span: OpenSpan,
  supplierCode: string | undefined,
  {
    request: { operation, method, url },
    answered,
  }: { readonly request: SupplierRequest; readonly answered: Awaited<ReturnType<SupplierFetch>> },
): void {
  const { hostname, port, protocol } = new URL(url)
  const status = answered.ok ? answered.value.status : answered.error.httpStatus
  span.set({
    'supplier.code': supplierCode ?? 'unknown',
    'supplier.operation': operation,
    'http.request.method': method,
    'server.address': hostname,
    'server.port': Number(port) || (protocol === 'https:' ? 443 : 80),
    ...(status === null ? {} : { 'http.response.status_code': status }),
  })
  if (!answered.ok) span.fail(answered.error.kind)
  else if (answered.value.status >= 400) span.fail(String(answered.value.status))
}

export type SupplierFetchOptions = {
  /** The supplier's name in traces. */
  readonly supplierCode?: string
  readonly maxConnections?: number
  /** Resolves the supplier's host name; by default Node's own look-up. */
  readonly lookup?: LookupFunction
  /** Through which all calls go; it resolves the names itself. */
  readonly proxy?: OutboundProxy | null
  /** Called after each exchange; `outcome` is the HTTP status, or the kind of failure. */
  readonly observe?: (operation: SupplierOperation, outcome: string, seconds: number) => void
  /** Returns a promise to wait for before a received answer is decompressed and parsed; null: no wait is needed. */
  readonly turn?: () => Promise<void> | null
}

/** Through a proxy every call is a tunnel (CONNECT), so that the proxy sees hosts and no credentials. */
export function agentOf({ maxConnections = 64, lookup, proxy }: SupplierFetchOptions): Dispatcher {
  const limits = { connections: maxConnections, pipelining: 1, connectTimeout: 5_000, allowH2: false }
  return proxy
    ? new ProxyAgent({
        ...limits,
        uri: proxy.url,
        proxyTunnel: true,
        ...(proxy.authorization === null ? {} : { token: proxy.authorization }),
      })
    : new Agent({ ...limits, ...(lookup ? { connect: { lookup } } : {}) })
}

class TooLateError extends Error {}

/**
 * Lets a request leave in its time only. Timers do not do: a process that stood still while it was connected to the supplier wakes to
 * the connection first, and to its timers later.
 */
function leavingBy(agent: Dispatcher, deadlineAt: number, onStart: (at: number) => void): Dispatcher {
  return agent.compose((dispatch) => (options, handler) => {
    const start = handler.onRequestStart?.bind(handler)
    handler.onRequestStart = (controller, context) => {
      const at = performance.now()
      onStart(at)
      return at < deadlineAt ? start?.(controller, context) : controller.abort(new TooLateError())
    }
    return dispatch(options, handler)
  })
}

/** An answer that arrived complete and in time, still as it was sent. */
type Received = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly bytes: Buffer }

/**
 * Makes the HTTP client of one supplier connection. It has its own pool, so that a slow supplier takes no sockets from others.
 */
export function createSupplierFetch(
  options: SupplierFetchOptions = {},
): SupplierFetch & { close: () => Promise<void> } {
  const agent = agentOf(options)
  async function receive(
    wanted: SupplierRequest,
    { traceparent, watch }: { readonly traceparent: string | undefined; readonly watch: Stopwatch },
  ): Promise<Result<Received, SupplierFailure>> {
    if (wanted.timeoutMs <= 0) return err(TOO_LATE)
    const deadlineAt = performance.now() + wanted.timeoutMs
    const deadline = AbortSignal.timeout(Math.max(1, Math.floor(wanted.timeoutMs)))
    const signal = wanted.signal ? AbortSignal.any([deadline, wanted.signal]) : deadline
    try {
      // undici checks the signal only once it is connected, and a DNS look-up or TLS handshake may exceed the call's timeout.
      const asked = request(wanted.url, {
        dispatcher: leavingBy(agent, deadlineAt, (at) => {
          watch.connectedAt = at
        }),
        method: wanted.method,
        headers: traceparent === undefined ? wanted.headers : { ...wanted.headers, traceparent },
        body: wanted.body ?? null,
        signal,
        headersTimeout: 0,
        bodyTimeout: 0,
      })
      const answered = await unlessAborted(asked, signal)
      if (answered === null) throw signal.reason
      watch.firstByteAt = performance.now()
      const { statusCode: status, headers, body } = answered
      const bytes = await readCapped(body)
      watch.packedBytes = bytes?.length ?? MAX_BODY_BYTES
      return bytes ? ok({ status, headers, bytes }) : err(failure('MALFORMED', TOO_LARGE, status))
    } catch (error) {
      if (error instanceof TooLateError) return err(TOO_LATE)
      if (deadline.aborted) return err(failure('TIMEOUT', `no answer within ${wanted.timeoutMs} ms`))
      if (signal.aborted) return err(LEFT)
      return err(failure('NETWORK', error instanceof Error ? error.message.trim() : 'network error'))
    }
  }

  /**
   * Decompresses and parses an answer. The supplier has answered in time, so a long wait for the turn does not count as its
   * failure.
   */
  async function read(
    { status, headers, bytes }: Received,
    { signal, turn, watch }: Pick<SupplierRequest, 'signal'> & { turn: () => Promise<void>; watch: Stopwatch },
  ): ReturnType<SupplierFetch> {
    const unpacked = await unpack(bytes, headers['content-encoding'], turn)
    if (signal?.aborted) return err(LEFT)
    if (typeof unpacked === 'string') return err(failure('MALFORMED', unpacked, status))
    watch.bytes = unpacked.length
    return answer(status, headers, unpacked)
  }

  const observed: SupplierFetch = async (wanted) => {
    wanted.onLeave?.()
    const watch = startStopwatch()
    let waitedMs = 0
    async function turn(): Promise<void> {
      const since = performance.now()
      await options.turn?.()
      waitedMs = performance.now() - since
    }
    const answered = await inSpan({ name: `${wanted.method} ${wanted.operation}`, kind: 'CLIENT' }, async (span) => {
      const received = await receive(wanted, { traceparent: span?.traceparent, watch })
      const told = received.ok ? await read(received.value, { signal: wanted.signal, turn, watch }) : received
      if (span) describe(span, options.supplierCode, { request: wanted, answered: told })
      return told
    })
    if (!answered.ok && answered.error.isUnsent) return answered
    const outcome = answered.ok ? String(answered.value.status) : answered.error.kind
    const tookMs = performance.now() - watch.askedAt - waitedMs
    options.observe?.(wanted.operation, outcome, tookMs / 1_000)
    wanted.onEnd?.(timesOf(watch, tookMs))
    return answered
  }
  return Object.assign(observed, { close: () => agent.destroy() })
}
