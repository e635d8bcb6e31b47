import { failureOfStatus } from './fetch.ts'
import type { Refusal, RefusalReason, SupplierFailure, SupplierResponse, WriteOutcome } from './supplier-call.ts'

/** The failure of an answer that arrived complete but cannot be read. */
export function malformed(detail: string): SupplierFailure {
  return {
    kind: 'MALFORMED',
    httpStatus: null,
    supplierErrorCode: null,
    retryAfterMs: null,
    detail,
  }
}

type NotAccepted = Exclude<WriteOutcome<never>, { outcome: 'ACCEPTED' }>

export function unknownOutcome(failure: SupplierFailure): NotAccepted {
  return { outcome: 'UNKNOWN', failure }
}

/** A refusal that we make ourselves: nothing was sent, because the supplier would certainly refuse. */
export function notSent(reason: RefusalReason, detail: string, retryable = false): NotAccepted {
  return {
    outcome: 'REFUSED',
    refusal: { reason, httpStatus: 404, supplierErrorCode: null, retryable, detail },
  }
}

type WriteMeaning = 'UNKNOWN' | { readonly reason: RefusalReason; readonly retryable: boolean }

export function refused(reason: RefusalReason, retryable = false): WriteMeaning {
  return { reason, retryable }
}

/** A rule for what an answer to a write means. A part that is absent matches everything. */
export type WriteRule = {
  readonly status?: number
  /** Matches one of the supplier's own error codes or messages. */
  readonly code?: RegExp
  readonly meaning: WriteMeaning
}

/** The supplier's own error codes and message in an unsuccessful answer. */
export type SupplierWords = { readonly codes: readonly string[]; readonly detail: string }

/**
 * The outcome of a write that did not get its success status: the first matching rule decides. Without a matching rule it is
 * UNKNOWN: a booking is never given up, or repeated, because of an answer that we cannot read.
 */
export function outcomeByRules(
  rules: readonly WriteRule[],
  response: SupplierResponse,
  { codes, detail }: SupplierWords,
): NotAccepted {
  const rule = rules.find(
    ({ status, code }) =>
      (status === undefined || status === response.status) && (!code || codes.some((one) => code.test(one))),
  )
  const supplierErrorCode = codes[0] ?? null
  if (!rule || rule.meaning === 'UNKNOWN') return unknownOutcome(failureOfStatus(response, supplierErrorCode, detail))
  const refusal: Refusal = {
    ...rule.meaning,
    httpStatus: response.status,
    supplierErrorCode,
    detail: detail.slice(0, 500),
  }
  return { outcome: 'REFUSED', refusal }
}
