import { z } from 'zod'
import { BOOKING_STATUSES } from '../../domain/booking.ts'
import type { CancellationQuoteView, PenaltyTimeline } from '../../domain/contract/booking.ts'
import type { CancellationView, PenaltyView, ZonedInstantView } from '../../domain/contract/cancellation.ts'
import { money } from './money.ts'
import { id, timestamp, viewSchema } from './shape.ts'

export const penaltyStatus = z
  .enum(['NO_CHARGE', 'KNOWN', 'UNKNOWN'])
  .describe('UNKNOWN: the supplier gives no reliable amount; never show it as zero.')

export const zonedInstant = viewSchema<ZonedInstantView>()(
  z
    .strictObject({
      localDatetime: z
        .string()
        .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/)
        .describe('The hotel’s own date and time, without a zone.'),
      timezone: z.string().describe('IANA name; UTC when the hotel’s is unknown.'),
      utcDatetime: timestamp,
    })
    .describe('One instant, three ways.'),
)

export const penalty = viewSchema<PenaltyView>()(
  z
    .strictObject({
      from: zonedInstant.describe('The first instant at which it holds.'),
      until: zonedInstant.nullable().describe('The first instant at which it no longer holds; null: for good.'),
      penaltyStatus,
      penalty: money.nullable().describe('Null when the amount is UNKNOWN.'),
      basis: z
        .enum(['FIXED', 'NIGHTS', 'PERCENT', 'FULL_STAY', 'UNKNOWN'])
        .describe('How the supplier expressed it. FULL_STAY is 100 % of the price.'),
      nights: z.int().nullable(),
      percent: z.number().nullable(),
      source: z.literal('SUPPLIER'),
      deadlineSource: z
        .enum(['SUPPLIER_ZONED', 'SUPPLIER_ZONE_CONFIGURED', 'HOTEL_LOCAL', 'ASSUMED_EARLIEST'])
        .describe('How the deadline became an instant. ASSUMED_EARLIEST: zone unknown, so the earliest possible.'),
    })
    .describe('What cancelling costs in a stretch of time. Stretches are sorted, contiguous and never overlap.'),
)

export const cancellation = viewSchema<CancellationView>()(
  z
    .strictObject({
      refundability: z.enum(['REFUNDABLE', 'PARTIALLY_REFUNDABLE', 'NON_REFUNDABLE', 'UNKNOWN']),
      policyStage: z
        .enum(['INDICATIVE', 'OFFER', 'FINAL'])
        .describe('INDICATIVE with room options, OFFER with a prebook, FINAL once booked.'),
      freeCancellationUntil: zonedInstant.nullable().describe('Null when there is no free period left.'),
      policyText: z.string().describe('For guests; amounts and instants are in penalties.'),
      penalties: z.array(penalty),
      noShow: penalty.nullable(),
    })
    .describe('A cancellation policy.'),
)

export const cancellationQuote = viewSchema<CancellationQuoteView>()(
  z
    .strictObject({
      quoteId: id('cancellationQuote').describe('Single use: hand it to cancel unchanged.'),
      bookingId: id('booking'),
      acceptedOfferId: id('offer'),
      expiresAt: timestamp.describe('Five minutes after issue, or sooner when the penalty is about to change.'),
      cancellable: z.literal(true),
      penaltyStatus,
      penalty: money.nullable().describe('What applies now, in the booking’s currency; null when UNKNOWN.'),
      cancellation,
    })
    .describe('What cancelling costs now. It cancels nothing.'),
)

export const penaltyTimeline = viewSchema<PenaltyTimeline>()(
  z.strictObject({
    bookingId: id('booking'),
    acceptedOfferId: id('offer'),
    status: z.enum(BOOKING_STATUSES),
    asOf: timestamp,
    cancellable: z.boolean().describe('A quote asked for now would be given.'),
    total: money.describe('The price of the booking: no penalty is above it.'),
    current: penalty.nullable().describe('The penalty that holds at as_of; null without a stored policy.'),
    cancellation,
  }),
)
