import type {
  BookingDetails,
  BookingHistoryItem,
  BookingListItem,
  BookingStatusData,
  CancelledBooking,
  GuestView,
} from '../domain/contract/booking.ts'
import {
  BOOKED_HOTEL,
  BOOKING_DETAILS,
  BOOKING_HISTORY_ITEM,
  BOOKING_LIST_ITEM,
  GUEST,
  HOLDER,
  STAY,
} from '../domain/meanings/booking.ts'
import {
  BOOKING_ID_INPUT,
  CANCEL_BOOKING_INPUT,
  CONFIRM_HOLD_INPUT,
  CREATE_BOOKING_INPUT,
  GUEST_INPUT,
  HOLDER_INPUT,
  REVIEW_BOOKING_INPUT,
} from '../domain/meanings/booking-inputs.ts'
import { CANCELLED_BOOKING } from '../domain/meanings/cancellation.ts'
import { InvoicingInput, InvoicingType, LoyaltyInput, LoyaltyType } from './booking-extras.ts'
import { BookingStatusInterface, BookingStatusType } from './booking-state.ts'
import { builder, meant } from './builder.ts'
import { BookingCancellationType, CancellationRecordType, CancellationType } from './cancellation.ts'
import { asEnum, asText } from './closed-lists.ts'
import {
  BookingExtraEnum,
  BookingModeEnum,
  BookingStatusEnum,
  GenderEnum,
  GuestTypeEnum,
  ReviewDecisionEnum,
  TravelPurposeEnum,
} from './enums.ts'
import { MoneyInput, MoneyType } from './money.ts'
import { AllocationType, BoardType, PriceType } from './offer.ts'
import { TravellerInput } from './search-input.ts'
import { SellingInterface } from './selling.ts'
import { EssentialType, HotelConfirmationType, HotelContactType, PropertyMessageType, VoucherType } from './voucher.ts'

const REPLAYED =
  'True when the key had been used before for the same input: then nothing was done now. HTTP has it as the header `Idempotent-Replayed`.'
const BOOKING_NOW = 'The booking as it is now, which can be further on than when the key was first used.'

/** The result of an operation with an idempotency key: the booking, and whether the key had been used before. */
function keyedBookingType(name: string, description: string) {
  return builder.objectRef<{ readonly booking: BookingStatusData; readonly replayed: boolean }>(name).implement({
    description,
    fields: (t) => ({
      booking: t.expose('booking', { type: BookingStatusType, description: BOOKING_NOW }),
      replayed: t.exposeBoolean('replayed', { description: REPLAYED }),
    }),
  })
}

export const CreatedBookingType = keyedBookingType(
  'CreatedBooking',
  'The booking that an idempotency key made, now or before.',
)
export const ReviewedBookingType = keyedBookingType(
  'ReviewedBooking',
  'A booking after its review was decided, now or before.',
)

const CancelledBookingType = builder.objectRef<CancelledBooking>('CancelledBookingData').implement({
  ...meant(CANCELLED_BOOKING),
  interfaces: [BookingStatusInterface],
  fields: (t) => ({ cancellation: t.expose('cancellation', { type: BookingCancellationType }) }),
})

export const CancelledBookingAnswerType = builder
  .objectRef<{ readonly booking: CancelledBooking; readonly replayed: boolean }>('CancelledBooking')
  .implement({
    description: 'The cancellation that an idempotency key asked for, now or before.',
    fields: (t) => ({
      booking: t.expose('booking', {
        type: CancelledBookingType,
        description: 'The booking as it is now, with what has become of the cancellation so far.',
      }),
      replayed: t.exposeBoolean('replayed', { description: REPLAYED }),
    }),
  })

const BookedHotelType = builder.objectRef<BookingDetails['hotel']>('BookedHotel').implement({
  ...meant(BOOKED_HOTEL),
  fields: (t) => ({
    hotelId: t.exposeID('hotelId'),
    name: t.exposeString('name'),
    address: t.exposeString('address'),
    city: t.exposeString('city'),
    country: t.expose('country', { type: 'CountryCode' }),
  }),
})

const StayType = builder.objectRef<BookingDetails['stay']>('Stay').implement({
  ...meant(STAY),
  fields: (t) => ({
    checkIn: t.expose('checkIn', { type: 'Date' }),
    checkOut: t.expose('checkOut', { type: 'Date' }),
    nights: t.exposeInt('nights'),
  }),
})

const HolderType = builder.objectRef<NonNullable<BookingDetails['holder']>>('Holder').implement({
  ...meant(HOLDER),
  fields: (t) => ({
    givenName: t.exposeString('givenName'),
    familyName: t.exposeString('familyName'),
    email: t.exposeString('email'),
    phone: t.exposeString('phone'),
  }),
})

const GuestOutputType = builder.objectRef<GuestView>('Guest').implement({
  ...meant(GUEST),
  fields: (t) => ({
    allocationId: t.exposeID('allocationId'),
    type: t.expose('type', { type: GuestTypeEnum }),
    givenName: t.exposeString('givenName', { nullable: true }),
    familyName: t.exposeString('familyName', { nullable: true }),
    age: t.exposeInt('age', { nullable: true }),
    gender: t.expose('gender', { type: GenderEnum, nullable: true }),
  }),
})

const HistoryType = builder.objectRef<BookingHistoryItem>('BookingHistoryItem').implement({
  ...meant(BOOKING_HISTORY_ITEM),
  fields: (t) => ({
    sequence: t.exposeInt('sequence'),
    type: t.exposeString('type'),
    status: t.exposeString('status', asText(BOOKING_HISTORY_ITEM, 'status')),
    statusEnum: t.expose('status', { type: BookingStatusEnum, ...asEnum(BOOKING_HISTORY_ITEM, 'status') }),
    previousStatus: t.exposeString('previousStatus', {
      nullable: true,
      ...asText(BOOKING_HISTORY_ITEM, 'previousStatus'),
    }),
    previousStatusEnum: t.expose('previousStatus', {
      type: BookingStatusEnum,
      nullable: true,
      ...asEnum(BOOKING_HISTORY_ITEM, 'previousStatus'),
    }),
    cause: t.exposeString('cause'),
    at: t.expose('at', { type: 'DateTime' }),
  }),
})

export const BookingType = builder.objectRef<BookingDetails>('Booking').implement({
  ...meant(BOOKING_DETAILS),
  interfaces: [BookingStatusInterface, SellingInterface],
  fields: (t) => ({
    clientReference: t.exposeString('clientReference', { nullable: true }),
    metadata: t.expose('metadata', { type: 'JSON' }),
    hotel: t.expose('hotel', { type: BookedHotelType }),
    stay: t.expose('stay', { type: StayType }),
    allocations: t.expose('allocations', { type: [AllocationType] }),
    holder: t.expose('holder', { type: HolderType, nullable: true }),
    guests: t.expose('guests', { type: [GuestOutputType] }),
    specialRequests: t.exposeString('specialRequests', { nullable: true }),
    arrivalTime: t.exposeString('arrivalTime', { nullable: true }),
    loyalty: t.expose('loyalty', { type: LoyaltyType, nullable: true }),
    taxRegistrationNumber: t.exposeString('taxRegistrationNumber', { nullable: true }),
    invoicing: t.expose('invoicing', { type: InvoicingType, nullable: true }),
    travelPurpose: t.expose('travelPurpose', { type: TravelPurposeEnum, nullable: true }),
    unsentFields: t.expose('unsentFields', { type: [BookingExtraEnum] }),
    price: t.expose('price', { type: PriceType }),
    cancellation: t.expose('cancellation', { type: CancellationType }),
    cancellationRecord: t.expose('cancellationRecord', { type: CancellationRecordType, nullable: true }),
    bookingMode: t.expose('bookingMode', { type: BookingModeEnum }),
    board: t.expose('board', { type: BoardType }),
    remarks: t.expose('remarks', { type: ['String'] }),
    voucher: t.expose('voucher', { type: VoucherType, nullable: true }),
    chargedTotal: t.expose('chargedTotal', { type: MoneyType, nullable: true }),
    hotelContact: t.expose('hotelContact', { type: HotelContactType, nullable: true }),
    essentials: t.expose('essentials', { type: [EssentialType] }),
    instructionsUpdateAt: t.expose('instructionsUpdateAt', { type: 'DateTime', nullable: true }),
    hotelConfirmations: t.expose('hotelConfirmations', { type: [HotelConfirmationType] }),
    messages: t.expose('messages', { type: [PropertyMessageType] }),
    history: t.expose('history', { type: [HistoryType] }),
  }),
})

export const BookingListItemType = builder.objectRef<BookingListItem>('BookingListItem').implement({
  ...meant(BOOKING_LIST_ITEM),
  interfaces: [BookingStatusInterface],
  fields: (t) => ({
    clientReference: t.exposeString('clientReference', { nullable: true }),
    hotelId: t.exposeID('hotelId'),
    checkIn: t.expose('checkIn', { type: 'Date' }),
    checkOut: t.expose('checkOut', { type: 'Date' }),
    cancellation: t.expose('cancellation', { type: CancellationRecordType, nullable: true }),
  }),
})

const CREATE_KEY =
  'Names this attempt to book: 1 to 255 printable ASCII characters, unique in your organization; a random UUID does. After a result that never arrived, send the same key and input again. A new key is a new booking. HTTP has it as the header `Idempotency-Key`, and both share their keys. Example: `"order-8812"`.'
const CANCEL_KEY =
  'Names this attempt to cancel: 1 to 255 printable ASCII characters, unique among your cancellations. After a result that never arrived, send the same key and input again within 30 days. HTTP has it as the header `Idempotency-Key`. Example: `"order-8812-cancel"`.'
const REVIEW_KEY =
  'Names this decision: 1 to 255 printable ASCII characters. With one, a decision that is sent again gets what became of the first; without, it is refused, because a booking is decided once. HTTP has it as the header `Idempotency-Key`. Example: `"review-8812"`.'

const HolderInput = builder.inputType('HolderInput', {
  ...meant(HOLDER_INPUT),
  fields: (t) => ({
    givenName: t.string({ required: true }),
    familyName: t.string({ required: true }),
    email: t.string({ required: true }),
    phone: t.string(),
  }),
})

const GuestInput = builder.inputType('GuestInput', {
  ...meant(GUEST_INPUT),
  fields: (t) => ({
    allocationId: t.id({ required: true }),
    type: t.field({ type: GuestTypeEnum, required: true }),
    givenName: t.string(),
    familyName: t.string(),
    age: t.int(),
    gender: t.field({ type: GenderEnum }),
  }),
})

export const CreateBookingInputType = builder.inputType('CreateBookingInput', {
  ...meant(CREATE_BOOKING_INPUT),
  fields: (t) => ({
    idempotencyKey: t.string({
      required: true,
      description: CREATE_KEY,
    }),
    offerId: t.id({ required: true }),
    bookingMode: t.field({ type: BookingModeEnum, required: true }),
    clientReference: t.string(),
    holder: t.field({ type: HolderInput, required: true }),
    guests: t.field({ type: [GuestInput], required: true }),
    specialRequests: t.string(),
    arrivalTime: t.string(),
    loyalty: t.field({ type: LoyaltyInput }),
    taxRegistrationNumber: t.string(),
    invoicing: t.field({ type: InvoicingInput }),
    travelPurpose: t.field({ type: TravelPurposeEnum }),
    acceptedPrice: t.field({ type: MoneyInput }),
    traveller: t.field({ type: TravellerInput }),
    metadata: t.field({ type: 'JSON' }),
  }),
})

export const ConfirmHoldInputType = builder.inputType('ConfirmHoldInput', {
  ...meant(CONFIRM_HOLD_INPUT),
  fields: (t) => ({ bookingId: t.id({ required: true }), acceptedOfferId: t.id({ required: true }) }),
})

export const QuoteCancellationInputType = builder.inputType('QuoteCancellationInput', {
  ...meant(BOOKING_ID_INPUT),
  fields: (t) => ({ bookingId: t.id({ required: true }) }),
})

export const CancelBookingInputType = builder.inputType('CancelBookingInput', {
  ...meant(CANCEL_BOOKING_INPUT),
  fields: (t) => ({
    idempotencyKey: t.string({ required: true, description: CANCEL_KEY }),
    bookingId: t.id({ required: true }),
    cancellationQuoteId: t.id({ required: true }),
  }),
})

export const ReviewBookingInputType = builder.inputType('ReviewBookingInput', {
  ...meant(REVIEW_BOOKING_INPUT),
  fields: (t) => ({
    idempotencyKey: t.string({
      description: REVIEW_KEY,
    }),
    bookingId: t.id({ required: true }),
    decision: t.field({ type: ReviewDecisionEnum, required: true }),
    note: t.string(),
  }),
})

/** Exactly one of the fields must be set. */
export const BookingLookupInput = builder.inputType('BookingLookup', {
  description: 'How to find a booking: by its id, or by the idempotency key that made it. Exactly one of the two.',
  isOneOf: true,
  fields: (t) => ({
    bookingId: t.id({ description: BOOKING_ID_INPUT.fields.bookingId.says }),
    idempotencyKey: t.string({
      description:
        'The key that {@createBooking} was called with: for a client that lost the answer. HTTP has a path of its own for it. Example: `"order-8812"`.',
    }),
  }),
})
