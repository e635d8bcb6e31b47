import type {
  BookingCancellationView,
  CancellationQuoteView,
  CancelledBooking,
  PenaltyTimeline,
} from '../domain/contract/booking.ts'
import type { CancellationView, PenaltyView, ZonedInstantView } from '../domain/contract/cancellation.ts'
import { builder } from './builder.ts'
import {
  BookingStatusEnum,
  CancellationCauseEnum,
  CancellationOutcomeEnum,
  PenaltyStatusEnum,
  PolicyStageEnum,
} from './enums.ts'
import { MoneyType } from './money.ts'

const ZonedInstantType = builder.objectRef<ZonedInstantView>('ZonedInstant').implement({
  description: 'One instant as a wall clock at the hotel shows it, and in UTC.',
  fields: (t) => ({
    localDatetime: t.expose('localDatetime', { type: 'LocalDateTime' }),
    timezone: t.exposeString('timezone', { description: 'IANA name; `UTC` when the hotel’s zone is unknown.' }),
    utcDatetime: t.expose('utcDatetime', { type: 'DateTime' }),
  }),
})

const PenaltyType = builder.objectRef<PenaltyView>('CancellationPenalty').implement({
  description: 'What cancelling costs within a stretch of time: from inclusive, until exclusive.',
  fields: (t) => ({
    from: t.expose('from', { type: ZonedInstantType }),
    until: t.expose('until', { type: ZonedInstantType, nullable: true }),
    penaltyStatus: t.exposeString('penaltyStatus'),
    penalty: t.expose('penalty', { type: MoneyType, nullable: true }),
    basis: t.exposeString('basis', { description: 'FIXED, NIGHTS, PERCENT, FULL_STAY or UNKNOWN.' }),
    nights: t.exposeInt('nights', { nullable: true }),
    percent: t.exposeFloat('percent', { nullable: true }),
    source: t.exposeString('source'),
    deadlineSource: t.exposeString('deadlineSource', { description: 'How the supplier’s deadline became an instant.' }),
  }),
})

export const CancellationType = builder.objectRef<CancellationView>('CancellationPolicy').implement({
  description: 'The terms of cancelling: sorted, contiguous windows that never overlap.',
  fields: (t) => ({
    refundability: t.exposeString('refundability'),
    policyStage: t.expose('policyStage', { type: PolicyStageEnum }),
    freeCancellationUntil: t.expose('freeCancellationUntil', { type: ZonedInstantType, nullable: true }),
    policyText: t.exposeString('policyText'),
    penalties: t.expose('penalties', { type: [PenaltyType] }),
    noShow: t.expose('noShow', { type: PenaltyType, nullable: true }),
  }),
})

export const PenaltyTimelineType = builder.objectRef<PenaltyTimeline>('PenaltyTimeline').implement({
  description: 'What cancelling a booking costs at any time, by its frozen policy. A quote is what can be accepted.',
  fields: (t) => ({
    bookingId: t.exposeID('bookingId'),
    acceptedOfferId: t.exposeID('acceptedOfferId'),
    status: t.expose('status', { type: BookingStatusEnum }),
    asOf: t.expose('asOf', { type: 'DateTime' }),
    cancellable: t.exposeBoolean('cancellable', { description: 'A quote asked for now would be given.' }),
    total: t.expose('total', { type: MoneyType, description: 'The booking’s price: no penalty is above it.' }),
    current: t.expose('current', { type: PenaltyType, nullable: true, description: 'What holds at `asOf`.' }),
    cancellation: t.expose('cancellation', { type: CancellationType }),
  }),
})

export const CancellationQuoteType = builder.objectRef<CancellationQuoteView>('CancellationQuote').implement({
  description: 'What cancelling costs now; single use, five minutes at the most.',
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
  description: 'What a cancellation cost, and who caused it.',
  fields: (t) => ({
    cancellationId: t.exposeID('cancellationId'),
    requestedAt: t.expose('requestedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Null when nobody asked: the hold lapsed, or the supplier cancelled.',
    }),
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
    description: 'A cancellation that was asked for.',
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
