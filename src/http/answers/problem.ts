import { z } from 'zod'
import type { ErrorCode } from '../../domain/errors.ts'
import * as meaning from '../../domain/meanings/problem.ts'
import { TERMS_DETAILS } from '../../domain/meanings/supplier-terms.ts'
import { told, toldValues } from '../../operations/inputs/told.ts'
import { bookingStatus } from './booking-status.ts'
import { cancellationQuote } from './cancellation.ts'
import { money } from './money.ts'
import { providerOutcome } from './provider-outcome.ts'
import { id, timestamp, viewSchema } from './shape.ts'

export const issue = viewSchema(meaning.ISSUE)(
  z.strictObject({ path: z.string(), code: z.string(), message: z.string() }),
)
const issues = z.array(issue).min(1)

const quoteFault = toldValues(meaning.QUOTE_FAULT)

/** The schemas of `details` for the codes that have any; for all other codes `details` is empty. */
export const DETAILS = {
  VALIDATION_ERROR: told(z.strictObject({ issues }), meaning.VALIDATION_DETAILS),
  GUEST_NAME_NOT_ACCEPTED: told(z.strictObject({ issues, rule: z.string() }), meaning.NAME_DETAILS),
  UNAUTHENTICATED: told(z.strictObject({ hint: z.string().optional() }), meaning.UNAUTHENTICATED_DETAILS),
  FORBIDDEN: told(z.strictObject({ requiredScope: z.string() }), meaning.FORBIDDEN_DETAILS),
  SUPPLIER_TERMS_NOT_ACCEPTED: told(
    z.strictObject({
      supplierCode: z.string(),
      version: z.string(),
      supplierTermsUrl: z.string().nullable(),
      agentAgreementUrl: z.string().nullable(),
      acceptAt: z.string(),
    }),
    TERMS_DETAILS,
  ),
  NOT_FOUND: told(z.strictObject({ nearest: z.string().optional() }), meaning.NOT_FOUND_DETAILS),
  METHOD_NOT_ALLOWED: told(z.strictObject({ allowed: z.array(z.string()) }), meaning.METHOD_DETAILS),
  CONTRACT_VERSION_UNSUPPORTED: told(
    z.strictObject({ supportedVersions: z.array(z.string()) }),
    meaning.VERSION_DETAILS,
  ),
  RATE_LIMITED: told(
    z.strictObject({
      rateClass: z.string().optional(),
      retryAfterMs: z.int().optional(),
      limit: z.int().optional(),
    }),
    meaning.RATE_DETAILS,
  ),
  SERVICE_UNAVAILABLE: told(
    z.strictObject({
      supplierCode: z.string().optional(),
      outcome: providerOutcome.optional(),
      retryAfterMs: z.int().optional(),
    }),
    meaning.UNAVAILABLE_DETAILS,
  ),
  HOLD_CONFIRMATION_REJECTED: told(
    z.strictObject({
      bookingId: id('booking'),
      status: bookingStatus,
      supplier: z.string(),
      supplierHttpStatus: z.int(),
      supplierErrorCode: z.string().nullable(),
      retryable: z.boolean(),
    }),
    meaning.HOLD_REJECTED_DETAILS,
  ),
  MALFORMED_JSON: told(z.strictObject({ line: z.int().optional(), column: z.int().optional() }), meaning.JSON_DETAILS),
  IDEMPOTENCY_KEY_REUSED: told(
    z.strictObject({ bookingId: id('booking'), firstUsedAt: timestamp, differingPaths: z.array(z.string()) }),
    meaning.KEY_REUSED_DETAILS,
  ),
  CANCELLATION_QUOTE_INVALID: told(
    z.strictObject({
      reason: quoteFault,
      bookingId: id('booking'),
      quotedPenalty: money.nullable(),
      replacementQuote: cancellationQuote.nullable(),
    }),
    meaning.QUOTE_INVALID_DETAILS,
  ),
  PRICE_MISMATCH: told(
    z.strictObject({
      offerPrice: money,
      offerListPrice: money.optional(),
      acceptedPrice: money.optional(),
      optionPrice: money.optional(),
    }),
    meaning.PRICE_MISMATCH_DETAILS,
  ),
  OFFER_ALREADY_BOOKED: told(z.strictObject({ bookingId: id('booking') }), meaning.OFFER_BOOKED_DETAILS),
  ROOM_STREAM_REPLAY_GAP: told(
    z.strictObject({ oldestEventId: z.int(), requestedEventId: z.int() }),
    meaning.REPLAY_GAP_DETAILS,
  ),
} as const satisfies Partial<Record<ErrorCode, z.ZodType>>

/** The details of a 409 VALIDATION_ERROR: the state of the booking, or of the endpoint, does not allow the operation. */
export const STATE_DETAILS = told(
  z.strictObject({ issues, bookingId: id('booking').optional(), status: bookingStatus.optional() }),
  meaning.STATE_DETAILS,
)

export const NO_DETAILS = told(z.strictObject({}), meaning.NO_DETAILS)
