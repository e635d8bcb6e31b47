import { z } from 'zod'
import {
  CANCELLATION,
  CANCELLATION_QUOTE,
  DEADLINE_SOURCE,
  PENALTY,
  PENALTY_BASIS,
  PENALTY_STATUS,
  PENALTY_TIMELINE,
  POLICY_STAGE,
  REFUNDABILITY,
  ZONED_INSTANT,
} from '../../domain/meanings/cancellation.ts'
import { toldValues } from '../../operations/inputs/told.ts'
import { bookingStatus } from './booking-status.ts'
import { money } from './money.ts'
import { id, timestamp, viewSchema } from './shape.ts'

export const penaltyStatus = toldValues(PENALTY_STATUS)
const penaltyBasis = toldValues(PENALTY_BASIS)
const deadlineSource = toldValues(DEADLINE_SOURCE)
const refundability = toldValues(REFUNDABILITY)
const policyStage = toldValues(POLICY_STAGE)

export const zonedInstant = viewSchema(ZONED_INSTANT)(
  z.strictObject({
    localDatetime: z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/),
    timezone: z.string(),
    utcDatetime: timestamp,
  }),
)

export const penalty = viewSchema(PENALTY)(
  z.strictObject({
    from: zonedInstant,
    until: zonedInstant.nullable(),
    penaltyStatus,
    penalty: money.nullable(),
    basis: penaltyBasis,
    nights: z.int().nullable(),
    percent: z.number().nullable(),
    source: z.literal('SUPPLIER'),
    deadlineSource,
  }),
)

export const cancellation = viewSchema(CANCELLATION)(
  z.strictObject({
    refundability,
    policyStage,
    freeCancellationUntil: zonedInstant.nullable(),
    policyText: z.string(),
    penalties: z.array(penalty),
    noShow: penalty.nullable(),
  }),
)

export const cancellationQuote = viewSchema(CANCELLATION_QUOTE)(
  z.strictObject({
    quoteId: id('cancellationQuote'),
    bookingId: id('booking'),
    acceptedOfferId: id('offer'),
    expiresAt: timestamp,
    cancellable: z.literal(true),
    penaltyStatus,
    penalty: money.nullable(),
    cancellation,
  }),
)

export const penaltyTimeline = viewSchema(PENALTY_TIMELINE)(
  z.strictObject({
    bookingId: id('booking'),
    acceptedOfferId: id('offer'),
    status: bookingStatus,
    asOf: timestamp,
    cancellable: z.boolean(),
    total: money,
    current: penalty.nullable(),
    cancellation,
  }),
)
