import type { BookingStatus } from '../domain/booking.ts'
import type { CancellationQuoteView } from '../domain/contract/booking.ts'
import type { MoneyView } from '../domain/contract/money.ts'
import { documentationUrl, type Problem } from '../domain/errors.ts'
import type { Issue } from '../domain/issue.ts'
import {
  HOLD_REJECTED_DETAILS,
  ISSUE,
  KEY_REUSED_DETAILS,
  OFFER_BOOKED_DETAILS,
  PRICE_MISMATCH_DETAILS,
  PROBLEM,
  QUOTE_FAULT,
  QUOTE_INVALID_DETAILS,
  VALIDATION_DETAILS,
} from '../domain/meanings/problem.ts'
import { TERMS_DETAILS } from '../domain/meanings/supplier-terms.ts'
import { builder, meant } from './builder.ts'
import { CancellationQuoteType } from './cancellation.ts'
import { asEnum, asText } from './closed-lists.ts'
import { BookingStatusEnum, QuoteFaultEnum } from './enums.ts'
import { MoneyType } from './money.ts'

/** A problem as GraphQL returns it: its type name, and its own facts in addition to the common fields. */
export type ProblemValue = {
  readonly __typename: ProblemTypeName
  readonly code: string
  readonly message: string
  readonly retryable: boolean
  readonly requestId: string
  readonly documentationUrl: string
}

const ProblemInterface = builder.interfaceRef<ProblemValue>('Problem').implement({
  ...meant(PROBLEM),
  fields: (t) => ({
    code: t.exposeString('code'),
    message: t.exposeString('message'),
    retryable: t.exposeBoolean('retryable'),
    requestId: t.exposeID('requestId'),
    documentationUrl: t.expose('documentationUrl', { type: 'URL' }),
  }),
  resolveType: (problem) => problem.__typename,
})

const IssueType = builder.objectRef<Issue>('InputIssue').implement({
  ...meant(ISSUE),
  fields: (t) => ({
    path: t.exposeString('path'),
    code: t.exposeString('code'),
    message: t.exposeString('message'),
  }),
})

function problemType(name: ProblemTypeName, description: string) {
  return builder.objectRef<ProblemValue>(name).implement({ description, interfaces: [ProblemInterface] })
}

export const ValidationProblem = builder
  .objectRef<ProblemValue & { readonly issues: readonly Issue[] }>('ValidationProblem')
  .implement({
    ...meant(VALIDATION_DETAILS),
    description:
      'The input is not valid, or the state of the booking or endpoint does not allow the operation. It has every fault at once.',
    interfaces: [ProblemInterface],
    fields: (t) => ({ issues: t.expose('issues', { type: [IssueType] }) }),
  })

export const NotFoundProblem = problemType(
  'NotFoundProblem',
  'What the operation is about does not exist, has expired, or belongs to another organization; which of the three is not told.',
)
export const RefusedProblem = problemType(
  'RefusedProblem',
  'The operation is refused for a reason that the code tells, without further facts. {retryable} says whether it can succeed later.',
)

export const IdempotencyKeyReusedProblem = builder
  .objectRef<
    ProblemValue & { readonly bookingId: string; readonly firstUsedAt: string; readonly differingPaths: string[] }
  >('IdempotencyKeyReusedProblem')
  .implement({
    ...meant(KEY_REUSED_DETAILS),
    description:
      'The idempotency key was used before with another input. Nothing was done: take a new key for a new attempt.',
    interfaces: [ProblemInterface],
    fields: (t) => ({
      bookingId: t.exposeID('bookingId'),
      firstUsedAt: t.expose('firstUsedAt', { type: 'DateTime' }),
      differingPaths: t.exposeStringList('differingPaths'),
    }),
  })

export const HoldConfirmationRejectedProblem = builder
  .objectRef<
    ProblemValue & {
      readonly bookingId: string
      readonly status: BookingStatus
      readonly supplier: string
      readonly supplierHttpStatus: number
      readonly supplierErrorCode: string | null
    }
  >('HoldConfirmationRejectedProblem')
  .implement({
    ...meant(HOLD_REJECTED_DETAILS),
    description:
      'The supplier refused to confirm the hold. The booking is `ON_HOLD` again: confirm it once more if {retryable} is true, or cancel it.',
    interfaces: [ProblemInterface],
    fields: (t) => ({
      bookingId: t.exposeID('bookingId'),
      status: t.expose('status', { type: BookingStatusEnum }),
      supplier: t.exposeString('supplier'),
      supplierHttpStatus: t.exposeInt('supplierHttpStatus'),
      supplierErrorCode: t.exposeString('supplierErrorCode', { nullable: true }),
    }),
  })

export const CancellationQuoteInvalidProblem = builder
  .objectRef<
    ProblemValue & {
      readonly reason: CancellationQuoteFault
      readonly bookingId: string
      readonly quotedPenalty: MoneyView | null
      readonly replacementQuote: CancellationQuoteView | null
    }
  >('CancellationQuoteInvalidProblem')
  .implement({
    ...meant(QUOTE_INVALID_DETAILS),
    description:
      'The cancellation quote cannot be accepted. Nothing was cancelled; a fresh quote comes with the refusal.',
    interfaces: [ProblemInterface],
    fields: (t) => ({
      reason: t.exposeString('reason', asText(QUOTE_INVALID_DETAILS, 'reason', QUOTE_FAULT)),
      reasonEnum: t.expose('reason', { type: QuoteFaultEnum, ...asEnum(QUOTE_INVALID_DETAILS, 'reason') }),
      bookingId: t.exposeID('bookingId'),
      quotedPenalty: t.expose('quotedPenalty', { type: MoneyType, nullable: true }),
      replacementQuote: t.expose('replacementQuote', { type: CancellationQuoteType, nullable: true }),
    }),
  })

export const PriceMismatchProblem = builder
  .objectRef<
    ProblemValue & {
      readonly offerPrice: MoneyView
      readonly offerListPrice?: MoneyView
      readonly optionPrice?: MoneyView
    }
  >('PriceMismatchProblem')
  .implement({
    ...meant(PRICE_MISMATCH_DETAILS),
    description:
      'The price that was accepted is not the offer’s, none was accepted where price or terms had changed, or the offer is above the {maxPrice} of its prebook. No supplier was asked.',
    interfaces: [ProblemInterface],
    fields: (t) => ({
      offerPrice: t.expose('offerPrice', { type: MoneyType }),
      offerListPrice: t.field({
        type: MoneyType,
        nullable: true,
        resolve: ({ offerListPrice }) => offerListPrice ?? null,
      }),
      optionPrice: t.field({
        type: MoneyType,
        nullable: true,
        resolve: ({ optionPrice }) => optionPrice ?? null,
      }),
    }),
  })

export const OfferAlreadyBookedProblem = builder
  .objectRef<ProblemValue & { readonly bookingId: string }>('OfferAlreadyBookedProblem')
  .implement({
    ...meant(OFFER_BOOKED_DETAILS),
    description: 'Another booking was made of the offer, and has not failed. To book once more, prebook again.',
    interfaces: [ProblemInterface],
    fields: (t) => ({ bookingId: t.exposeID('bookingId') }),
  })

export const SupplierTermsNotAcceptedProblem = builder
  .objectRef<
    ProblemValue & {
      readonly supplierCode: string
      readonly version: string
      readonly supplierTermsUrl: string | null
      readonly agentAgreementUrl: string | null
      readonly acceptAt: string
    }
  >('SupplierTermsNotAcceptedProblem')
  .implement({
    ...meant(TERMS_DETAILS),
    description:
      'The supplier demands that your organization accepts its terms before it books. Accept them with {@acceptSupplierTerms}, and book again.',
    interfaces: [ProblemInterface],
    fields: (t) => ({
      supplierCode: t.exposeString('supplierCode'),
      version: t.exposeString('version'),
      supplierTermsUrl: t.expose('supplierTermsUrl', { type: 'URL', nullable: true }),
      agentAgreementUrl: t.expose('agentAgreementUrl', { type: 'URL', nullable: true }),
      acceptAt: t.exposeString('acceptAt'),
    }),
  })

const OWN_TYPES = {
  IDEMPOTENCY_KEY_REUSED: 'IdempotencyKeyReusedProblem',
  HOLD_CONFIRMATION_REJECTED: 'HoldConfirmationRejectedProblem',
  CANCELLATION_QUOTE_INVALID: 'CancellationQuoteInvalidProblem',
  PRICE_MISMATCH: 'PriceMismatchProblem',
  OFFER_ALREADY_BOOKED: 'OfferAlreadyBookedProblem',
  SUPPLIER_TERMS_NOT_ACCEPTED: 'SupplierTermsNotAcceptedProblem',
} as const

type CancellationQuoteFault = keyof (typeof QUOTE_FAULT)['values']

type ProblemTypeName =
  | 'ValidationProblem'
  | 'NotFoundProblem'
  | 'RefusedProblem'
  | (typeof OWN_TYPES)[keyof typeof OWN_TYPES]

function typeOf({ code, status, details }: Problem): ProblemTypeName {
  if (code in OWN_TYPES) return OWN_TYPES[code as keyof typeof OWN_TYPES]
  if ('issues' in details) return 'ValidationProblem'
  return status === 404 ? 'NotFoundProblem' : 'RefusedProblem'
}

export function problemValue(problem: Problem, requestId: string): ProblemValue {
  return {
    ...problem.details,
    __typename: typeOf(problem),
    code: problem.code,
    message: problem.message,
    retryable: problem.retryable,
    requestId,
    documentationUrl: documentationUrl(problem.code),
  }
}
