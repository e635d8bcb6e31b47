import type { Result } from '../domain/result.ts'
import type { Instant } from '../domain/time.ts'

/** The operations of a supplier, as deadlines, metrics, faults and attempts name them. */
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
] as const
export type SupplierOperation = (typeof SUPPLIER_OPERATIONS)[number]

/** A contract with a supplier as an adapter sees it: decrypted credentials, where it listens, what was agreed. */
export type SupplierConnection = {
  readonly connectionId: string
  readonly supplierCode: string
  readonly baseUrl: string
  readonly credentials: Readonly<Record<string, string>>
  /** Per connection: currency, markets, timeZone …; read through the adapter's `connectionShape` (`connection-settings.ts`). */
  readonly settings: Readonly<Record<string, unknown>>
}

/** What comes with every call: who asks, until when, through which wire. Adapters read no clock and hold no state. */
export type SupplierCall = {
  readonly connection: SupplierConnection
  readonly fetch: SupplierFetch
  readonly nowAt: Instant
  /** Milliseconds that are left for this call. */
  readonly timeoutMs: number
  /** Aborts the call when its client has gone (reads only). */
  readonly signal: AbortSignal | null
  /** Goes to the supplier as its trace header where it has one. */
  readonly requestId: string
  readonly language: string
  /** The guest's or partner's address, for suppliers that demand one; a documentation address when unknown. */
  readonly customerIp: string
}

/**
 * Why a call gave no usable answer. `detail` and `supplierErrorCode` are the supplier's own words: for logs and operators,
 * never for a client.
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
    /** Not sent: the supplier has failed too often recently. */
    | 'CIRCUIT_OPEN'
    /** Not sent: too many calls to this supplier are under way. */
    | 'OVERLOADED'
  readonly httpStatus: number | null
  readonly supplierErrorCode: string | null
  readonly retryAfterMs: number | null
  readonly detail: string
}

/** Why a supplier definitively did not do what it was asked. */
export type RefusalReason =
  | 'SOLD_OUT'
  | 'PRICE_CHANGED'
  | 'GUEST_DATA_REJECTED'
  | 'PAYMENT_DECLINED'
  | 'SUPPLIER_REFUSED'
  | 'HOLD_LAPSED'
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
 * The answer to a call that changes something. UNKNOWN (timeout, lost connection, 5xx, garbage) proves neither: the only
 * way on is to ask the supplier what became of it.
 */
export type WriteOutcome<T> =
  | { readonly outcome: 'ACCEPTED'; readonly value: T }
  | { readonly outcome: 'REFUSED'; readonly refusal: Refusal }
  | { readonly outcome: 'UNKNOWN'; readonly failure: SupplierFailure }

/** One of a supplier's limits, as its headers tell it. */
export type LearnedLimit = {
  /** What is left of it, 0 to 1. */
  readonly share: number
  readonly resetInMs: number
}

/** What an adapter asks of the wire. `url` is absolute. */
export type SupplierRequest = {
  readonly operation: SupplierOperation
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  readonly timeoutMs: number
  readonly signal: AbortSignal | null
}

/** Whatever HTTP answer arrived whole and in time, 2xx or not. `json` is null for an empty body. */
export type SupplierResponse = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly json: unknown
}

/** One HTTP exchange with a deadline and a byte cap. A failure means that no usable answer arrived; never throws. */
export type SupplierFetch = (request: SupplierRequest) => Promise<Result<SupplierResponse, SupplierFailure>>
