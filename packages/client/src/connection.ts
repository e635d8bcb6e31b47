import type { GatewayError } from './errors.ts'
import type { OperationName } from './operation.ts'

/** One attempt of a call, for logs and metrics. */
export type Attempt = {
  readonly operation: OperationName
  /** 1, 2, 3 … */
  readonly attempt: number
  readonly idempotencyKey: string | null
  readonly durationMs: number
  /** Null when no answer arrived. */
  readonly status: number | null
  readonly requestId: string | null
  /** Null when it succeeded. */
  readonly error: GatewayError | null
  /** After how long there is another attempt, milliseconds; null: this was the last. */
  readonly retryInMs: number | null
}

export type GatewayOptions = {
  /** `https://…` of the environment, without a path of an operation. */
  readonly baseUrl: string
  /** A key of that environment. It belongs on your servers, never into a browser or an app. */
  readonly apiKey: string
  /** In place of the global `fetch`: through a proxy of yours, say. */
  readonly fetch?: typeof globalThis.fetch | undefined
  /** How long a call may take, with all of its attempts; 30 s by default. */
  readonly timeoutMs?: number | undefined
  /**
   * How long one attempt may take; 20 s by default. A live search waits up to 15 s for suppliers, a creation is answered within
   * 10 s.
   */
  readonly attemptTimeoutMs?: number | undefined
  /** Attempts of a call, the first included; 4 by default, and 1 for none but the first. */
  readonly maxAttempts?: number | undefined
  /** Of names in answers: en, fr, de, ja or ar. */
  readonly language?: string | undefined
  /** Called after each attempt; what it throws is ignored. */
  readonly onAttempt?: ((attempt: Attempt) => void) | undefined
}

export type CallOptions = {
  /**
   * Of this booking, cancellation or review, 1 to 255 printable ASCII characters; a random UUID by default. Store yours before
   * the call, and a call that a crash interrupted can be made again.
   */
  readonly idempotencyKey?: string | undefined
  /** Ends the call; it rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /** In place of the client's, for this call. */
  readonly timeoutMs?: number | undefined
}

/** The options with their defaults. */
export type Connection = {
  readonly baseUrl: string
  readonly headers: Readonly<Record<string, string>>
  readonly fetch: typeof globalThis.fetch
  readonly timeoutMs: number
  readonly attemptTimeoutMs: number
  readonly maxAttempts: number
  readonly onAttempt: (attempt: Attempt) => void
}

const AGENT = 'hotel-distribution-client/1.0.0'

/** @throws TypeError when the address or the key cannot be one. */
export function connectionOf({ baseUrl, apiKey, language, ...options }: GatewayOptions): Connection {
  if (!/^https?:\/\//i.test(baseUrl)) throw new TypeError(`baseUrl must begin with https://, not ${baseUrl}`)
  if (!apiKey) throw new TypeError('apiKey is empty')
  // What `Headers` says of such a key would hold the key.
  if (!/^[\x21-\x7e]+$/.test(apiKey)) throw new TypeError('apiKey has characters in it that no key has')
  const { onAttempt, fetch = globalThis.fetch } = options
  const headers = {
    'x-api-key': apiKey,
    'user-agent': AGENT,
    ...(language === undefined ? {} : { language }),
  }
  // Throws for a language with a line break in it.
  void new Headers(headers)
  return {
    baseUrl: new URL(baseUrl).href.replace(/\/+$/, ''),
    headers,
    // Browsers' fetch insists on being called without another `this`.
    fetch: (input, init) => fetch(input, init),
    timeoutMs: options.timeoutMs ?? 30_000,
    attemptTimeoutMs: options.attemptTimeoutMs ?? 20_000,
    maxAttempts: options.maxAttempts ?? 4,
    onAttempt: (attempt) => {
      try {
        onAttempt?.(attempt)
      } catch {
        // A log that fails must not lose the answer of a booking.
      }
    },
  }
}
