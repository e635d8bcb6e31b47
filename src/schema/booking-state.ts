import type {
  BookingFailureView,
  BookingStatusData,
  DiscrepancyView,
  ProviderStatusView,
} from '../domain/contract/booking.ts'
import { builder } from './builder.ts'
import { CancellationRecordType } from './cancellation.ts'
import { BookingActionEnum, BookingStatusEnum, ProcessingReasonEnum } from './enums.ts'

const ProviderType = builder.objectRef<ProviderStatusView>('BookingProvider').implement({
  description: 'The supplier’s side of a booking.',
  fields: (t) => ({
    code: t.exposeString('code'),
    bookingId: t.exposeString('bookingId', { nullable: true }),
    bookingCode: t.exposeString('bookingCode', { nullable: true }),
    hotelConfirmationNumber: t.exposeString('hotelConfirmationNumber', { nullable: true }),
    hotelConfirmationStatus: t.exposeString('hotelConfirmationStatus', { nullable: true }),
    hotelConfirmationNote: t.exposeString('hotelConfirmationNote', { nullable: true }),
    hotelContactPhone: t.exposeString('hotelContactPhone', { nullable: true }),
    hotelContactName: t.exposeString('hotelContactName', { nullable: true }),
  }),
})

const FailureType = builder.objectRef<BookingFailureView>('BookingFailure').implement({
  description: 'Why a booking FAILED.',
  fields: (t) => ({
    code: t.exposeString('code'),
    message: t.exposeString('message'),
    retryable: t.exposeBoolean('retryable'),
    supplierCode: t.exposeString('supplierCode'),
  }),
})

const DiscrepancyType = builder.objectRef<DiscrepancyView>('BookingDiscrepancy').implement({
  description: 'A part of a booking in which the supplier’s record differs from what was agreed.',
  fields: (t) => ({
    path: t.exposeString('path', {
      description:
        'The place in HTTP’s booking details: `price.total`, `stay.check_in`; `allocations` counts the rooms.',
    }),
    ours: t.exposeString('ours', { description: 'An amount with its currency, a date, a count, or guests’ initials.' }),
    theirs: t.exposeString('theirs'),
    foundAt: t.expose('foundAt', { type: 'DateTime' }),
  }),
})

/** The parts of BookingStatusData that every view of a booking has under the same name. */
export const BookingStatusInterface = builder
  .interfaceRef<Omit<BookingStatusData, 'cancellation'>>('BookingState')
  .implement({
    description: 'Where a booking stands. HTTP: BookingStatusData.',
    fields: (t) => ({
      bookingId: t.exposeID('bookingId'),
      acceptedOfferId: t.exposeID('acceptedOfferId'),
      status: t.expose('status', { type: BookingStatusEnum }),
      isTerminal: t.exposeBoolean('isTerminal', {
        description: 'Polling may stop; a client’s cancel re-opens CONFIRMED. HTTP: `is_terminal`.',
      }),
      provider: t.expose('provider', { type: ProviderType }),
      nextPollAfterMs: t.exposeInt('nextPollAfterMs', { nullable: true }),
      processingReason: t.expose('processingReason', { type: ProcessingReasonEnum, nullable: true }),
      actionRequired: t.exposeBoolean('actionRequired'),
      availableActions: t.expose('availableActions', { type: [BookingActionEnum] }),
      holdDeadlineAt: t.expose('holdDeadlineAt', { type: 'DateTime', nullable: true }),
      createdAt: t.expose('createdAt', { type: 'DateTime' }),
      updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
      reviewExpiresAt: t.expose('reviewExpiresAt', { type: 'DateTime', nullable: true }),
      failure: t.expose('failure', { type: FailureType, nullable: true }),
      discrepancies: t.expose('discrepancies', { type: [DiscrepancyType] }),
    }),
    resolveType: () => 'BookingStatusData',
  })

export const BookingStatusType = builder.objectRef<BookingStatusData>('BookingStatusData').implement({
  description: 'A booking as it is now.',
  interfaces: [BookingStatusInterface],
  fields: (t) => ({
    cancellation: t.expose('cancellation', {
      type: CancellationRecordType,
      nullable: true,
      description: 'Null unless the booking is cancelled, or being cancelled.',
    }),
  }),
})
