import { BOOKING_MODE, GUEST_TYPE, REVIEW_DECISION } from '../domain/meanings/booking.ts'
import { BOOKING_EXTRA, GENDER, TRAVEL_PURPOSE } from '../domain/meanings/booking-extras.ts'
import {
  BOOKING_ACTION,
  BOOKING_STATUS,
  FAILURE_CODE,
  HOTEL_CONFIRMATION_STATUS,
  PROCESSING_REASON,
} from '../domain/meanings/booking-state.ts'
import {
  CANCELLATION_CAUSE,
  CANCELLATION_OUTCOME,
  DEADLINE_SOURCE,
  PENALTY_BASIS,
  PENALTY_STATUS,
  POLICY_STAGE,
  REFUNDABILITY,
} from '../domain/meanings/cancellation.ts'
import { DESTINATION_TYPE } from '../domain/meanings/destination.ts'
import { CHANGE_CAUSE } from '../domain/meanings/event.ts'
import { CHANGE_SEVERITY, PREBOOK_NEXT_ACTION, PREBOOK_STATUS } from '../domain/meanings/offer.ts'
import { QUOTE_FAULT } from '../domain/meanings/problem.ts'
import { BOARD_CODE, CHARGE_DUE, MAPPING_STATUS } from '../domain/meanings/room-option.ts'
import { SKIP_REASON, STREAM_DONE_REASON } from '../domain/meanings/room-stream.ts'
import { RATE_TYPE, REFRESH_STATUS } from '../domain/meanings/search.ts'
import { PROVIDER_OUTCOME, WARNING_CODE } from '../domain/meanings/search-info.ts'
import { HOTEL_SORT, PRICE_SORT, PRICING_MODE } from '../domain/meanings/search-inputs.ts'
import {
  ENDPOINT_DISABLED_REASON,
  WEBHOOK_ATTEMPT_TRIGGER,
  WEBHOOK_DELIVERY_STATUS,
} from '../domain/meanings/webhook.ts'
import { valuesType } from './builder.ts'

export const BookingStatusEnum = valuesType('BookingStatus', BOOKING_STATUS)

export const BookingActionEnum = valuesType('BookingAction', BOOKING_ACTION)

export const ProcessingReasonEnum = valuesType('ProcessingReason', PROCESSING_REASON)

export const FailureCodeEnum = valuesType('BookingFailureCode', FAILURE_CODE)

export const HotelConfirmationStatusEnum = valuesType('HotelConfirmationStatus', HOTEL_CONFIRMATION_STATUS)

export const ChangeCauseEnum = valuesType('BookingChangeCause', CHANGE_CAUSE)

export const DisabledReasonEnum = valuesType('WebhookDisabledReason', ENDPOINT_DISABLED_REASON)

export const BoardCodeEnum = valuesType('BoardCode', BOARD_CODE)

export const BookingModeEnum = valuesType('BookingMode', BOOKING_MODE)

export const GuestTypeEnum = valuesType('GuestType', GUEST_TYPE)

export const GenderEnum = valuesType('Gender', GENDER)

export const TravelPurposeEnum = valuesType('TravelPurpose', TRAVEL_PURPOSE)

export const BookingExtraEnum = valuesType('BookingExtra', BOOKING_EXTRA)

export const ReviewDecisionEnum = valuesType('ReviewDecision', REVIEW_DECISION)

export const PenaltyStatusEnum = valuesType('PenaltyStatus', PENALTY_STATUS)

export const RefundabilityEnum = valuesType('Refundability', REFUNDABILITY)

export const PenaltyBasisEnum = valuesType('PenaltyBasis', PENALTY_BASIS)

export const DeadlineSourceEnum = valuesType('DeadlineSource', DEADLINE_SOURCE)

export const QuoteFaultEnum = valuesType('CancellationQuoteFault', QUOTE_FAULT)

export const PolicyStageEnum = valuesType('PolicyStage', POLICY_STAGE)

export const CancellationOutcomeEnum = valuesType('CancellationOutcome', CANCELLATION_OUTCOME)

export const CancellationCauseEnum = valuesType('CancellationCause', CANCELLATION_CAUSE)

export const PrebookStatusEnum = valuesType('PrebookStatus', PREBOOK_STATUS)

export const NextActionEnum = valuesType('PrebookNextAction', PREBOOK_NEXT_ACTION)

export const ChangeSeverityEnum = valuesType('ChangeSeverity', CHANGE_SEVERITY)

export const MappingStatusEnum = valuesType('MappingStatus', MAPPING_STATUS)

export const DueEnum = valuesType('ChargeDue', CHARGE_DUE)

export const ProviderOutcomeEnum = valuesType('ProviderOutcome', PROVIDER_OUTCOME)

export const WarningCodeEnum = valuesType('SearchWarningCode', WARNING_CODE)

export const SkipReasonEnum = valuesType('ProviderSkipReason', SKIP_REASON)

export const DoneReasonEnum = valuesType('StreamDoneReason', STREAM_DONE_REASON)
export const RefreshStatusEnum = valuesType('RefreshStatus', REFRESH_STATUS)
export const DeliveryStatusEnum = valuesType('WebhookDeliveryStatus', WEBHOOK_DELIVERY_STATUS)

export const AttemptTriggerEnum = valuesType('WebhookAttemptTrigger', WEBHOOK_ATTEMPT_TRIGGER)

export const PricingModeEnum = valuesType('PricingMode', PRICING_MODE)

export const RateTypeEnum = valuesType('RateType', RATE_TYPE)

export const SortEnum = valuesType('HotelSort', HOTEL_SORT)

export const PriceSortEnum = valuesType('PriceSort', PRICE_SORT)

export const DestinationTypeEnum = valuesType('DestinationType', DESTINATION_TYPE)
