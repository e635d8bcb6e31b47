import type { BookingStatus } from '../domain/booking.ts'
import type { CancellationQuoteView } from '../domain/contract/booking.ts'
import type { MoneyView } from '../domain/contract/money.ts'
import type { Problem } from '../domain/errors.ts'
import type { Issue } from '../domain/issue.ts'
import { builder } from './builder.ts'
import { CancellationQuoteType } from './cancellation.ts'
import { BookingStatusEnum } from './enums.ts'
import { MoneyType } from './money.ts'

/** A problem as GraphQL returns it: its type name, and its own facts in addition to the four common fields. */
export type ProblemValue = {
  readonly __typename: ProblemTypeName
  readonly code: string
  readonly message: string
  readonly retryable: boolean
  readonly requestId: string
}

const ProblemInterface = builder.interfaceRef<ProblemValue>('Problem').implement({
  description: 'An expected failure. Codes are HTTP’s, and never change their meaning.',
  fields: (t) => ({
    code: t.exposeString('code'),
    message: t.exposeString('message', { description: 'For logs; never parse it.' }),
    retryable: t.exposeBoolean('retryable'),
    requestId: t.exposeID('requestId'),
  }),
  resolveType: (problem) => problem.__typename,
})

const IssueType = builder.objectRef<Issue>('InputIssue').implement({
  description: 'One fault of an input.',
  fields: (t) => ({
    path: t.exposeString('path', { description: 'The field, in HTTP’s spelling.' }),
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
    description: 'The input, or the booking’s state, does not allow it: every fault at once.',
    interfaces: [ProblemInterface],
    fields: (t) => ({ issues: t.expose('issues', { type: [IssueType] }) }),
  })

export const NotFoundProblem = problemType('NotFoundProblem', 'Unknown, expired, or somebody else’s.')
export const RefusedProblem = problemType('RefusedProblem', 'It cannot be done now; the code says why.')

export const IdempotencyKeyReusedProblem = builder
  .objectRef<
    ProblemValue & { readonly bookingId: string; readonly firstUsedAt: string; readonly differingPaths: string[] }
  >('IdempotencyKeyReusedProblem')
  .implement({
    description: 'The key was used with another input.',
    interfaces: [ProblemInterface],
    fields: (t) => ({
      bookingId: t.exposeID('bookingId'),
      firstUsedAt: t.expose('firstUsedAt', { type: 'DateTime' }),
      differingPaths: t.exposeStringList('differingPaths', { description: 'What differs, in HTTP’s spelling.' }),
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
    description: 'The supplier refused; the booking is ON_HOLD again.',
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
      readonly reason: string
      readonly bookingId: string
      readonly quotedPenalty: MoneyView | null
      readonly replacementQuote: CancellationQuoteView | null
    }
  >('CancellationQuoteInvalidProblem')
  .implement({
    description: 'The quote is expired, used, somebody else’s or stale; a fresh one comes with the refusal.',
    interfaces: [ProblemInterface],
    fields: (t) => ({
      reason: t.exposeString('reason'),
      bookingId: t.exposeID('bookingId'),
      quotedPenalty: t.expose('quotedPenalty', { type: MoneyType, nullable: true }),
      replacementQuote: t.expose('replacementQuote', { type: CancellationQuoteType, nullable: true }),
    }),
  })

export const PriceMismatchProblem = builder
  .objectRef<ProblemValue & { readonly offerPrice: MoneyView; readonly optionPrice?: MoneyView }>(
    'PriceMismatchProblem',
  )
  .implement({
    description:
      'The price that was accepted is not the offer’s, or none was accepted where price or terms have changed.',
    interfaces: [ProblemInterface],
    fields: (t) => ({
      offerPrice: t.expose('offerPrice', { type: MoneyType }),
      optionPrice: t.field({
        type: MoneyType,
        nullable: true,
        description: 'The price of the room option, where the prebook changed price or terms and none was accepted.',
        resolve: ({ optionPrice }) => optionPrice ?? null,
      }),
    }),
  })

export const OfferAlreadyBookedProblem = builder
  .objectRef<ProblemValue & { readonly bookingId: string }>('OfferAlreadyBookedProblem')
  .implement({
    description: 'Another booking was made of the offer, and has not failed.',
    interfaces: [ProblemInterface],
    fields: (t) => ({ bookingId: t.exposeID('bookingId') }),
  })

const OWN_TYPES = {
  IDEMPOTENCY_KEY_REUSED: 'IdempotencyKeyReusedProblem',
  HOLD_CONFIRMATION_REJECTED: 'HoldConfirmationRejectedProblem',
  CANCELLATION_QUOTE_INVALID: 'CancellationQuoteInvalidProblem',
  PRICE_MISMATCH: 'PriceMismatchProblem',
  OFFER_ALREADY_BOOKED: 'OfferAlreadyBookedProblem',
} as const

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
  }
}
