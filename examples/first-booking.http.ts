/**
 * A first booking with the client of packages/client: search, rooms as suppliers answer, prebook, hold, confirm, quote, cancel.
 * In a project of yours it is imported from '@hotel-distribution/client'. curl/first-booking.sh makes the same calls by hand.
 * `GATEWAY_KEY=… npx node examples/first-booking.http.ts [http://127.0.0.1:4000]`
 */
import { HotelGateway, type RoomOption } from '../packages/client/src/index.ts'

const gateway = new HotelGateway({
  baseUrl: process.argv[2] ?? 'http://127.0.0.1:4000',
  apiKey: process.env['GATEWAY_KEY'] ?? '',
})

function dateIn(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
}
const stay = { check_in: dateIn(60), check_out: dateIn(63), nationality: 'GB', rooms: [{ adults: 2 }] }

const { destinations } = await gateway.findDestinations({ q: 'Scenario: hold', limit: 1 })
const hotelId = destinations[0]?.id ?? 0

const search = await gateway.searchHotels({
  destination: { type: 'hotel', id: hotelId },
  pricing_mode: 'live',
  ...stay,
})
console.log('search:', search.hotels[0]?.hotel_name, search.hotels[0]?.price)

/** The first option that can be held; the suppliers that have not answered by then are not waited for. */
async function holdable(): Promise<RoomOption> {
  const options = gateway.roomOptions({ hotel_id: String(hotelId), search_id: search.search_id, ...stay })
  for await (const option of options) if (option.available_booking_modes.includes('HOLD')) return option
  throw new Error('no room can be held')
}
const option = await holdable()
console.log('room:', option.supplier_code, option.board.name)

const { status, offer } = await gateway.prebook({ booking_token: option.booking_token })
if (!offer) throw new Error(`no offer: ${status}`)
console.log('prebook:', status, offer.price.total, 'hold until', offer.lifecycle.hold_deadline)

const ada = { given_name: 'Ada', family_name: 'Lovelace' }
const allocation_id = offer.allocations[0]?.allocation_id ?? ''
// Without a key of yours the client makes one, and sends it with each attempt.
const held = await gateway.createBooking({
  offer_id: offer.offer_id,
  booking_mode: 'HOLD',
  holder: { ...ada, email: 'ada@example.com', phone: '+442071234567' },
  guests: [1, 2].map(() => ({ ...ada, allocation_id, type: 'ADULT' })),
})
const { booking_id } = await gateway.settled(held)
console.log('booked:', booking_id, held.status)

await gateway.confirmHold({ booking_id, accepted_offer_id: offer.offer_id })
const confirmed = await gateway.settled({ booking_id })
console.log('confirmed:', confirmed.status, confirmed.provider.booking_id)

const quote = await gateway.quoteCancellation({ booking_id })
console.log('quote:', quote.penalty_status, quote.penalty)

const cancelled = await gateway.cancelBooking({ booking_id, cancellation_quote_id: quote.quote_id })
console.log('cancelled:', cancelled.status, cancelled.cancellation.outcome)
