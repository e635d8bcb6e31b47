import { z } from 'zod'
import { BOOKING_STATUSES } from '../../domain/booking.ts'
import type { ErrorCode } from '../../domain/errors.ts'
import { cancellationQuote } from './cancellation.ts'
import { money } from './money.ts'
import { id, timestamp } from './shape.ts'

const issues = z
  .array(
    z.strictObject({
      path: z.string().describe('The field, e.g. rooms[1].child_ages[0]; empty for the whole body.'),
      code: z.string().describe('What is wrong with it, e.g. REQUIRED, INVALID_TYPE, OUT_OF_RANGE, UNKNOWN_KEY.'),
      message: z.string(),
    }),
  )
  .min(1)
  .describe('Every fault at once.')

/** The schemas of `details` for the codes that have any; for all other codes `details` is empty. */
export const DETAILS = {
  VALIDATION_ERROR: z.strictObject({ issues }),
  FORBIDDEN: z.strictObject({ requiredScope: z.string() }),
  METHOD_NOT_ALLOWED: z.strictObject({ allowed: z.array(z.string()) }),
  CONTRACT_VERSION_UNSUPPORTED: z.strictObject({ supportedVersions: z.array(z.string()) }),
  RATE_LIMITED: z.strictObject({
    rateClass: z.string().optional().describe('The bucket that is empty; absent when one search is polled too fast.'),
    retryAfterMs: z.int().optional().describe('Absent when streams that are open have to end first.'),
    limit: z.int().optional().describe('How many streams may be open at once.'),
  }),
  HOLD_CONFIRMATION_REJECTED: z.strictObject({
    bookingId: id('booking'),
    status: z.enum(BOOKING_STATUSES),
    supplier: z.string(),
    supplierHttpStatus: z.int(),
    supplierErrorCode: z.string().nullable(),
    retryable: z.boolean(),
  }),
  IDEMPOTENCY_KEY_REUSED: z.strictObject({
    bookingId: id('booking').describe('The booking that the key is about.'),
    firstUsedAt: timestamp,
    differingPaths: z.array(z.string()).describe('The fields that differ from the first request.'),
  }),
  CANCELLATION_QUOTE_INVALID: z.strictObject({
    reason: z.enum(['EXPIRED', 'USED', 'PENALTY_CHANGED', 'UNKNOWN_QUOTE', 'OTHER_BOOKING']),
    bookingId: id('booking'),
    quotedPenalty: money.nullable(),
    replacementQuote: cancellationQuote.nullable().describe('Can be accepted at once.'),
  }),
  PRICE_MISMATCH: z.strictObject({
    offerPrice: money,
    acceptedPrice: money.optional().describe('Absent when none was sent.'),
    optionPrice: money
      .optional()
      .describe('The price of the room option, where the prebook changed price or terms and none was accepted.'),
  }),
  OFFER_ALREADY_BOOKED: z.strictObject({
    bookingId: id('booking').describe('The booking that was made of the offer.'),
  }),
  ROOM_STREAM_REPLAY_GAP: z.strictObject({ oldestEventId: z.int(), requestedEventId: z.int() }),
} as const satisfies Partial<Record<ErrorCode, z.ZodType>>

/** The details of a 409 VALIDATION_ERROR: the booking's state does not allow the operation. */
export const STATE_DETAILS = z.strictObject({
  issues,
  bookingId: id('booking').optional(),
  status: z.enum(BOOKING_STATUSES).optional(),
})

export const NO_DETAILS = z.strictObject({})
