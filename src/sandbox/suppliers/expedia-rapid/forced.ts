import type { SandboxDeps, SandboxReply, SandboxRequest } from '../exchange.ts'
import {
  type InputFault,
  invalidInput,
  priceMismatch,
  reply,
  roomsUnavailable,
  serverError,
  serviceUnavailable,
} from './reply.ts'

type Forced = (deps: SandboxDeps) => SandboxReply

const CARD_DECLINED: InputFault = {
  type: 'cc_declined',
  message: 'Credit card was declined, please try again.',
  fields: [{ name: 'payments.number', type: 'body', value: '' }],
}

const READ = {
  standard: null,
  service_unavailable: serviceUnavailable,
  internal_server_error: serverError,
} as const

const SHOP = {
  standard: null,
  service_unavailable: serviceUnavailable,
  unknown_internal_error: serverError,
} as const

function accepted(deps: SandboxDeps): SandboxReply {
  return reply(deps, 202)
}

/** The itinerary of Rapid's own example, which waits for the payer's bank. */
function challenged(deps: SandboxDeps): SandboxReply {
  const itinerary = '/v3/itineraries/8999989898988'
  return reply(deps, 201, {
    itinerary_id: '8999989898988',
    links: {
      retrieve: { method: 'GET', href: `${itinerary}?token=MY5S3j36cOcL` },
      complete_payment_session: { method: 'PUT', href: `${itinerary}/payment-sessions?token=MY5S3j36cOcL` },
    },
  })
}

/**
 * What the header `Test` makes each operation answer, by its value; null: the call does what it always does. A value that stands
 * here for no operation is refused. Source: the header's descriptions in the specification.
 */
const OUTCOMES: Readonly<Record<string, Readonly<Record<string, Forced | null>>>> = {
  search: SHOP,
  rooms: SHOP,
  // The price check itself plays these.
  price_check: {
    available: null,
    price_changed: null,
    sold_out: null,
    service_unavailable: serviceUnavailable,
    unknown_internal_error: serverError,
  },
  book: {
    standard: null,
    complete_payment_session: challenged,
    service_unavailable: serviceUnavailable,
    internal_server_error: serverError,
    price_mismatch: priceMismatch,
    cc_declined: (deps) => invalidInput(deps, [CARD_DECLINED]),
    rooms_unavailable: roomsUnavailable,
  },
  find: READ,
  retrieve: READ,
  confirm_hold: { ...READ, service_unavailable: accepted },
  cancel: {
    standard: null,
    service_unavailable: serviceUnavailable,
    internal_server_error: serverError,
    unknown_internal_error: serverError,
    post_stay_cancel: accepted,
  },
}

/** The answer that a call's header `Test` demands; null when it demands none. */
export function forcedAnswer(deps: SandboxDeps, operation: string, { headers }: SandboxRequest): SandboxReply | null {
  const wanted = headers['test']
  const outcomes = OUTCOMES[operation]
  if (wanted === undefined || outcomes === undefined) return null
  const forced = outcomes[wanted]
  if (forced === undefined) return invalidInput(deps, [unknownOutcome(wanted)])
  return forced?.(deps) ?? null
}

function unknownOutcome(value: string): InputFault {
  return {
    type: 'test.invalid',
    message: 'Test is not a known test case.',
    fields: [{ name: 'Test', type: 'header', value }],
  }
}
