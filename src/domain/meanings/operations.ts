/**
 * What each operation of the contract does, said once for both facades: the summary is its name in lists, the text says when to call
 * it, what it promises, and what comes next. Names are marked as in meaning.ts.
 */
type OperationMeaning = { readonly summary: string; readonly says: string }

function operation(summary: string, says: string): OperationMeaning {
  return { summary, says }
}

const SEARCHES = {
  searchHotels: operation(
    'Search hotels',
    'Finds hotels of a place, or one hotel, for a stay. With the pricing mode {=instant} (the default) it answers at once from known and estimated prices, and asks the suppliers in the background: poll {@pollPrices} with the {searchId} while the results are on screen. With {=live} it waits up to 15 seconds for the suppliers and answers with every quote that arrived. The order never depends on what suppliers answer, so paging repeats and skips no hotel.',
  ),
  pollPrices: operation(
    'Poll the prices of a search',
    'Tells what the suppliers have answered since an instant search began. Call it every two seconds while the customer looks at the results, with the visible hotels in {refreshIds}, and stop when {refreshStatus} is `COMPLETE` or `EXPIRED`. With {since} it returns only what changed after that revision. Polling one search more than once a second is refused with `RATE_LIMITED`.',
  ),
  getHotel: operation(
    'Get a hotel',
    'What the catalogue knows of one hotel, in the requested language, without prices: names, place, pictures, descriptions, policies, facilities and rooms, for a page about it or to show a booking. Texts that the language lacks are in English, and say so. Answers may be kept for five minutes, and have an `ETag` to ask with after that.',
  ),
  listHotelFilters: operation(
    'List the search filters',
    'Every property type, chain and facility that a search can be filtered by, with its id and its name in the requested language. The lists change rarely: keep them for two days.',
  ),
  findDestinations: operation(
    'Find a destination by name',
    'Finds places and hotels by the beginning of their names, with small slips forgiven and accents ignored, the best match first. Send the type and id of a result to {@searchHotels} unchanged. Made for every keystroke of a search box: answers may be kept for two days.',
  ),
  listNationalities: operation(
    'List the nationalities',
    'Every nationality that searches and room searches accept, with its ISO 3166-1 code and its name in the requested language. Prices can depend on it, so ask the traveller and do not guess. The list may be kept for thirty days.',
  ),
} as const

const ROOMS = {
  createRoomSearch: operation(
    'Ask for the rooms of a hotel',
    'Asks every enabled supplier that sells the hotel for its room options, and answers at once with a stream that carries them as they arrive ({@openRoomStream}). A client that does not stream sets {maxWaitMs}: what arrives in that time is in the answer. Each option has a {bookingToken} for {@prebook}.',
  ),
  openRoomStream: operation(
    'Stream the rooms of a hotel',
    'Room options as the suppliers answer, as server-sent events, ended by a `done` event. One connection at a time may read a stream. A connection that is cut resumes behind the last event that was processed; events are kept until a minute after the last.',
  ),
  prebook: operation(
    'Check an option with its supplier',
    'Asks the supplier whether a room option can still be booked, and at which price and terms. The answer is an offer that is kept for 15 minutes at the most; nothing is booked. When price or terms differ from the option, show the changes to the customer, and send the offer’s price as {acceptedPrice} when booking. Prebooking the same option twice makes two offers.',
  ),
  getOffer: operation(
    'Get an offer',
    'The offer that a prebook made, while it can be booked: for a checkout page that was reloaded. It asks no supplier. An offer that has expired is not found.',
  ),
} as const

const BOOKINGS = {
  createBooking: operation(
    'Book an offer',
    'Books an offer at once, or as a hold that is confirmed later, once for each idempotency key. The answer comes within ten seconds, whatever the supplier does: a booking that is still `PROCESSING` then goes on by itself, and is told by webhooks, {@getBooking} and {@listEvents}. After a result that never arrived, send the same key and body again: they return the same booking. A new key is a new booking.',
  ),
  findBookingByIdempotencyKey: operation(
    'Find a booking by its key',
    'The booking that {@createBooking} made under an idempotency key: for a client that lost the answer. It changes nothing. `BOOKING_NOT_FOUND` means that no booking was made with the key, so that sending the creation again with the same key and body is safe.',
  ),
  listBookings: operation(
    'List bookings',
    'The organization’s bookings, newest first, a page at a time, optionally only those of a status, a check-in date or a creation time onwards, or a reference of yours.',
  ),
  getBooking: operation(
    'Get the status of a booking',
    'Where a booking stands, what it waits for, and what can be done with it now. While {nextPollAfterMs} is not null, ask again after that time; webhooks and {@listEvents} tell the same without asking.',
  ),
  getBookingDetails: operation(
    'Get a booking in full',
    'The status of a booking together with its hotel, stay, rooms, guests, price, the cancellation policy as it was frozen at booking, and every change so far.',
  ),
  getPenalties: operation(
    'Get the penalties of a booking',
    'What cancelling costs at any time, by the policy that was frozen at booking: the whole timeline, and what holds now. It asks no supplier and commits to nothing; only a quote of {@quoteCancellation} can be accepted.',
  ),
  confirmHold: operation(
    'Confirm a hold',
    'Confirms a booking that is `ON_HOLD`, before its deadline. `PROCESSING` in the answer means that the supplier was asked, and that its record decides: wait for the webhook or poll, and do not call again. A definitive refusal is an error, and leaves the booking on hold. Repeating the call for a booking that is confirmed, or being confirmed, changes nothing.',
  ),
  quoteCancellation: operation(
    'Quote a cancellation',
    'What cancelling a booking costs now, as an offer to accept within five minutes, or sooner when the penalty is about to change. Nothing is cancelled yet. Ask when the customer wants to cancel, not earlier; any number of quotes may be asked for.',
  ),
  cancelBooking: operation(
    'Cancel a booking',
    'Cancels a booking by accepting a quote, once for each idempotency key. `CANCELLATION_PENDING` means that the supplier has not confirmed yet: the booking is not cancelled until its status says so. A quote that no longer holds is refused, with a fresh one in the refusal.',
  ),
  reviewBooking: operation(
    'Decide a review',
    'Approves or rejects a hold that is `AWAITING_REVIEW` because its deadline is less than two days away. Only an approval asks the supplier. It needs a key with the scope `bookings:review`. With an idempotency key, a repeated decision returns what became of the first.',
  ),
  listEvents: operation(
    'Read the event log',
    'Every event that webhooks carry, oldest first and without gaps: for receivers that were down, and for clients that take no webhooks. Go on with {nextAfter}; no event is ever skipped or inserted before it.',
  ),
  watchBooking: operation(
    'Watch a booking',
    'The events of one booking as they happen, beginning behind {afterSequence}, so that a subscription that was cut resumes without a gap.',
  ),
} as const

const WEBHOOKS = {
  createWebhookEndpoint: operation(
    'Register a webhook endpoint',
    'Registers a URL that gets events as signed webhooks. The signing secret is in this answer, and never shown again; store it, and verify each webhook with it. An organization has at most twenty endpoints.',
  ),
  listWebhookEndpoints: operation(
    'List the webhook endpoints',
    'The organization’s webhook endpoints, oldest first, without their secrets.',
  ),
  getWebhookEndpoint: operation(
    'Get a webhook endpoint',
    'One webhook endpoint with its settings, and with the reason when it is disabled. Its signing secret is not shown.',
  ),
  updateWebhookEndpoint: operation(
    'Change a webhook endpoint',
    'Changes the URL, the event types or the limits of an endpoint, or switches it off and on. Fields that are left out stay as they are. Events of a time in which it was disabled are kept, and sent by {@recoverWebhookEndpoint}.',
  ),
  deleteWebhookEndpoint: operation(
    'Delete a webhook endpoint',
    'Deletes an endpoint for good. Deliveries that still wait for it are discarded; its past deliveries stay readable.',
  ),
  rotateWebhookSecret: operation(
    'Rotate a signing secret',
    'Makes a new signing secret, shown in this answer only. Until the grace period ends, each webhook carries signatures of both secrets, so that receivers can change over without losing any. A grace period of 0 revokes the old secret at once.',
  ),
  testWebhookEndpoint: operation(
    'Send a test webhook',
    'Sends a `webhook.test` event to one endpoint, signed like any other. The answer is the delivery: read it again to see what the receiver answered. While the endpoint is disabled it is refused (409).',
  ),
  recoverWebhookEndpoint: operation(
    'Send missed webhooks again',
    'Sends every delivery to an endpoint again that failed or was skipped in a stretch of time, oldest first for each booking: after the receiver was down, or the endpoint was disabled. Enable it first: while it is disabled, this is refused (409).',
  ),
  listWebhookDeliveries: operation(
    'List webhook deliveries',
    'Deliveries with their attempts, newest first, a page at a time, optionally only those of an endpoint, a booking or a status: the first place to look when a webhook did not arrive.',
  ),
  getWebhookDelivery: operation(
    'Get a webhook delivery',
    'One delivery with all of its attempts: when they were made, how long each part took, and what the receiver answered.',
  ),
  redeliverWebhook: operation(
    'Send a webhook once more',
    'Sends one delivery again at once, whatever its status, with the same id and body. Receivers recognize it by its `webhook-id`. While the endpoint is disabled it is refused (409).',
  ),
} as const

const KEYS = {
  getMe: operation(
    'See what a key may do',
    'The organization, environment and scopes of the key that asks, its limits with what is left of them, the suppliers that are enabled, and the currency of hotel lists: the first call of an integration. Every key may make it.',
  ),
  listSupplierTerms: operation(
    'List the suppliers’ terms',
    'The terms of each enabled supplier that has any, with links in your language, and when your organization has accepted them. Where {demanded} is true, nothing of the supplier can be booked before.',
  ),
  acceptSupplierTerms: operation(
    'Accept a supplier’s terms',
    'Accepts, for your organization, the version of a supplier’s terms that is in force. It is recorded with the key, its address and the time. Accepting it again changes nothing; a new version has to be accepted again.',
  ),
  listApiKeys: operation(
    'List the API keys',
    'The organization’s keys that are in use, with their scopes and when they were last used. The keys themselves are never shown.',
  ),
  rollApiKey: operation(
    'Replace an API key',
    'Makes a new key beside an old one, which goes on working until the overlap ends: change every client over, then let the old one lapse. The new key is shown in this answer only.',
  ),
  updateApiKey: operation(
    'Bind an API key to addresses',
    'Sets from which addresses and networks a key may be used. Requests from elsewhere are answered as if the key did not exist.',
  ),
  revokeApiKey: operation(
    'Revoke an API key',
    'Takes a key out of use at once. The organization’s last key cannot be revoked, and the key that makes the request only when {allowCurrent} says so.',
  ),
} as const

export const OPERATIONS = { ...SEARCHES, ...ROOMS, ...BOOKINGS, ...WEBHOOKS, ...KEYS } as const

/** The groups in which documents list the operations. */
export const OPERATION_GROUPS = [
  { name: 'Search', says: 'Find destinations and hotels, and follow their prices.', operations: SEARCHES },
  { name: 'Rooms', says: 'Ask for the rooms of a hotel, and check an option before it is booked.', operations: ROOMS },
  {
    name: 'Bookings',
    says: 'Book, hold, confirm, follow and cancel. Every change is also an event.',
    operations: BOOKINGS,
  },
  {
    name: 'Webhooks',
    says: 'Have events sent to your own server, signed, retried and in order.',
    operations: WEBHOOKS,
  },
  { name: 'Keys', says: 'What a key may do, and how keys are replaced.', operations: KEYS },
] as const

export type DescribedOperation = keyof typeof OPERATIONS
