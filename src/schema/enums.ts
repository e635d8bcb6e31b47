import { BOOKING_STATUSES } from '../domain/booking.ts'
import { CANCELLATION_CAUSES } from '../domain/booking-cancellation.ts'
import { DELIVERY_STATUSES } from '../domain/contract/webhook.ts'
import { builder } from './builder.ts'

function named<const V extends readonly string[]>(name: string, description: string, values: V) {
  return builder.enumType(name, { description, values })
}

export const BookingStatusEnum = named('BookingStatus', 'Where a booking stands.', BOOKING_STATUSES)

export const BookingActionEnum = named('BookingAction', 'What would succeed now.', [
  'GET_STATUS',
  'GET_DETAILS',
  'CANCEL',
  'CONFIRM_HOLD',
  'CONTACT_SUPPORT',
  'REVIEW_BOOKING',
])

export const ProcessingReasonEnum = named('ProcessingReason', 'What an unfinished booking waits for.', [
  'SUPPLIER_CONFIRMATION_PENDING',
  'HOTEL_CONFIRMATION_PENDING',
  'CANCELLATION_PENDING',
  'RECONCILIATION_REQUIRED',
  'HOLD_CONFIRMATION_REQUIRED',
  'MANUAL_REVIEW_REQUIRED',
])

export const BookingModeEnum = named('BookingMode', 'Book at once, or hold and confirm later.', ['INSTANT', 'HOLD'])
export const GuestTypeEnum = named('GuestType', 'Whether a guest is a child.', ['ADULT', 'CHILD'])
export const ReviewDecisionEnum = named('ReviewDecision', 'What a reviewer decides.', ['APPROVE', 'REJECT'])

export const PenaltyStatusEnum = named('PenaltyStatus', 'UNKNOWN is never to be shown as zero.', [
  'NO_CHARGE',
  'KNOWN',
  'UNKNOWN',
])

export const PolicyStageEnum = named('PolicyStage', 'How binding the terms are.', ['INDICATIVE', 'OFFER', 'FINAL'])

export const CancellationOutcomeEnum = named('CancellationOutcome', 'What became of a cancellation.', [
  'PENDING',
  'CANCELLED',
  'NOT_EFFECTIVE',
])

export const CancellationCauseEnum = named('CancellationCause', 'Who ended a booking that stood.', CANCELLATION_CAUSES)

export const PrebookStatusEnum = named('PrebookStatus', 'What the supplier said of the option.', [
  'AVAILABLE',
  'PRICE_CHANGED',
  'TERMS_CHANGED',
  'SOLD_OUT',
])

export const NextActionEnum = named('PrebookNextAction', 'What to do with a prebook.', [
  'BOOK',
  'ACCEPT_CHANGES',
  'REFRESH_ROOMS',
])

export const ChangeSeverityEnum = named('ChangeSeverity', 'Whether the guest must be asked.', ['MATERIAL', 'MINOR'])

export const MappingStatusEnum = named('MappingStatus', 'How sure the mapping to the catalogue is.', [
  'MATCHED',
  'AMBIGUOUS',
  'UNMAPPED',
  'CONFLICT',
])

export const DueEnum = named('ChargeDue', 'When a tax or fee is paid.', ['AT_BOOKING', 'AT_PROPERTY'])

export const ProviderOutcomeEnum = named('ProviderOutcome', 'What came of asking a supplier.', [
  'PRICED',
  'NO_AVAILABILITY',
  'TIMEOUT',
  'ERROR',
  'RATE_LIMITED',
  'SKIPPED_UNMAPPED',
  'SUPPRESSED_NO_PRICE',
  'PENDING',
])

export const SkipReasonEnum = named('ProviderSkipReason', 'Why a supplier was not asked.', [
  'UNMAPPED',
  'NOT_ENABLED',
  'NO_STREAMING',
  'SUPPRESSED_NO_PRICE',
  'RATE_LIMITED',
])

export const DoneReasonEnum = named('StreamDoneReason', 'Why a stream ended.', ['ALL_SETTLED', 'DEADLINE', 'EXPIRED'])
export const RefreshStatusEnum = named('RefreshStatus', 'Whether prices still come.', [
  'PENDING',
  'COMPLETE',
  'EXPIRED',
])
export const DeliveryStatusEnum = named('WebhookDeliveryStatus', 'Where a delivery stands.', DELIVERY_STATUSES)

export const AttemptTriggerEnum = named('WebhookAttemptTrigger', 'What asked for an attempt.', [
  'SCHEDULED',
  'MANUAL',
  'RECOVERY',
  'TEST',
])

/** GraphQL's names are upper case; the values are those of the contract, which the operations accept. */
export const PricingModeEnum = builder.enumType('PricingMode', {
  description: 'Cached or estimated prices at once, or the suppliers’ own within 15 s.',
  values: { INSTANT: { value: 'instant' }, LIVE: { value: 'live' } } as const,
})

export const RateTypeEnum = builder.enumType('RateType', {
  description: 'How a price is known.',
  values: { LIVE: { value: 'live' }, CACHED: { value: 'cached' }, ESTIMATED: { value: 'estimated' } } as const,
})

export const SortEnum = builder.enumType('HotelSort', {
  description: 'The order of results; it never depends on what suppliers answer.',
  values: {
    RECOMMENDED: { value: 'recommended' },
    PRICE_LOW_TO_HIGH: { value: 'price_low_to_high' },
    PRICE_HIGH_TO_LOW: { value: 'price_high_to_low' },
    STARS: { value: 'stars' },
    DISTANCE_FROM_CENTER: { value: 'distance_from_center' },
    VALUE: { value: 'value' },
  } as const,
})

export const PriceSortEnum = builder.enumType('PriceSort', {
  description: 'The price order in effect.',
  values: { LOW_TO_HIGH: { value: 'low_to_high' }, HIGH_TO_LOW: { value: 'high_to_low' } } as const,
})

export const DestinationTypeEnum = builder.enumType('DestinationType', {
  description: 'What a destination is.',
  values: { HOTEL: { value: 'hotel' }, PLACE: { value: 'place' } } as const,
})
