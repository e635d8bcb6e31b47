import { MINUTE_MS } from './time.ts'

/** The retention term after which personal data is deleted. The settings of the terms have the same names. */
export type RetentionTerm = 'GUESTS' | 'EVENTS' | 'ATTEMPTS' | 'DELIVERIES'

/**
 * A failed booking keeps its guests and its key for this long. Its offer lives for a quarter of an hour at the most; without the key, a
 * request that is sent again would book it once more.
 */
export const FAILED_RESTS_MS = 20 * MINUTE_MS

/** A column that contains personal data. */
export type PersonalField = {
  /** `table.column`; parts of a JSON column follow in brackets. */
  readonly column: string
  readonly holds: string
  /** The fields of a booking request that are stored there, with the contract's names. */
  readonly inputs: readonly string[]
  readonly term: RetentionTerm
  /** What replaces the value after deletion. */
  readonly becomes: string
}

/**
 * Every column that contains personal data. `docs/privacy.md` is generated from this table. A test books with a distinct word in
 * each of the inputs, erases the person, and searches the whole database for these words: a field that is new in the request or
 * in a booking's tables fails the tests until it is listed here or in a list below.
 */
export const PERSONAL_FIELDS: readonly PersonalField[] = [
  {
    column: 'bookings.guests_sealed',
    holds:
      'holder, guests, special requests, memberships, invoices and the traveller’s address and session, sealed (AES-256-GCM)',
    inputs: [
      'holder.given_name',
      'holder.family_name',
      'holder.email',
      'holder.phone',
      'guests[].given_name',
      'guests[].family_name',
      'guests[].age',
      'guests[].gender',
      'special_requests',
      'arrival_time',
      'loyalty.program_id',
      'loyalty.member_id',
      'tax_registration_number',
      'invoicing.company_name',
      'invoicing.company_address.address_lines[]',
      'invoicing.company_address.city',
      'invoicing.company_address.state_province_code',
      'invoicing.company_address.postal_code',
      'invoicing.company_address.country_code',
      'invoicing.email',
      'travel_purpose',
      'traveller.ip',
      'traveller.session_id',
      'traveller.user_agent',
    ],
    term: 'GUESTS',
    becomes: 'null',
  },
  {
    column: 'bookings.client_reference',
    holds: 'the partner’s own reference, which may be a name',
    inputs: ['client_reference'],
    term: 'GUESTS',
    becomes: 'null',
  },
  {
    column: 'bookings.metadata',
    holds: 'whatever the partner adds',
    inputs: ['metadata'],
    term: 'GUESTS',
    becomes: '`{}`',
  },
  {
    column: 'bookings.supplier_told (hotelContact, essentials, instructions)',
    holds: 'a person at the hotel, as the supplier names one; codes of doors and safes',
    inputs: [],
    term: 'GUESTS',
    becomes: 'removed',
  },
  {
    column: 'bookings.supplier_told (remarks)',
    holds: 'what the supplier’s record adds in its own words, or in the guest’s',
    inputs: [],
    term: 'GUESTS',
    becomes: 'removed',
  },
  {
    column: 'bookings.supplier_told (messages)',
    holds: 'what the property wrote to the guest',
    inputs: [],
    term: 'GUESTS',
    becomes: 'removed',
  },
  {
    column: 'bookings.hotel_confirmation (note, contactPhone, contactName)',
    holds: 'who at the hotel confirmed, and in which words',
    inputs: [],
    term: 'GUESTS',
    becomes: 'null',
  },
  {
    column: 'bookings.supplier_payload',
    holds: 'the supplier’s links, which open its own record of the guests',
    inputs: [],
    term: 'GUESTS',
    becomes: '`{}`; kept while the stay is still to come',
  },
  {
    column: 'idempotency_keys',
    holds: 'the partner’s key, and hashes of every field of the request',
    inputs: [],
    term: 'GUESTS',
    becomes: 'no row; the offer is expired, so that a request that is sent again books nothing',
  },
  {
    column: 'audit_log.details (note, reason)',
    holds:
      'why somebody did what they did, in their words: to a booking, its cases, its kept exchanges and its deliveries',
    inputs: [],
    term: 'GUESTS',
    becomes: 'nothing; the entry stays',
  },
  {
    column: 'console_proposals.arguments (note, reason)',
    holds: 'what a second person was asked to approve for a booking, in the words of whoever asked',
    inputs: [],
    term: 'GUESTS',
    becomes: 'nothing; the proposal stays',
  },
  {
    column: 'console_proposals.reason',
    holds: 'why somebody asked for it',
    inputs: [],
    term: 'GUESTS',
    becomes: 'empty',
  },
  {
    column: 'console_proposals.note',
    holds: 'why somebody else approved or refused it',
    inputs: [],
    term: 'GUESTS',
    becomes: 'null',
  },
  {
    column: 'cases.note',
    holds: 'why an operator closed a case, in their words',
    inputs: [],
    term: 'GUESTS',
    becomes: 'null',
  },
  {
    column: 'supplier_messages.email',
    holds: 'by which the supplier shows the booking, until somebody has acted on the message',
    inputs: [],
    term: 'GUESTS',
    becomes: 'null; the message needs nobody any more',
  },
  {
    column: 'supplier_messages.text',
    holds: 'what the property writes to the guest, until somebody has acted on the message',
    inputs: [],
    term: 'GUESTS',
    becomes: 'null',
  },
  {
    column: 'sandbox_records.body',
    holds: 'the sandbox suppliers’ own books (a real supplier keeps its own)',
    inputs: [],
    term: 'GUESTS',
    becomes: 'no row; kept while the stay is still to come',
  },
  {
    column: 'booking_events.body (provider: hotel_confirmation_note, hotel_contact_phone, hotel_contact_name)',
    holds: 'the same of the hotel, in every event that told of it; webhooks that are sent again carry what is left',
    inputs: [],
    term: 'EVENTS',
    becomes: 'null',
  },
  {
    column: 'booking_attempts.detail',
    holds: 'the supplier’s own words about a call, which may name guests',
    inputs: [],
    term: 'ATTEMPTS',
    becomes: 'null',
  },
  {
    column: 'webhook_attempts.response_body_excerpt',
    holds: 'the first 1,000 characters that a receiver answered',
    inputs: [],
    term: 'DELIVERIES',
    becomes: 'null',
  },
]

/** Fields of a booking request that contain no personal data. */
export const NOT_PERSONAL_INPUTS: readonly string[] = [
  'offer_id',
  'booking_mode',
  'guests[].allocation_id',
  'guests[].type',
  'accepted_price.amount_minor',
  'accepted_price.currency',
  'accepted_price.currency_exponent',
]

/** Text columns of a booking's tables that contain no personal data: codes, ids, money, dates. */
export const NOT_PERSONAL_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  bookings: [
    'id',
    'organization_id',
    'environment',
    'status',
    'mode',
    'accepted_offer_id',
    'claimed_offer_id',
    'supplier_code',
    'connection_id',
    'supplier_reference',
    'supplier_booking_id',
    'supplier_booking_code',
    'pending_operation',
    'status_before_cancel',
    'look_kind',
    'lease_id',
    'failure',
    'cancellation',
    'discrepancies',
    'check_in_date',
    'check_out_date',
    'terms',
  ],
  booking_events: ['id', 'organization_id', 'environment', 'booking_id', 'type', 'request_id', 'traceparent', 'xid'],
  booking_attempts: [
    'id',
    'booking_id',
    'operation',
    'outcome',
    'supplier_error_code',
    'progress',
    'request_id',
    'traceparent',
  ],
  cancellation_quotes: ['id', 'organization_id', 'booking_id', 'penalty_status', 'currency'],
  cancellations: [
    'id',
    'booking_id',
    'quote_id',
    'outcome',
    'penalty_status',
    'currency',
    'charged_currency',
    'supplier_cancellation_reference',
    'attempt_id',
  ],
  offers: ['id', 'organization_id', 'environment', 'supplier_code', 'connection_id', 'terms', 'supplier_payload'],
  webhook_deliveries: [
    'id',
    'organization_id',
    'endpoint_id',
    'event_id',
    'event_type',
    'booking_id',
    'status',
    'lease_id',
    'trigger',
  ],
  webhook_attempts: ['delivery_id', 'trigger', 'error'],
  supplier_messages: ['connection_id', 'message_id', 'kind', 'supplier_reference', 'supplier_booking_id'],
  cases: [
    'id',
    'kind',
    'subject',
    'organization_id',
    'booking_id',
    'connection_id',
    'currency',
    'detail',
    'taken_by',
    'closed_by',
    'settled_how',
  ],
  console_proposals: ['id', 'action', 'subject', 'basis', 'proposed_by', 'decided_by', 'decision'],
}
