/**
 * GraphQL subscriptions with the `graphql-sse` client: rooms as suppliers answer, then a booking's changes. The client comes
 * back by itself, but would begin again: what has arrived is told by an argument, so each is subscribed to again after its last.
 * `GATEWAY_KEY=… npx node examples/subscriptions.ts [http://127.0.0.1:4000] [hotel id]`
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import { print } from 'graphql'
import { createClient as createSseClient } from 'graphql-sse'
import { createClient } from './typescript/client.ts'
import { BOOK, BOOKING_EVENTS, CHECK, ROOM_EVENTS, ROOMS } from './typescript/documents.ts'

const url = process.argv[2] ?? 'http://127.0.0.1:4000'
const key = process.env['GATEWAY_KEY'] ?? ''
const hotelId = process.argv[3] ?? '900001'
const ask = createClient(url, key)

/** Reads a subscription until `take` says that it was the last event; `resume` makes the variables after what has arrived. */
async function follow<Data, Variables extends Record<string, unknown>>(
  document: TypedDocumentNode<Data, Variables>,
  resume: () => Variables,
  take: (data: Data) => boolean,
): Promise<void> {
  for (;;) {
    const client = createSseClient({ url: `${url}/graphql/stream`, headers: { 'x-api-key': key }, retryAttempts: 0 })
    try {
      for await (const { data, errors } of client.iterate<Data>({ query: print(document), variables: resume() })) {
        if (errors) return console.log('refused:', errors[0]?.message)
        if (data && take(data)) return
      }
    } catch {
      console.log('cut off: coming back')
      await pause(500)
    } finally {
      client.dispose()
    }
  }
}

function dateIn(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
}
const stay = { hotelId, checkIn: dateIn(60), checkOut: dateIn(63), nationality: 'GB', rooms: [{ adults: 2 }] }

const { createRoomSearch: search } = await ask(ROOMS, { input: stay })
if (search?.__typename !== 'RoomSearch') throw new Error(JSON.stringify(search))
let afterEventId: number | null = null
await follow(
  ROOM_EVENTS,
  () => ({ streamId: search.streamId, afterEventId }),
  ({ roomOptions: event }) => {
    afterEventId = event.eventId
    console.log(event.eventId, event.eventType)
    return event.eventType === 'done'
  },
)

const { createRoomSearch: rooms } = await ask(ROOMS, { input: { ...stay, maxWaitMs: 10_000 } })
const bookingToken = rooms?.__typename === 'RoomSearch' ? (rooms.options[0]?.bookingToken ?? '') : ''
const { prebook } = await ask(CHECK, { input: { bookingToken } })
if (prebook?.__typename !== 'Prebook' || !prebook.offer) throw new Error(JSON.stringify(prebook))
const { offerId, allocations } = prebook.offer
const ada = { givenName: 'Ada', familyName: 'Lovelace' }
const { createBooking } = await ask(BOOK, {
  input: {
    offerId,
    bookingMode: 'INSTANT',
    idempotencyKey: `order-${offerId}`,
    holder: { ...ada, email: 'ada@example.com', phone: '+442071234567' },
    guests: [1, 2].map(() => ({ ...ada, allocationId: allocations[0]?.allocationId ?? '', type: 'ADULT' as const })),
  },
})
if (createBooking?.__typename !== 'CreatedBooking') throw new Error(JSON.stringify(createBooking))
const { bookingId } = createBooking.booking

let afterSequence: number | null = null
await follow(
  BOOKING_EVENTS,
  () => ({ bookingId, afterSequence }),
  ({ bookingUpdated: { type, sequence, bookingData } }) => {
    afterSequence = sequence
    console.log(sequence, type, bookingData?.status)
    return bookingData?.status !== 'PROCESSING'
  },
)
