import type { Result } from '../domain/result.ts'
import type { Instant } from '../domain/time.ts'

/** The operations of a supplier, as deadlines, metrics, fault injection and attempt rows name them. */
export const SUPPLIER_OPERATIONS = [
  'search',
  'rooms',
  'price_check',
  'book_form',
  'book',
  'find',
  'retrieve',
  'confirm_hold',
  'cancel',
  'cancellation_quote',
  'describe_hotel',
  'list_bookings',
  'undelivered',
  'content',
] as const
export type SupplierOperation = (typeof SUPPLIER_OPERATIONS)[number]

/** A connection (a contract with a supplier) as an adapter sees it: credentials in clear, base URL, and agreed settings. */
export type SupplierConnection = {
  readonly connectionId: string
  readonly supplierCode: string
  readonly baseUrl: string
  /** Where its bookings count; absent where nobody has said it. */
  readonly environment?: string
  readonly credentials: Readonly<Record<string, string>>
  /**
   * Settings of the connection, such as currency, markets and timeZone. Adapters read them through `connectionShape`
   * (`connection-settings.ts`).
   */
  readonly settings: Readonly<Record<string, unknown>>
}

/** The context of every call: the caller, the deadline and the HTTP client. Adapters read no clock and hold no state. */
export type SupplierCall = {
  readonly connection: SupplierConnection
  readonly fetch: SupplierFetch
  readonly nowAt: Instant
  /** How many milliseconds this call may take. */
  readonly timeoutMs: number
  /** Aborts the call when the client has disconnected (reads only). */
  readonly signal: AbortSignal | null
  /** Sent to the supplier as its trace header, if it has one. */
  readonly requestId: string
  readonly language: string
  /** The IP address of the guest's device, or of the partner's backend when the partner does not tell it; null: nobody's. */
  readonly customerIp: string | null
  /** The same from a guest's first search to the last call about the booking; null for calls that belong to no guest. */
  readonly sessionId: string | null
  readonly userAgent: string | null
}

/**
 * Why a call gave no usable answer. `detail` and `supplierErrorCode` are the supplier's own texts: for logs and operators, never
 * for a client.
 */
export type SupplierFailure = {
  readonly kind:
    | 'TIMEOUT'
    | 'NETWORK'
    | 'SERVER_ERROR'
    | 'RATE_LIMITED'
    | 'MALFORMED'
    | 'REJECTED'
    | 'UNAUTHORIZED'
    | 'ABORTED'
    /** The supplier's sandbox has answered a production connection: what it sells nobody can sleep in. */
    | 'WRONG_ENVIRONMENT'
    /** The call was not sent: the supplier has failed too often recently. */
    | 'CIRCUIT_OPEN'
    /** The call was not sent: too many calls to this supplier are under way. */
    | 'OVERLOADED'
    /** The call was not sent: as many calls a second, or at once, as were agreed with the supplier are used up. */
    | 'BUDGET_SPENT'
  readonly httpStatus: number | null
  readonly supplierErrorCode: string | null
  readonly retryAfterMs: number | null
  readonly detail: string
  /** True: no byte of the call has left, and none will. */
  readonly isUnsent?: true
}

/** The failure of a call that we held back ourselves. */
export function unsent(
  kind: SupplierFailure['kind'],
  why: string,
  retryAfterMs: number | null = null,
): SupplierFailure {
  return {
    kind,
    httpStatus: null,
    supplierErrorCode: null,
    retryAfterMs,
    detail: `not sent: ${why}`,
    isUnsent: true,
  }
}

/** Why a supplier definitively refused a call. */
export type RefusalReason =
  | 'SOLD_OUT'
  | 'PRICE_CHANGED'
  | 'GUEST_DATA_REJECTED'
  | 'PAYMENT_DECLINED'
  | 'SUPPLIER_REFUSED'
  | 'HOLD_LAPSED'
  /** It did not confirm in the time that was agreed; it may do so yet. */
  | 'NOT_CONFIRMED_IN_TIME'
  | 'ALREADY_CANCELLED'
  | 'NOT_CANCELLABLE'

export type Refusal = {
  readonly reason: RefusalReason
  readonly httpStatus: number
  readonly supplierErrorCode: string | null
  readonly retryable: boolean
  readonly detail: string
}

/**
 * The result of a call that changes something. UNKNOWN (timeout, lost connection, 5xx, unreadable answer) proves neither success
 * nor failure: the gateway must ask the supplier for the result.
 */
export type WriteOutcome<T> =
  | { readonly outcome: 'ACCEPTED'; readonly value: T }
  | { readonly outcome: 'REFUSED'; readonly refusal: Refusal }
  | { readonly outcome: 'UNKNOWN'; readonly failure: SupplierFailure }

/** One of a supplier's rate limits, from its response headers. */
export type LearnedLimit = {
  /** The share that is left, 0 to 1. */
  readonly share: number
  readonly resetInMs: number
}

/** Which limit an answer says is used up, of suppliers that tell it in words only: calls a second, or calls a day. */
export type OverLimit = 'A_SECOND' | 'A_DAY'

/** A request that an adapter sends through the HTTP client. `url` is absolute. */
export type SupplierRequest = {
  readonly operation: SupplierOperation
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  readonly timeoutMs: number
  readonly signal: AbortSignal | null
  /**
   * What a look-up has to know once this request may have left. A request under an attempt goes out only after this is stored with
   * the attempt, so that whoever goes on after a crash reads it as `BookingReference.progress`.
   */
  readonly progress?: Readonly<Record<string, unknown>>
  /** Called when the request leaves, after our own guards have let it through. */
  readonly onLeave?: () => void
  /** Called at the end of an exchange, whatever became of it; not for a request that did not leave. */
  readonly onEnd?: (times: ExchangeTimes) => void
}

/** How long the parts of an exchange took, ms since it was asked for; null: it did not come to that. */
export type ExchangeTimes = {
  /** The connection was there: the name was found, and the supplier took it, or one of before was free. */
  readonly connectedMs: number | null
  /** The first byte of the answer had come. */
  readonly firstByteMs: number | null
  /** The whole answer had come, or what failed had failed. */
  readonly totalMs: number
  /** Of the answer, packed as it came. */
  readonly packedBytes: number | null
  /** Of the answer, unpacked. */
  readonly bytes: number | null
}

/** Any HTTP answer that arrived complete and in time, 2xx or not. `json` is null for an empty body. */
export type SupplierResponse = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly json: unknown
}

/**
 * Makes one HTTP exchange with a deadline and a limit on body size. A failure means that no usable answer arrived; it never
 * throws.
 */
export type SupplierFetch = (request: SupplierRequest) => Promise<Result<SupplierResponse, SupplierFailure>>

/** The call that exchanges belong to. */
export type TappedCall = {
  readonly connection: SupplierConnection
  readonly requestId: string
  readonly bookingId: string | null
  /** What is known of the people of the booking; asked only for an exchange that is kept. */
  readonly people: () => readonly string[]
  readonly customerIp: string | null
  readonly sessionId: string | null
  readonly userAgent: string | null
}

/** An exchange with a supplier as it was, to be looked at before anything else happens to it. */
export type TappedExchange = {
  readonly call: TappedCall
  readonly request: SupplierRequest
  readonly answered: Result<SupplierResponse, SupplierFailure>
  readonly times: ExchangeTimes
  /** Which exchange of its call it was: 1 is the first. */
  readonly number: number
}

/** Lets somebody see the exchanges of a call. It changes none, and whoever sees them holds none up. */
export type TrafficTap = (call: TappedCall, fetch: SupplierFetch) => SupplierFetch

/** An answer that tells which environment it came from; `operation` is what was asked. */
export type TellingAnswer = {
  readonly supplierCode: string
  readonly connectionId: string
  readonly operation: SupplierOperation
}

/** The state of a connection's breaker: OPEN means down, HALF_OPEN means that a test call is due or under way. */
export type LineState = {
  readonly supplierCode: string
  readonly connectionId: string
  readonly breaker: 'CLOSED' | 'OPEN' | 'HALF_OPEN'
}
