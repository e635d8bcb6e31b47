import type {
  BookingCancellationView,
  CancellationQuoteView,
  CancelledBooking,
  PenaltyTimeline,
} from '../domain/contract/booking.ts'
import type { CancellationView, PenaltyView, ZonedInstantView } from '../domain/contract/cancellation.ts'
import {
  BOOKING_CANCELLATION,
  CANCELLATION,
  CANCELLATION_QUOTE,
  DEADLINE_SOURCE,
  PENALTY,
  PENALTY_BASIS,
  PENALTY_STATUS,
  PENALTY_TIMELINE,
  REFUNDABILITY,
  REQUESTED_CANCELLATION,
  ZONED_INSTANT,
} from '../domain/meanings/cancellation.ts'
import { builder, meant } from './builder.ts'
import { asEnum, asText } from './closed-lists.ts'
import {
  BookingStatusEnum,
  CancellationCauseEnum,
  CancellationOutcomeEnum,
  DeadlineSourceEnum,
  PenaltyBasisEnum,
  PenaltyStatusEnum,
  PolicyStageEnum,
  RefundabilityEnum,
} from './enums.ts'
import { MoneyType } from './money.ts'

const ZonedInstantType = builder.objectRef<ZonedInstantView>('ZonedInstant').implement({
  ...meant(ZONED_INSTANT),
  fields: (t) => ({
    localDatetime: t.expose('localDatetime', { type: 'LocalDateTime' }),
    timezone: t.exposeString('timezone'),
    utcDatetime: t.expose('utcDatetime', { type: 'DateTime' }),
  }),
})

const PenaltyType = builder.objectRef<PenaltyView>('CancellationPenalty').implement({
  ...meant(PENALTY),
  fields: (t) => ({
    from: t.expose('from', { type: ZonedInstantType }),
    until: t.expose('until', { type: ZonedInstantType, nullable: true }),
    penaltyStatus: t.exposeString('penaltyStatus', asText(PENALTY, 'penaltyStatus', PENALTY_STATUS)),
    penaltyStatusEnum: t.expose('penaltyStatus', {
      type: PenaltyStatusEnum,
      ...asEnum(PENALTY, 'penaltyStatus'),
    }),
    penalty: t.expose('penalty', { type: MoneyType, nullable: true }),
    basis: t.exposeString('basis', asText(PENALTY, 'basis', PENALTY_BASIS)),
    basisEnum: t.expose('basis', { type: PenaltyBasisEnum, ...asEnum(PENALTY, 'basis') }),
    nights: t.exposeInt('nights', { nullable: true }),
    percent: t.exposeFloat('percent', { nullable: true }),
    source: t.exposeString('source'),
    deadlineSource: t.exposeString('deadlineSource', asText(PENALTY, 'deadlineSource', DEADLINE_SOURCE)),
    deadlineSourceEnum: t.expose('deadlineSource', {
      type: DeadlineSourceEnum,
      ...asEnum(PENALTY, 'deadlineSource'),
    }),
  }),
})

export const CancellationType = builder.objectRef<CancellationView>('CancellationPolicy').implement({
  ...meant(CANCELLATION),
  fields: (t) => ({
    refundability: t.exposeString('refundability', asText(CANCELLATION, 'refundability', REFUNDABILITY)),
    refundabilityEnum: t.expose('refundability', {
      type: RefundabilityEnum,
      ...asEnum(CANCELLATION, 'refundability'),
    }),
    policyStage: t.expose('policyStage', { type: PolicyStageEnum }),
    freeCancellationUntil: t.expose('freeCancellationUntil', { type: ZonedInstantType, nullable: true }),
    policyText: t.exposeString('policyText'),
    penalties: t.expose('penalties', { type: [PenaltyType] }),
    noShow: t.expose('noShow', { type: PenaltyType, nullable: true }),
  }),
})

export const PenaltyTimelineType = builder.objectRef<PenaltyTimeline>('PenaltyTimeline').implement({
  ...meant(PENALTY_TIMELINE),
  fields: (t) => ({
    bookingId: t.exposeID('bookingId'),
    acceptedOfferId: t.exposeID('acceptedOfferId'),
    status: t.expose('status', { type: BookingStatusEnum }),
    asOf: t.expose('asOf', { type: 'DateTime' }),
    cancellable: t.exposeBoolean('cancellable'),
    total: t.expose('total', { type: MoneyType }),
    current: t.expose('current', { type: PenaltyType, nullable: true }),
    cancellation: t.expose('cancellation', { type: CancellationType }),
  }),
})

export const CancellationQuoteType = builder.objectRef<CancellationQuoteView>('CancellationQuote').implement({
  ...meant(CANCELLATION_QUOTE),
  fields: (t) => ({
    quoteId: t.exposeID('quoteId'),
    bookingId: t.exposeID('bookingId'),
    acceptedOfferId: t.exposeID('acceptedOfferId'),
    expiresAt: t.expose('expiresAt', { type: 'DateTime' }),
    cancellable: t.exposeBoolean('cancellable'),
    penaltyStatus: t.expose('penaltyStatus', { type: PenaltyStatusEnum }),
    penalty: t.expose('penalty', { type: MoneyType, nullable: true }),
    cancellation: t.expose('cancellation', { type: CancellationType }),
  }),
})

export const CancellationRecordType = builder.objectRef<BookingCancellationView>('CancellationRecord').implement({
  ...meant(BOOKING_CANCELLATION),
  fields: (t) => ({
    cancellationId: t.exposeID('cancellationId'),
    requestedAt: t.expose('requestedAt', { type: 'DateTime', nullable: true }),
    cancelledAt: t.expose('cancelledAt', { type: 'DateTime', nullable: true }),
    cause: t.expose('cause', { type: CancellationCauseEnum }),
    penaltyStatus: t.expose('penaltyStatus', { type: PenaltyStatusEnum }),
    penalty: t.expose('penalty', { type: MoneyType, nullable: true }),
    chargedPenalty: t.expose('chargedPenalty', { type: MoneyType, nullable: true }),
    supplierCancellationReference: t.exposeString('supplierCancellationReference', { nullable: true }),
  }),
})

export const BookingCancellationType = builder
  .objectRef<CancelledBooking['cancellation']>('BookingCancellation')
  .implement({
    ...meant(REQUESTED_CANCELLATION),
    fields: (t) => ({
      cancellationId: t.exposeID('cancellationId'),
      cancellationQuoteId: t.exposeID('cancellationQuoteId'),
      requestedAt: t.expose('requestedAt', { type: 'DateTime' }),
      completedAt: t.expose('completedAt', { type: 'DateTime', nullable: true }),
      cancelledAt: t.expose('cancelledAt', { type: 'DateTime', nullable: true }),
      cause: t.expose('cause', { type: CancellationCauseEnum }),
      outcome: t.expose('outcome', { type: CancellationOutcomeEnum }),
      penaltyStatus: t.expose('penaltyStatus', { type: PenaltyStatusEnum }),
      penalty: t.expose('penalty', { type: MoneyType, nullable: true }),
      chargedPenalty: t.expose('chargedPenalty', { type: MoneyType, nullable: true }),
      supplierCancellationReference: t.exposeString('supplierCancellationReference', { nullable: true }),
    }),
  })
