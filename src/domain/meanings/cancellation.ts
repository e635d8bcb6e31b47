import type { CancellationCause } from '../booking-cancellation.ts'
import type { DeadlineSource, PenaltyBasis, PenaltyStatus, Refundability } from '../cancellation.ts'
import type {
  BookingCancellationView,
  CancellationQuoteView,
  CancelledBooking,
  PenaltyTimeline,
} from '../contract/booking.ts'
import type { CancellationView, PenaltyView, ZonedInstantView } from '../contract/cancellation.ts'
import { ACCEPTED_OFFER_ID, BOOKING_ID, BOOKING_STATE } from './booking-state.ts'
import { means, typeMeaning, valuesMeaning } from './meaning.ts'

export const PENALTY_STATUS = valuesMeaning<PenaltyStatus>('Whether it is known what cancelling costs.', {
  NO_CHARGE: 'Cancelling is free: the amount is zero.',
  KNOWN: 'Cancelling costs the amount.',
  UNKNOWN: 'The supplier gives no reliable amount, so there is none. Never show it as zero or as free.',
})

export const POLICY_STAGE = valuesMeaning<CancellationView['policyStage']>('How binding cancellation terms are.', {
  INDICATIVE: 'Those of a room option, as the supplier lists it; the check by {@prebook} may change them.',
  OFFER: 'Those of an offer, as the supplier has just confirmed them.',
  FINAL: 'Those of a booking, frozen when it was made. They never change again.',
})

export const REFUNDABILITY = valuesMeaning<Refundability>('How much of the price cancelling can give back.', {
  REFUNDABLE:
    'All of it, within some period. Whether that period is still open is told by {freeCancellationUntil} and {penalties}.',
  PARTIALLY_REFUNDABLE: 'A part of it: cancelling always costs something, and not always the whole price.',
  NON_REFUNDABLE: 'Nothing: cancelling costs the whole price at any time.',
  UNKNOWN: 'It cannot be told, because the supplier gives no reliable amount for some period.',
})

export const PENALTY_BASIS = valuesMeaning<PenaltyBasis>('How the supplier expresses a penalty.', {
  FIXED: 'As an amount of money.',
  NIGHTS: 'As a number of {nights}.',
  PERCENT: 'As a {percent} of the price.',
  FULL_STAY: 'As the whole price of the stay.',
  UNKNOWN: 'Not at all, or in a way that gives no amount in the currency of the price.',
})

export const DEADLINE_SOURCE = valuesMeaning<DeadlineSource>('How the supplier’s deadline became an instant.', {
  SUPPLIER_ZONED: 'The supplier told the time with its zone, so it is exact; or the terms depend on no deadline.',
  SUPPLIER_ZONE_CONFIGURED: 'The supplier told a time without a zone, which was read in the zone agreed with it.',
  HOTEL_LOCAL: 'The supplier told a time at the hotel, which was read in the hotel’s zone.',
  ASSUMED_EARLIEST:
    'No zone is known, so the time was read as early as it can be on Earth (UTC+14). The true deadline is up to 26 hours later, never sooner.',
})

export const CANCELLATION_CAUSE = valuesMeaning<CancellationCause>('Who or what ended a booking.', {
  CLIENT: 'You did, by accepting a quote.',
  HOLD_LAPSED: 'Nobody confirmed the hold in time, and the supplier released the rooms.',
  CANCELLED_BY_HOTEL:
    'The hotel or its supplier cancelled a booking that stood. Tell the guest, and find another room.',
  CANCELLED_BY_OPERATOR:
    'The supplier no longer knew the booking, and a person at the gateway’s operator found out that it is gone. Tell the guest.',
})

export const CANCELLATION_OUTCOME = valuesMeaning<CancelledBooking['cancellation']['outcome']>(
  'What became of a cancellation that was asked for.',
  {
    PENDING: 'The supplier has not settled it yet. Wait for a webhook or poll the booking; do not ask for it again.',
    CANCELLED: 'The supplier has cancelled.',
    NOT_EFFECTIVE:
      'It had no effect: the booking stands as before, and can be cancelled with a new quote. Or its hotel had cancelled it before: then it is `CANCELLED`, by the cause `CANCELLED_BY_HOTEL`.',
  },
)

export const ZONED_INSTANT = typeMeaning<ZonedInstantView>(
  'One instant in three ways: show guests the hotel’s own time, and compute with UTC.',
  {
    localDatetime: means(
      'The date and time on the hotel’s clocks, to the second and without a zone; in UTC when {timezone} is.',
      '2027-03-08T22:59:00',
    ),
    timezone: means(
      'The hotel’s time zone, as its IANA name. `UTC` when the zone is not known; say so where you show the time.',
      'Europe/London',
    ),
    utcDatetime: means('The exact instant, in RFC 3339 and UTC.', '2027-03-08T22:59:00.000Z'),
  },
)

export const PENALTY = typeMeaning<PenaltyView>(
  'What cancelling costs in one period. The periods of a policy are sorted, follow each other without gaps and never overlap.',
  {
    from: means('The first instant of the period. Of the first period it is when the terms became known.'),
    until: means(
      'The first instant after the period, at which the next one begins. Null for the last period, which does not end.',
    ),
    penaltyStatus: means('Whether it is known what cancelling costs in the period.', 'KNOWN'),
    penalty: means(
      'What cancelling in the period costs, in the currency of the price and never more than the price. Null when {penaltyStatus} is `UNKNOWN`.',
    ),
    basis: means('How the supplier expresses it; {penalty} has it as money already.', 'NIGHTS'),
    nights: means('How many nights have to be paid, where {basis} is `NIGHTS`. Null otherwise.', 1),
    percent: means(
      'The share of the price that has to be paid, in percent, where {basis} is `PERCENT`; with `FULL_STAY` it can be 100. Null otherwise.',
      50,
    ),
    source: means('Whose terms these are: always `SUPPLIER`, because the gateway adds none of its own.', 'SUPPLIER'),
    deadlineSource: means(
      'How sure {from} and {until} are: how the supplier’s deadline became an instant.',
      'SUPPLIER_ZONED',
    ),
  },
)

export const CANCELLATION = typeMeaning<CancellationView>(
  'Cancellation terms: what cancelling costs, and until when.',
  {
    refundability: means('Whether cancelling gives anything back, for a label in a list.', 'REFUNDABLE'),
    policyStage: means('How binding the terms are.', 'FINAL'),
    freeCancellationUntil: means(
      'Until when cancelling is free, this instant not included. Null when it is not free now, and when it is free without a deadline: {penalties} tells the two apart.',
    ),
    policyText: means(
      'The terms as sentences to show to guests: one for each of {penalties}, and one for {noShow}, in the language of the request and with times at the hotel. Never empty.',
      'Cancelling is free of charge before 8 March 2027 at 22:59 (Europe/London). From 8 March 2027 at 22:59 (Europe/London) cancelling costs GBP 177.00.',
    ),
    penalties: means('What cancelling costs in each period, in the order of time. Empty when no terms are stored.'),
    noShow: means(
      'What it costs when the guest does not come and nobody has cancelled. Null when the supplier does not tell it apart.',
    ),
  },
)

const EXPIRES_AT = means(
  'From when on the quote cannot be accepted, in RFC 3339 and UTC: five minutes after it was given, or the instant at which the penalty changes if that is sooner.',
  '2027-02-20T16:10:12.300Z',
)

export const CANCELLATION_QUOTE = typeMeaning<CancellationQuoteView>(
  'What cancelling a booking costs now, to be accepted within minutes. It cancels nothing by itself.',
  {
    quoteId: means(
      'Names the quote. To accept it, send it unchanged to {@cancelBooking} as {cancellationQuoteId}. It works once.',
      'cq_01JQ9A7T5RC3Y8K2VDN6XG4WBM',
    ),
    bookingId: BOOKING_ID,
    acceptedOfferId: ACCEPTED_OFFER_ID,
    expiresAt: EXPIRES_AT,
    cancellable: means('Always true: a booking that cannot be cancelled gets an error in place of a quote.', true),
    penaltyStatus: means(
      'Whether the cost is known. Accepting a quote that says `UNKNOWN` accepts whatever the supplier will charge.',
      'KNOWN',
    ),
    penalty: means(
      'What cancelling costs while the quote is valid, in the booking’s currency: the supplier’s own figure where it gives one, else by the frozen terms. Null when {penaltyStatus} is `UNKNOWN`; never show that as zero.',
    ),
    cancellation: means(
      'The terms that were frozen when the booking was made, which say what cancelling later would cost.',
    ),
  },
)

export const PENALTY_TIMELINE = typeMeaning<PenaltyTimeline>(
  'What cancelling a booking costs at any time, by its frozen terms. It commits to nothing: only a quote can be accepted.',
  {
    bookingId: BOOKING_ID,
    acceptedOfferId: ACCEPTED_OFFER_ID,
    status: means('Where the booking stood at {asOf}.', 'CONFIRMED'),
    asOf: means(
      'The instant for which {current} is told: that of the answer, in RFC 3339 and UTC.',
      '2027-02-20T16:05:12.300Z',
    ),
    cancellable: means('True when {@quoteCancellation} would give a quote now.'),
    total: means('The price of the booking. No penalty is higher.'),
    current: means('The period of {penalties} that holds at {asOf}. Null when no terms are stored for the booking.'),
    cancellation: means('The whole timeline: the terms as they were frozen when the booking was made.'),
  },
)

export const BOOKING_CANCELLATION = typeMeaning<BookingCancellationView>(
  'How a booking came to be cancelled: who caused it, when, and what it cost. It is kept for good.',
  {
    cancellationId: means('The cancellation’s own id, for support.', 'cxl_01JQ9A8B2WQ5J7E0ZKT3RHV6FD'),
    requestedAt: means(
      'When {@cancelBooking} was called, in RFC 3339 and UTC. Null when nobody asked: the hold lapsed, or the hotel or the operator ended the booking.',
      '2027-02-20T16:05:41.003Z',
    ),
    cancelledAt: means(
      'When the booking became `CANCELLED`, in RFC 3339 and UTC. Null until the supplier has cancelled.',
      '2027-02-20T16:05:42.118Z',
    ),
    cause: means('Who ended the booking, and so whether the guest still has to be told.', 'CLIENT'),
    penaltyStatus: means('Whether it is known what the cancellation costs.', 'KNOWN'),
    penalty: means(
      'What the cancellation costs as you accepted it with the quote; without a quote, what was charged. Null when {penaltyStatus} is `UNKNOWN`.',
    ),
    chargedPenalty: means(
      'What the supplier says that it charged, in its own currency. Null when it has not said. It can differ from {penalty}; it is then worth a question to support.',
    ),
    supplierCancellationReference: means(
      'The supplier’s own number of the cancellation, as a proof towards it. Null when it gives none.',
      'CX-20931',
    ),
  },
)

export const REQUESTED_CANCELLATION = typeMeaning<CancelledBooking['cancellation']>(
  'The cancellation that an accepted quote started, with what has become of it so far.',
  {
    ...BOOKING_CANCELLATION.fields,
    requestedAt: means('When the quote was accepted, in RFC 3339 and UTC.', '2027-02-20T16:05:41.003Z'),
    cause: means('Who ended the booking: here always `CLIENT`.', 'CLIENT'),
    cancellationQuoteId: means('The quote that was accepted: its {quoteId}.', 'cq_01JQ9A7T5RC3Y8K2VDN6XG4WBM'),
    completedAt: means(
      'When it was settled, one way or the other, in RFC 3339 and UTC. Null while {outcome} is `PENDING`.',
      '2027-02-20T16:05:42.118Z',
    ),
    outcome: means('What has become of it. Only `CANCELLED` means that the booking is cancelled.', 'CANCELLED'),
  },
)

export const CANCELLED_BOOKING = typeMeaning<CancelledBooking>(
  'A booking as it stands after it was asked to be cancelled, with the cancellation.',
  {
    ...BOOKING_STATE.fields,
    cancellation: means('The cancellation that was asked for, also when it came to nothing.'),
  },
)
