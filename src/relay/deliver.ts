import { Agent, request } from 'undici'
import { checkAddress, type CheckedAddress, type GuardOptions } from './guard.ts'

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
}

export type Delivery = {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export type Courier = {
  /** Never throws. */
  readonly deliver: (delivery: Delivery) => Promise<Delivered>
  readonly close: () => Promise<void>
}

/** From the dial to the last byte that is read. */
export const TOTAL_TIMEOUT_MS = 15_000
const CONNECT_TIMEOUT_MS = 5_000
/** An answer is for people to read; no more of it is kept, or even read. */
const EXCERPT_BYTES = 1_024

/**
 * Posts bodies. Redirects are not followed; an answer's body is read up to its excerpt and never unpacked. The address is
 * checked at each attempt and the checked one is dialled, so that a name cannot change in between.
 */
export const createCourier = (guard: GuardOptions): Courier => {
  const agents = new Map<string, Agent>()

  /** One pool for each checked address and origin: a connection is only used again for the address that it was checked for. */
  const agentFor = (url: URL, { address, family }: CheckedAddress): Agent => {
    const key = `${url.origin} ${address}`
    const known = agents.get(key)
    if (known) return known
    const agent = new Agent({
      connections: 16,
      pipelining: 1,
      keepAliveTimeout: 10_000,
      connect: {
        timeout: CONNECT_TIMEOUT_MS,
        lookup: (_hostname, { all }, done) => (all ? done(null, [{ address, family }]) : done(null, address, family)),
      },
    })
    agents.set(key, agent)
    const [oldest] = agents.keys()
    if (agents.size > MAX_AGENTS && oldest !== undefined) {
      agents
        .get(oldest)
        ?.close()
        .catch(() => undefined)
      agents.delete(oldest)
    }
    return agent
  }

  return {
    deliver: async (delivery) => {
      const startedAt = performance.now()
      const outcome = await post(delivery, guard, agentFor)
      return { ...outcome, durationMs: Math.round(performance.now() - startedAt) }
    },
    close: async () => {
      await Promise.all([...agents.values()].map((agent) => agent.destroy()))
    },
  }
}

const MAX_AGENTS = 1_000

type Outcome = Omit<Delivered, 'durationMs'>

const failed = (error: string): Outcome => ({
  status: null,
  retryAfter: undefined,
  wish: undefined,
  error,
  bodyExcerpt: null,
})

const post = async (
  { url: text, headers, body }: Delivery,
  guard: GuardOptions,
  agentFor: (url: URL, address: CheckedAddress) => Agent,
): Promise<Outcome> => {
  const url = new URL(text)
  const checked = await checkAddress(url, guard)
  if (!checked.ok) return failed(`refused: ${checked.error}`)
  const deadline = AbortSignal.timeout(TOTAL_TIMEOUT_MS)
  try {
    const answer = await request(url, {
      dispatcher: agentFor(url, checked.value),
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
    return {
      status: answer.statusCode,
      retryAfter: first(answer.headers['retry-after']),
      wish: first(answer.headers['webhook-delivery']),
      error: null,
      bodyExcerpt: await excerpt(answer.body),
    }
  } catch (error) {
    if (deadline.aborted) return failed(`no answer within ${TOTAL_TIMEOUT_MS} ms`)
    return failed(error instanceof Error ? ((error as NodeJS.ErrnoException).code ?? error.message) : 'network error')
  }
}

const first = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? value[0] : value)

/** The beginning of an answer as text. What follows is cut off with the connection, unless it was short. */
const excerpt = async (body: AsyncIterable<Uint8Array>): Promise<string | null> => {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    chunks.push(chunk)
    size += chunk.length
    if (size >= EXCERPT_BYTES) break
  }
  if (size === 0) return null
  // A NUL cannot be stored as text.
  return Buffer.concat(chunks).subarray(0, EXCERPT_BYTES).toString('utf8').replaceAll('\u0000', '')
}
