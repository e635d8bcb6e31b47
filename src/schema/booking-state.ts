import type {
  BookingFailureView,
  BookingStatusData,
  DiscrepancyView,
  ProviderStatusView,
} from '../domain/contract/booking.ts'
import {
  BOOKING_FAILURE,
  BOOKING_STATE,
  BOOKING_STATUS_DATA,
  DISCREPANCY,
  DISCREPANCY_PATH,
  FAILURE_CODE,
  HOTEL_CONFIRMATION_STATUS,
  PROVIDER_STATUS,
} from '../domain/meanings/booking-state.ts'
import { NO_OTHERS, withValues } from '../domain/meanings/values-text.ts'
import { builder, meant } from './builder.ts'
import { CancellationRecordType } from './cancellation.ts'
import { asOpenEnum, asText, known } from './closed-lists.ts'
import {
  BookingActionEnum,
  BookingStatusEnum,
  FailureCodeEnum,
  HotelConfirmationStatusEnum,
  ProcessingReasonEnum,
} from './enums.ts'

const ProviderType = builder.objectRef<ProviderStatusView>('BookingProvider').implement({
  ...meant(PROVIDER_STATUS),
  fields: (t) => ({
    code: t.exposeString('code'),
    bookingId: t.exposeString('bookingId', { nullable: true }),
    bookingCode: t.exposeString('bookingCode', { nullable: true }),
    hotelConfirmationNumber: t.exposeString('hotelConfirmationNumber', { nullable: true }),
    hotelConfirmationStatus: t.exposeString('hotelConfirmationStatus', {
      nullable: true,
      ...asText(PROVIDER_STATUS, 'hotelConfirmationStatus'),
    }),
    hotelConfirmationStatusEnum: t.field({
      type: HotelConfirmationStatusEnum,
      nullable: true,
      ...asOpenEnum(PROVIDER_STATUS, 'hotelConfirmationStatus'),
      resolve: ({ hotelConfirmationStatus: status }) => known(HOTEL_CONFIRMATION_STATUS, status),
    }),
    hotelConfirmationNote: t.exposeString('hotelConfirmationNote', { nullable: true }),
    hotelContactPhone: t.exposeString('hotelContactPhone', { nullable: true }),
    hotelContactName: t.exposeString('hotelContactName', { nullable: true }),
  }),
})

const FailureType = builder.objectRef<BookingFailureView>('BookingFailure').implement({
  ...meant(BOOKING_FAILURE),
  fields: (t) => ({
    code: t.exposeString('code', asText(BOOKING_FAILURE, 'code')),
    codeEnum: t.field({
      type: FailureCodeEnum,
      nullable: true,
      ...asOpenEnum(BOOKING_FAILURE, 'code'),
      resolve: ({ code }) => known(FAILURE_CODE, code),
    }),
    message: t.exposeString('message'),
    retryable: t.exposeBoolean('retryable'),
    supplierCode: t.exposeString('supplierCode'),
  }),
})

const DiscrepancyType = builder.objectRef<DiscrepancyView>('BookingDiscrepancy').implement({
  ...meant(DISCREPANCY),
  fields: (t) => ({
    path: t.exposeString('path', {
      description: withValues(DISCREPANCY.fields.path.says, DISCREPANCY_PATH, NO_OTHERS),
    }),
    ours: t.exposeString('ours'),
    theirs: t.exposeString('theirs'),
    foundAt: t.expose('foundAt', { type: 'DateTime' }),
  }),
})

/** The parts of BookingStatusData that every view of a booking has under the same name. */
export const BookingStatusInterface = builder
  .interfaceRef<Omit<BookingStatusData, 'cancellation'>>('BookingState')
  .implement({
    ...meant(BOOKING_STATE),
    fields: (t) => ({
      bookingId: t.exposeID('bookingId'),
      acceptedOfferId: t.exposeID('acceptedOfferId'),
      status: t.expose('status', { type: BookingStatusEnum }),
      isTerminal: t.exposeBoolean('isTerminal'),
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
  ...meant(BOOKING_STATUS_DATA),
  interfaces: [BookingStatusInterface],
  fields: (t) => ({
    cancellation: t.expose('cancellation', { type: CancellationRecordType, nullable: true }),
  }),
})
