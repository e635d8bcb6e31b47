import type { Readable } from 'node:stream'
import { request } from 'undici'
import { createBoundedMemory } from '../platform/kept.ts'
import { patiently } from '../platform/patience.ts'
import { unlessAborted } from '../platform/unless-aborted.ts'
import { type CheckedAddress, checkAddress, type GuardOptions, isLiteral } from './guard.ts'
import { createProxyWire, createWire, type Wire } from './wire.ts'

/** The result of one attempt. */
export type Delivered = {
  /** Null: no answer arrived. */
  readonly status: number | null
  readonly retryAfter: string | undefined
  /** `disable` or `abort-message`, when the receiver sends one of these. */
  readonly wish: string | undefined
  readonly error: string | null
  readonly bodyExcerpt: string | null
  readonly durationMs: number
  readonly timings: Timings
}

/** How long each phase took, ms; null for a phase that did not take place: a reused connection neither resolves nor connects. */
type Timings = {
  readonly dnsMs: number | null
  readonly connectMs: number | null
  readonly tlsMs: number | null
  /** From sending the request to the first byte of the answer. */
  readonly firstByteMs: number | null
}

type Delivery = {
  readonly url: string
  /** The organization of the endpoint: the time and look-ups that its host names cost are charged to it alone. */
  readonly organizationId: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export type WebhookSender = {
  /** Makes one attempt. Never throws. */
  readonly deliver: (delivery: Delivery) => Promise<Delivered>
  readonly close: () => Promise<void>
}

/** The time limit from the DNS look-up to the last byte that is read. */
export const TOTAL_TIMEOUT_MS = 15_000
const CONNECT_TIMEOUT_MS = 5_000
/** How much of an answer is stored, for people to read. */
const EXCERPT_BYTES = 1_024
/**
 * How much of the rest of an answer is read, and for how long, so that the connection can be reused; beyond that it is closed.
 */
const MAX_BODY_BYTES = 64 * 1_024
const BODY_WITHIN_MS = 2_000

/** The most connections to one address; an endpoint never has this many concurrent deliveries. */
const MAX_CONNECTIONS = 64
const MAX_WIRES = 1_000

const NO_TIMINGS: Timings = { dnsMs: null, connectMs: null, tlsMs: null, firstByteMs: null }

/**
 * Posts webhooks. Redirects are not followed; the body of an answer is read up to its excerpt, and never decompressed. The
 * address is checked at each attempt, and exactly the checked address is dialled, so that DNS cannot change it in between.
 */
export function createWebhookSender(guard: GuardOptions): WebhookSender {
  const wires = createBoundedMemory<string, Wire>({ max: MAX_WIRES })

  /** One pool for each origin and its checked addresses: a connection is reused only while they are the same. */
  function wireTo(url: URL, addresses: readonly CheckedAddress[]): Wire {
    const key = [url.origin, ...addresses.map(({ address }) => address).sort()].join(' ')
    const known = wires.get(key)
    if (known) return known
    const limits = { connections: MAX_CONNECTIONS, connectTimeoutMs: CONNECT_TIMEOUT_MS }
    const wire = guard.proxyUrl ? createProxyWire(guard.proxyUrl, limits) : createWire(addresses, limits)
    for (const dropped of wires.set(key, wire)) void dropped.close()
    return wire
  }

  return {
    deliver: async (delivery) => {
      const startedAt = performance.now()
      const outcome = await post(delivery, guard, wireTo)
      return { ...outcome, durationMs: Math.round(performance.now() - startedAt) }
    },
    close: async () => {
      await Promise.all(wires.values().map((wire) => wire.destroy()))
    },
  }
}

type Outcome = Omit<Delivered, 'durationMs'>

function failed(error: string, timings: Timings): Outcome {
  return {
    status: null,
    retryAfter: undefined,
    wish: undefined,
    error,
    bodyExcerpt: null,
    timings,
  }
}

/** The result of an attempt in which nothing was sent. */
export function notSent(error: string): Delivered {
  return { ...failed(error, NO_TIMINGS), durationMs: 0 }
}

async function post(
  { url: text, organizationId, headers, body }: Delivery,
  guard: GuardOptions,
  wireTo: (url: URL, addresses: readonly CheckedAddress[]) => Wire,
): Promise<Outcome> {
  const url = new URL(text)
  const since = performance.now()
  const deadline = AbortSignal.timeout(TOTAL_TIMEOUT_MS)
  const checked = await checkAddress({ url, organizationId, signal: deadline }, guard)
  const dnsMs = isLiteral(url) ? null : Math.round(performance.now() - since)
  if (!checked.ok) return failed(`refused: ${checked.error}`, { ...NO_TIMINGS, dnsMs })
  const wire = wireTo(url, checked.value)
  const sentAt = performance.now()
  try {
    // undici checks the signal only once it is connected, and a proxy may delay that.
    const asked = request(url, {
      dispatcher: wire.agent,
      method: 'POST',
      headers: {
        ...headers,
        'content-type': 'application/json',
        'user-agent': 'hotel-distribution-gateway-webhooks/1',
      },
      body,
      signal: deadline,
      headersTimeout: 0,
      bodyTimeout: 0,
    })
    const answer = await unlessAborted(asked, deadline)
    if (answer === null) return failed(`no answer within ${TOTAL_TIMEOUT_MS} ms`, { ...NO_TIMINGS, dnsMs })
    const connected = wire.connectedSince(sentAt)
    const waitedMs = performance.now() - sentAt - (connected?.connectMs ?? 0) - (connected?.tlsMs ?? 0)
    return {
      status: answer.statusCode,
      retryAfter: first(answer.headers['retry-after']),
      wish: first(answer.headers['webhook-delivery']),
      error: null,
      bodyExcerpt: await excerpt(answer.body),
      timings: {
        dnsMs,
        connectMs: connected?.connectMs ?? null,
        tlsMs: connected?.tlsMs ?? null,
        firstByteMs: Math.max(0, Math.round(waitedMs)),
      },
    }
  } catch (error) {
    const timings = { ...NO_TIMINGS, dnsMs }
    if (deadline.aborted) return failed(`no answer within ${TOTAL_TIMEOUT_MS} ms`, timings)
    const reason = error instanceof Error ? ((error as NodeJS.ErrnoException).code ?? error.message) : 'network error'
    return failed(reason, timings)
  }
}

function first(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value
}

/**
 * The beginning of an answer as text. The rest is read and discarded, so that the connection can be reused; if it is too long or
 * does not end, the connection is closed. The status alone decides the result: no error in here makes the attempt fail.
 */
async function excerpt(body: Readable): Promise<string | null> {
  const chunks: Uint8Array[] = []
  let size = 0
  const patience = setTimeout(() => body.destroy(), patiently(BODY_WITHIN_MS))
  try {
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      if (size < EXCERPT_BYTES) chunks.push(chunk.subarray(0, EXCERPT_BYTES - size))
      size += chunk.length
      if (size >= MAX_BODY_BYTES) break
    }
  } catch {
    // Cut off, by us or by the receiver: what has come is kept.
  } finally {
    clearTimeout(patience)
  }
  if (chunks.length === 0) return null
  // Postgres cannot store a NUL character as text.
  return Buffer.concat(chunks).toString('utf8').replaceAll('\u0000', '')
}
