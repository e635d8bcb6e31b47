import { MINUTE_MS } from '../../../domain/time.ts'
import type { SandboxDeps, SandboxReply } from '../exchange.ts'

/** An invented limit, far above what a gateway sends: the sandbox throttles only through the `429` fault. */
const MINUTE_LIMIT = 10_000

/** Formats a time as RateHawk does: in UTC, but without a zone. */
export function utcText(at: number): string {
  return new Date(at).toISOString().slice(0, 19)
}

function limits(nowAt: number, remaining: number) {
  return {
    secondsNumber: 60,
    requestsNumber: MINUTE_LIMIT,
    remaining,
    reset: utcText(nowAt - (nowAt % MINUTE_MS) + MINUTE_MS),
  }
}

interface Framed {
  readonly frame: { readonly data: unknown; readonly status: string; readonly error: string | null }
  readonly more?: { readonly remaining?: number; readonly validationError?: string }
}

function framed({ clock, realNow }: SandboxDeps, httpStatus: number, { frame, more = {} }: Framed): SandboxReply {
  const limit = limits(realNow(), more.remaining ?? MINUTE_LIMIT - 1)
  return {
    status: httpStatus,
    headers: {
      'x-ratelimit-secondsnumber': String(limit.secondsNumber),
      'x-ratelimit-requestsnumber': String(limit.requestsNumber),
      'x-ratelimit-remaining': String(limit.remaining),
      'x-ratelimit-reset': limit.reset,
    },
    body: {
      ...frame,
      debug: {
        api_endpoint: {
          endpoint: 'api/b2b/v3',
          is_active: true,
          is_limited: true,
          remaining: limit.remaining,
          requests_number: limit.requestsNumber,
          reset: limit.reset,
          seconds_number: limit.secondsNumber,
        },
        request_id: 'sandbox',
        utcnow: utcText(clock.now()),
        validation_error: more.validationError ?? null,
      },
    },
  }
}

export function done(deps: SandboxDeps, data: unknown): SandboxReply {
  return framed(deps, 200, { frame: { data, status: 'ok', error: null } })
}

/** The answer for a booking that is not confirmed yet. */
export function processing(deps: SandboxDeps, data: object): SandboxReply {
  return framed(deps, 200, { frame: { data, status: 'processing', error: null } })
}

/** Business errors come with HTTP 200; only the envelope shows them. */
export function refused(deps: SandboxDeps, error: string): SandboxReply {
  return framed(deps, 200, { frame: { data: null, status: 'error', error } })
}

export function invalidParams(deps: SandboxDeps, validationError: string): SandboxReply {
  return framed(deps, 400, {
    frame: { data: null, status: 'error', error: 'invalid_params' },
    more: { validationError },
  })
}

export function unauthorized(deps: SandboxDeps): SandboxReply {
  return framed(deps, 403, { frame: { data: null, status: 'error', error: 'incorrect_credentials' } })
}

export function tooManyRequests(deps: SandboxDeps): SandboxReply {
  return framed(deps, 429, {
    frame: { data: null, status: 'error', error: 'endpoint_exceeded_limit' },
    more: { remaining: 0 },
  })
}

export function serverError(deps: SandboxDeps): SandboxReply {
  return framed(deps, 500, { frame: { data: null, status: 'error', error: 'unknown' } })
}
