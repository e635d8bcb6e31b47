import type { LookupFunction } from 'node:net'
import { Agent, request } from 'undici'

/** Of a call to the identity provider, from the look-up of its name to the last byte. */
export const PROVIDER_MS = 5_000
/** Metadata, keys and tokens are some kilobytes. */
const MAX_BYTES = 256 * 1024
const MAX_CONNECTIONS = 8

/** The provider does not answer, or not as a server that is well. */
export class ProviderAway extends Error {
  override readonly name = 'ProviderAway'
}

type Asked = {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly signal?: AbortSignal | undefined
}

export type ProviderFetch = {
  readonly fetch: (url: string, asked: Asked) => Promise<Response>
  readonly close: () => Promise<void>
}

/**
 * A fetch with a deadline and a bound on what is read, which follows no redirect. Throws ProviderAway for what is no answer: a fault of the
 * network, a status from 500 on, silence, or too much.
 */
export function createProviderFetch(lookup: LookupFunction): ProviderFetch {
  const agent = new Agent({
    connect: { lookup, timeout: PROVIDER_MS },
    connections: MAX_CONNECTIONS,
    pipelining: 1,
    headersTimeout: PROVIDER_MS,
    bodyTimeout: PROVIDER_MS,
    maxResponseSize: MAX_BYTES,
  })

  async function ask(url: string, { method, headers, body, signal }: Asked): Promise<Response> {
    const deadline = AbortSignal.timeout(PROVIDER_MS)
    const answered = await request(url, {
      dispatcher: agent,
      method: method === 'POST' ? 'POST' : 'GET',
      headers: { ...headers, 'accept-encoding': 'identity' },
      // What oauth4webapi sends is a form, or nothing.
      body: body instanceof URLSearchParams ? body.toString() : null,
      signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
    })
    const bytes = await answered.body.arrayBuffer()
    if (answered.statusCode >= 500) throw new ProviderAway(`it answered ${answered.statusCode}`)
    const told = new Headers()
    for (const [name, value] of Object.entries(answered.headers))
      for (const one of Array.isArray(value) ? value : [value ?? '']) told.append(name, one)
    return new Response(bytes.byteLength === 0 ? null : bytes, { status: answered.statusCode, headers: told })
  }

  return {
    fetch: async (url, asked) => {
      try {
        return await ask(url, asked)
      } catch (error) {
        if (error instanceof ProviderAway) throw error
        throw new ProviderAway(error instanceof Error ? error.message || error.name : 'it was cut off', {
          cause: error,
        })
      }
    },
    close: () => agent.destroy(),
  }
}
