import type { Readable } from 'node:stream'
import { request } from 'undici'
import { createBoundedMemory } from '../platform/kept.ts'
import { unlessAborted } from '../platform/unless-aborted.ts'
import { type CheckedAddress, checkAddress, type GuardOptions, isLiteral } from './guard.ts'
import { createProxyWire, createWire, type Wire } from './wire.ts'

/** One attempt as it went. */
export type Delivered = {
  /** Null: no answer came. */
  readonly status: number | null
  readonly retryAfter: string | undefined
  /** `disable` or `abort-message`, when the receiver asks for it. */
  readonly wish: string | undefined
  readonly error: string | null
  readonly bodyExcerpt: string | null
  readonly durationMs: number
  readonly timings: Timings
}

/** Where the time went, ms; null where there was none: a kept connection neither resolves nor connects. */
type Timings = {
  readonly dnsMs: number | null
  readonly connectMs: number | null
  readonly tlsMs: number | null
  /** From the request on the wire to the first byte of its answer. */
  readonly firstByteMs: number | null
}

type Delivery = {
  readonly url: string
  /** Whose it is: what its names cost, in time and look-ups, is theirs alone. */
  readonly organizationId: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export type WebhookSender = {
  /** Never throws. */
  readonly deliver: (delivery: Delivery) => Promise<Delivered>
  readonly close: () => Promise<void>
}

/** From the look-up of the name to the last byte that is read. */
export const TOTAL_TIMEOUT_MS = 15_000
const CONNECT_TIMEOUT_MS = 5_000
/** An answer is for people to read: so much of it is kept. */
const EXCERPT_BYTES = 1_024
/** Of what follows so much is read, and for so long, to keep the connection; then it is cut off. */
const MAX_BODY_BYTES = 64 * 1_024
const BODY_WITHIN_MS = 2_000

/** Connections to one address; an endpoint is sent less than this at once. */
const MAX_CONNECTIONS = 64
const MAX_WIRES = 1_000

const NO_TIMINGS: Timings = { dnsMs: null, connectMs: null, tlsMs: null, firstByteMs: null }

/**
 * Posts bodies. Redirects are not followed; an answer's body is read up to its excerpt and never unpacked. The address is
 * checked at each attempt and the checked one is dialled, so that a name cannot change in between.
 */
export function createWebhookSender(guard: GuardOptions): WebhookSender {
  const wires = createBoundedMemory<string, Wire>({ max: MAX_WIRES })

  /** One pool for each origin and its checked addresses: a connection is only used again while they are the same. */
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

/** An attempt of which nothing went out. */
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
    // undici looks at the signal only once it is connected, and a proxy may keep it waiting before.
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
 * The beginning of an answer as text. The rest is read away so that the connection can be used again; what is too long, or
 * does not end, is cut off with it. The status has said everything: nothing that happens here makes it a failure.
 */
async function excerpt(body: Readable): Promise<string | null> {
  const chunks: Uint8Array[] = []
  let size = 0
  const patience = setTimeout(() => body.destroy(), BODY_WITHIN_MS)
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
  // A NUL cannot be stored as text.
  return Buffer.concat(chunks).toString('utf8').replaceAll('\u0000', '')
}
