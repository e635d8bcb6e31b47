import { DAY_MS, MINUTE_MS } from '../../../domain/time.ts'
import type { SandboxDeps, SandboxReply } from '../exchange.ts'

/** Invented limits, far above what a gateway sends: the sandbox throttles only through the `429` fault. */
const MINUTE_LIMIT = 10_000
const DAY_LIMIT = 5_000_000

/**
 * Rapid's rate-limit headers. Remaining is a percentage, Reset is in UTC epoch milliseconds.
 */
function rateHeaders(nowAt: number, remaining: number, remainingToday = 99): Record<string, string> {
  return {
    'rate-limit-minute': String(MINUTE_LIMIT),
    'rate-limit-minute-remaining': String(remaining),
    'rate-limit-minute-reset': String(nowAt - (nowAt % MINUTE_MS) + MINUTE_MS),
    'rate-limit-day': String(DAY_LIMIT),
    'rate-limit-day-remaining': String(remainingToday),
    'rate-limit-day-reset': String(nowAt - (nowAt % DAY_MS) + DAY_MS),
    'rate-limit-reduction-status': 'INACTIVE',
    region: 'eu-west-1',
  }
}

export function reply({ realNow }: SandboxDeps, status: number, body?: unknown): SandboxReply {
  return {
    status,
    headers: rateHeaders(realNow(), 99),
    ...(body === undefined ? {} : { body }),
  }
}

export type FieldFault = { readonly name: string; readonly type: string; readonly value: string }
/** One nested error of an `invalid_input` answer. */
export type InputFault = { readonly type: string; readonly message: string; readonly fields?: readonly FieldFault[] }

function error(
  deps: SandboxDeps,
  status: number,
  { type, message, more = {} }: { readonly type: string; readonly message: string; readonly more?: object },
): SandboxReply {
  return reply(deps, status, { type, message, ...more })
}

/** Status 400 with all faults of the request together. */
export function invalidInput(deps: SandboxDeps, errors: readonly InputFault[]): SandboxReply {
  return error(deps, 400, {
    type: 'invalid_input',
    message: 'An invalid request was sent in, please check the nested errors for details.',
    more: {
      errors,
    },
  })
}

/** The answer to a token that was forged, has expired, belongs to another call, or is no longer applicable. */
export function linkInvalid(deps: SandboxDeps): SandboxReply {
  return invalidInput(deps, [{ type: 'link.invalid', message: 'Link is invalid.' }])
}

/** The answer to a page that is too old, or that nobody ever got. */
export function linkExpired(deps: SandboxDeps): SandboxReply {
  return error(deps, 410, {
    type: 'link.expired',
    message: 'The link you followed has expired. Please build a new request to restart pagination.',
  })
}

export function alreadyCancelled(deps: SandboxDeps): SandboxReply {
  return error(deps, 400, { type: 'room_already_cancelled', message: 'Room is already cancelled.' })
}

export function notFound(deps: SandboxDeps): SandboxReply {
  return error(deps, 404, { type: 'resource_not_found', message: 'Itinerary was not found with provided request.' })
}

export function roomsUnavailable(deps: SandboxDeps): SandboxReply {
  return error(deps, 410, { type: 'rooms_unavailable', message: 'One or more requested rooms are unavailable.' })
}

export function priceMismatch(deps: SandboxDeps): SandboxReply {
  return error(deps, 409, {
    type: 'price_mismatch',
    message: 'Payment amount did not match current price, please check price and try again.',
  })
}

export function unauthorized(deps: SandboxDeps): SandboxReply {
  return error(deps, 403, { type: 'request_unauthorized', message: 'Your request could not be authorized.' })
}

export function serverError(deps: SandboxDeps): SandboxReply {
  return error(deps, 500, { type: 'unknown_internal_error', message: 'An internal server error has occurred.' })
}

export function serviceUnavailable(deps: SandboxDeps): SandboxReply {
  return error(deps, 503, { type: 'service_unavailable', message: 'This service is currently unavailable.' })
}

export function tooManyRequests(deps: SandboxDeps, limit: 'MINUTE' | 'DAY'): SandboxReply {
  const refusal = error(deps, 429, {
    type: 'too_many_requests',
    message: 'You have reached your capacity for this type of request.',
  })
  return { ...refusal, headers: limit === 'DAY' ? rateHeaders(deps.realNow(), 99, 0) : rateHeaders(deps.realNow(), 0) }
}

export function unauthenticated(deps: SandboxDeps, fields: readonly FieldFault[]): SandboxReply {
  const refusal = error(deps, 401, {
    type: 'request_unauthenticated',
    message:
      'Data required to authenticate your request is missing or inaccurate. Ensure that your request follows the guidelines in our documentation.',
    more: { fields },
  })
  return { ...refusal, headers: { ...refusal.headers, 'www-authenticate': 'EAN' } }
}
