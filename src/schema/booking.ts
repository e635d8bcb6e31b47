import type {
  BookingDetails,
  BookingHistoryItem,
  BookingListItem,
  BookingStatusData,
  CancelledBooking,
  GuestView,
  LoggedEvent,
} from '../domain/contract/booking.ts'
import { toWire } from '../domain/wire.ts'
import { BookingStatusInterface, BookingStatusType } from './booking-state.ts'
import { builder } from './builder.ts'
import { BookingCancellationType, CancellationRecordType, CancellationType } from './cancellation.ts'
import { BookingModeEnum, GuestTypeEnum, ReviewDecisionEnum } from './enums.ts'
import { MoneyInput } from './money.ts'
import { AllocationType, PriceType } from './offer.ts'

/** The result of an operation with an idempotency key: the booking, and whether the key had been used before. */
function keyedBookingType(name: string, description: string) {
  return builder.objectRef<{ readonly booking: BookingStatusData; readonly replayed: boolean }>(name).implement({
    description,
    fields: (t) => ({
      booking: t.expose('booking', { type: BookingStatusType }),
      replayed: t.exposeBoolean('replayed', { description: 'HTTP: the header `Idempotent-Replayed`.' }),
    }),
  })
}

export const CreatedBookingType = keyedBookingType(
  'CreatedBooking',
  'What a key made; `replayed` when it had made it before.',
)
export const ReviewedBookingType = keyedBookingType(
  'ReviewedBooking',
  'A booking after its review; `replayed` when the key had decided it before.',
)

const CancelledBookingType = builder.objectRef<CancelledBooking>('CancelledBookingData').implement({
  description: 'A booking with what became of its cancellation.',
  interfaces: [BookingStatusInterface],
  fields: (t) => ({ cancellation: t.expose('cancellation', { type: BookingCancellationType }) }),
})

export const CancelledBookingAnswerType = builder
  .objectRef<{ readonly booking: CancelledBooking; readonly replayed: boolean }>('CancelledBooking')
  .implement({
    description: 'What a cancellation key made; `replayed` when it had made it before.',
    fields: (t) => ({
      booking: t.expose('booking', { type: CancelledBookingType }),
      replayed: t.exposeBoolean('replayed', { description: 'HTTP: the header `Idempotent-Replayed`.' }),
    }),
  })

const BookedHotelType = builder.objectRef<BookingDetails['hotel']>('BookedHotel').implement({
  description: 'The hotel of a booking.',
  fields: (t) => ({
    hotelId: t.exposeID('hotelId'),
    name: t.exposeString('name'),
    address: t.exposeString('address'),
    city: t.exposeString('city'),
    country: t.expose('country', { type: 'CountryCode' }),
  }),
})

const StayType = builder.objectRef<BookingDetails['stay']>('Stay').implement({
  description: 'The nights of a booking.',
  fields: (t) => ({
    checkIn: t.expose('checkIn', { type: 'Date' }),
    checkOut: t.expose('checkOut', { type: 'Date' }),
    nights: t.exposeInt('nights'),
  }),
})

const HolderType = builder.objectRef<NonNullable<BookingDetails['holder']>>('Holder').implement({
  description: 'Who booked.',
  fields: (t) => ({
    givenName: t.exposeString('givenName'),
    familyName: t.exposeString('familyName'),
    email: t.exposeString('email'),
    phone: t.exposeString('phone'),
  }),
})

const GuestOutputType = builder.objectRef<GuestView>('Guest').implement({
  description: 'Who stays, and in which room.',
  fields: (t) => ({
    allocationId: t.exposeID('allocationId'),
    type: t.expose('type', { type: GuestTypeEnum }),
    givenName: t.exposeString('givenName', { nullable: true }),
    familyName: t.exposeString('familyName', { nullable: true }),
    age: t.exposeInt('age', { nullable: true }),
  }),
})

const HistoryType = builder.objectRef<BookingHistoryItem>('BookingHistoryItem').implement({
  description: 'One change of a booking.',
  fields: (t) => ({
    sequence: t.exposeInt('sequence'),
    type: t.exposeString('type'),
    status: t.exposeString('status'),
    previousStatus: t.exposeString('previousStatus', { nullable: true }),
    cause: t.exposeString('cause'),
    at: t.expose('at', { type: 'DateTime' }),
  }),
})

export const BookingType = builder.objectRef<BookingDetails>('Booking').implement({
  description: 'Everything about a booking.',
  interfaces: [BookingStatusInterface],
  fields: (t) => ({
    clientReference: t.exposeString('clientReference', { nullable: true }),
    metadata: t.expose('metadata', { type: 'JSON', description: 'The client’s own entries, text by text.' }),
    hotel: t.expose('hotel', { type: BookedHotelType }),
    stay: t.expose('stay', { type: StayType }),
    allocations: t.expose('allocations', { type: [AllocationType] }),
    holder: t.expose('holder', { type: HolderType, nullable: true }),
    guests: t.expose('guests', { type: [GuestOutputType] }),
    specialRequests: t.exposeString('specialRequests', { nullable: true }),
    price: t.expose('price', { type: PriceType }),
    cancellation: t.expose('cancellation', { type: CancellationType, description: 'The frozen policy.' }),
    cancellationRecord: t.expose('cancellationRecord', {
      type: CancellationRecordType,
      nullable: true,
      description: 'What a `BookingStatusData` calls `cancellation`: that name is the policy’s here.',
    }),
    history: t.expose('history', { type: [HistoryType] }),
  }),
})

export const BookingListItemType = builder.objectRef<BookingListItem>('BookingListItem').implement({
  description: 'A booking in a list.',
  interfaces: [BookingStatusInterface],
  fields: (t) => ({
    clientReference: t.exposeString('clientReference', { nullable: true }),
    hotelId: t.exposeID('hotelId'),
    checkIn: t.expose('checkIn', { type: 'Date' }),
    checkOut: t.expose('checkOut', { type: 'Date' }),
    cancellation: t.expose('cancellation', {
      type: CancellationRecordType,
      nullable: true,
      description: 'Null unless the booking is cancelled, or being cancelled.',
    }),
  }),
})

function sequenceOf(data: unknown): number | null {
  const sequence = typeof data === 'object' && data !== null && 'sequence' in data ? data.sequence : null
  return typeof sequence === 'number' ? sequence : null
}

export const EventType = builder.objectRef<LoggedEvent>('BookingEvent').implement({
  description: 'What a webhook carries.',
  fields: (t) => ({
    position: t.exposeID('position', { description: 'Its place in the log; resumes `events`.' }),
    sequence: t.int({
      nullable: true,
      description: 'The booking’s own count, without gaps; resumes `bookingUpdated`. HTTP: `sequence` in `data`.',
      resolve: ({ data }) => sequenceOf(data),
    }),
    type: t.exposeString('type'),
    timestamp: t.expose('timestamp', { type: 'DateTime' }),
    data: t.field({
      type: 'JSON',
      description: 'The webhook’s `data`, in HTTP’s spelling.',
      resolve: (event) => toWire(event.data),
    }),
  }),
})

const HolderInput = builder.inputType('HolderInput', {
  description: 'Who books.',
  fields: (t) => ({
    givenName: t.string({ required: true }),
    familyName: t.string({ required: true }),
    email: t.string({ required: true }),
    phone: t.string({ required: true, description: 'E.164.' }),
  }),
})

const GuestInput = builder.inputType('GuestInput', {
  description: 'Who stays, by allocation.',
  fields: (t) => ({
    allocationId: t.id({ required: true }),
    type: t.field({ type: GuestTypeEnum, required: true }),
    givenName: t.string(),
    familyName: t.string(),
    age: t.int(),
  }),
})

export const CreateBookingInputType = builder.inputType('CreateBookingInput', {
  description: 'A booking of an offer.',
  fields: (t) => ({
    idempotencyKey: t.string({
      required: true,
      description: 'Unique for this attempt; one namespace with HTTP’s header `Idempotency-Key`.',
    }),
    offerId: t.id({ required: true }),
    bookingMode: t.field({ type: BookingModeEnum, required: true }),
    clientReference: t.string(),
    holder: t.field({ type: HolderInput, required: true }),
    guests: t.field({ type: [GuestInput], required: true }),
    specialRequests: t.string(),
    acceptedPrice: t.field({ type: MoneyInput }),
    metadata: t.field({ type: 'JSON', description: 'Up to 20 entries of text.' }),
  }),
})

export const ConfirmHoldInputType = builder.inputType('ConfirmHoldInput', {
  description: 'Which hold to confirm.',
  fields: (t) => ({ bookingId: t.id({ required: true }), acceptedOfferId: t.id({ required: true }) }),
})

export const QuoteCancellationInputType = builder.inputType('QuoteCancellationInput', {
  description: 'Which booking’s cancellation to quote.',
  fields: (t) => ({ bookingId: t.id({ required: true }) }),
})

export const CancelBookingInputType = builder.inputType('CancelBookingInput', {
  description: 'Accepts a quote.',
  fields: (t) => ({
    idempotencyKey: t.string({ required: true }),
    bookingId: t.id({ required: true }),
    cancellationQuoteId: t.id({ required: true }),
  }),
})

export const ReviewBookingInputType = builder.inputType('ReviewBookingInput', {
  description: 'Decides a booking that awaits review.',
  fields: (t) => ({
    idempotencyKey: t.string({
      description: 'With one, a repeated request is told what became of the first. HTTP: header `Idempotency-Key`.',
    }),
    bookingId: t.id({ required: true }),
    decision: t.field({ type: ReviewDecisionEnum, required: true }),
    note: t.string(),
  }),
})

/** Exactly one of the fields must be set. */
export const BookingLookupInput = builder.inputType('BookingLookup', {
  description: 'By id, or by the key that made it.',
  isOneOf: true,
  fields: (t) => ({ bookingId: t.id(), idempotencyKey: t.string() }),
})
