/**
 * A booking over GraphQL with a typed client (client.ts) and typed documents (documents.ts).
 * `GATEWAY_KEY=… npx node examples/typescript/booking.ts [http://127.0.0.1:4000]`
 */
import { createClient } from './client.ts'
import { BOOK, CHECK, FIND, ROOMS } from './documents.ts'

const ask = createClient(process.argv[2] ?? 'http://127.0.0.1:4000', process.env['GATEWAY_KEY'] ?? '')

/** A problem is an answer like any other: the type says which there can be, and `__typename` which it is. */
function expected<Answer extends { readonly __typename: string }, Name extends Answer['__typename']>(
  answer: Answer | null | undefined,
  name: Name,
): Extract<Answer, { readonly __typename: Name }> {
  if (answer?.__typename !== name) throw new Error(JSON.stringify(answer))
  // Just compared.
  return answer as Extract<Answer, { readonly __typename: Name }>
}

function dateIn(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
}

const { destinations } = await ask(FIND, { q: 'Scenario: confirm' })
const hotel = expected(destinations, 'DestinationList').destinations.find(({ name }) => name === 'Scenario: confirm')
if (!hotel) throw new Error('no such hotel')
console.log('hotel:', hotel.name)

const input = {
  hotelId: hotel.id,
  checkIn: dateIn(60),
  checkOut: dateIn(63),
  nationality: 'GB',
  rooms: [{ adults: 2 }],
}
const { createRoomSearch } = await ask(ROOMS, { input: { ...input, maxWaitMs: 10_000 } })
const [option] = expected(createRoomSearch, 'RoomSearch').options
if (!option) throw new Error('no rooms')
console.log('room:', option.supplierCode, option.board.name)

const { prebook } = await ask(CHECK, { input: { bookingToken: option.bookingToken } })
const { offer, status } = expected(prebook, 'Prebook')
if (!offer) throw new Error(`no offer: ${status}`)
console.log('prebook:', status, offer.price.total.decimal, offer.price.total.currency)

const ada = { givenName: 'Ada', familyName: 'Lovelace' }
const allocationId = offer.allocations[0]?.allocationId ?? ''
const { createBooking } = await ask(BOOK, {
  input: {
    offerId: offer.offerId,
    bookingMode: 'INSTANT',
    idempotencyKey: `order-${offer.offerId}`,
    holder: { ...ada, email: 'ada@example.com', phone: '+442071234567' },
    guests: [1, 2].map(() => ({ ...ada, allocationId, type: 'ADULT' as const })),
  },
})
const { booking } = expected(createBooking, 'CreatedBooking')
console.log('booked:', booking.bookingId, booking.status)
