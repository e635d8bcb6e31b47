import { nearest } from './nearest.ts'

/**
 * What developers of other hotel APIs call the contract's fields. Names that are one or two letters away need no entry: they are
 * found by their spelling.
 */
const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  destination: [
    'city',
    'location',
    'place',
    'place_id',
    'destination_id',
    'city_id',
    'region_id',
    'hotel',
    'where',
    'geo',
  ],
  check_in: ['arrival', 'arrival_date', 'from', 'start_date', 'start', 'date_from', 'check_in_date'],
  check_out: ['departure', 'departure_date', 'to', 'end_date', 'end', 'date_to', 'check_out_date'],
  nationality: ['country', 'country_code', 'guest_country', 'residency', 'market', 'citizenship', 'source_market'],
  rooms: ['occupancy', 'occupancies', 'guests', 'pax', 'adults', 'paxes', 'party'],
  child_ages: ['children', 'children_ages', 'kids', 'ages', 'child'],
  adults: ['guests', 'adult', 'pax', 'persons', 'people', 'adult_count'],
  star_ratings: ['stars', 'star', 'rating', 'ratings', 'category', 'categories', 'min_stars'],
  min_total_price_usd_cents: ['min_price', 'price_min', 'price_from', 'minimum_price', 'min_rate', 'min_amount'],
  max_total_price_usd_cents: [
    'max_price',
    'price_max',
    'price_to',
    'maximum_price',
    'max_rate',
    'budget',
    'max_amount',
  ],
  property_types: ['types', 'hotel_types', 'accommodation_types', 'property_type', 'hotel_type'],
  chain_ids: ['chains', 'chain', 'brands', 'brand'],
  facility_ids: ['facilities', 'amenities', 'amenity_ids', 'facility'],
  hotel_name: ['name', 'query', 'q', 'text', 'keyword'],
  hotel_ids: ['ids', 'hotels', 'hotel_codes', 'properties', 'property_ids'],
  refundable_only: ['refundable', 'free_cancellation', 'free_cancellation_only', 'cancellable', 'is_refundable'],
  sort: ['order', 'order_by', 'sort_by', 'sorting', 'sort_order'],
  limit: ['page_size', 'per_page', 'size', 'count', 'max_results', 'take', 'results'],
  cursor: ['page', 'offset', 'skip', 'next', 'page_token', 'start_after', 'starting_after', 'next_cursor'],
  pricing_mode: ['mode', 'live', 'price_mode', 'realtime'],
  fields: ['select', 'include', 'columns', 'fieldset'],
  language: ['lang', 'locale', 'language_code'],
  max_wait_ms: ['timeout', 'timeout_ms', 'wait', 'max_wait', 'wait_ms'],
  booking_token: ['token', 'option_id', 'rate_key', 'rate_id', 'option', 'offer_token', 'room_token'],
  offer_id: ['offer', 'prebook_id', 'accepted_offer_id', 'quote_id', 'rate_id', 'booking_token'],
  accepted_offer_id: ['offer_id', 'offer'],
  booking_mode: ['mode', 'type', 'hold', 'booking_type'],
  client_reference: ['reference', 'order_id', 'external_id', 'partner_reference', 'client_ref', 'agent_reference'],
  holder: ['customer', 'contact', 'lead_guest', 'main_guest', 'booker', 'user', 'traveller', 'traveler'],
  guests: ['travellers', 'travelers', 'passengers', 'paxes', 'occupants', 'rooms'],
  given_name: ['first_name', 'name', 'forename'],
  family_name: ['last_name', 'surname', 'lastname'],
  phone: ['phone_number', 'telephone', 'mobile', 'tel'],
  email: ['mail', 'email_address'],
  special_requests: ['remarks', 'comments', 'notes', 'requests', 'comment', 'special_request'],
  arrival_time: ['eta', 'arrival', 'arrival_datetime', 'estimated_arrival', 'check_in_time', 'time_of_arrival'],
  gender: ['sex', 'salutation'],
  loyalty: ['loyalty_id', 'loyalty_number', 'membership', 'frequent_guest'],
  tax_registration_number: ['tax_id', 'tax_number', 'vat_id', 'vat_number', 'cpf', 'cnpj'],
  invoicing: ['invoice', 'billing', 'company'],
  travel_purpose: ['purpose', 'trip_purpose', 'trip_type'],
  accepted_price: ['price', 'total', 'amount', 'expected_price', 'total_price'],
  max_price: ['price_limit', 'price', 'budget'],
  amount_minor: ['amount', 'value', 'cents', 'amount_cents', 'minor'],
  cancellation_quote_id: ['quote_id', 'quote', 'cancellation_id', 'cancel_quote_id'],
  event_types: ['events', 'types', 'topics', 'enabled_events', 'subscriptions'],
  url: ['endpoint', 'callback', 'callback_url', 'webhook_url', 'target', 'uri'],
  grace_period_seconds: ['grace', 'overlap', 'grace_seconds', 'overlap_seconds', 'expires_in'],
  since: ['from', 'after', 'start'],
  until: ['to', 'before', 'end'],
  after: ['cursor', 'since', 'position', 'starting_after'],
}

/** The known key that a client probably meant by another name: by its spelling, or by what other APIs call it; null without a guess. */
export function meantKey(word: string, known: readonly string[]): string | null {
  const alike = nearest(word, known)
  return alike ?? known.find((key) => SYNONYMS[key]?.includes(word)) ?? null
}
