import { randomUUID } from 'node:crypto'
import { type ConsoleClient, makePerson, signIn } from './console-client.ts'
import type { TestDatabase } from './database.ts'
import { type StartedGateway } from './gateway.ts'
import { type HttpClient, httpClient, type Json } from './http-client.ts'
import { bookingInput, bookScenario, httpJourney, prebookRoom, scenarioHotel } from './journey.ts'
import { until } from './until.ts'
import { strangersKey, useGateway } from './use-gateway.ts'

/** Both organizations use the same key, request id and reference: each has a booking of that name. */
export const NAMES = {
  key: `key-${randomUUID()}`,
  request: `trace-${randomUUID()}`,
  reference: `order-${randomUUID()}`,
} as const

/** A text that would run as a script where it is not shown as text. */
export const AWKWARD = '<img src=x onerror="window.hit=1">'

export type ConsoleBookings = {
  readonly database: TestDatabase
  readonly gateway: StartedGateway
  /** With the role admin. */
  readonly operator: ConsoleClient
  readonly viewer: ConsoleClient
  /** Somebody of the organization whose bookings these are, and somebody of another one. */
  readonly partner: ConsoleClient
  readonly stranger: ConsoleClient
  readonly hotelId: string
  /** Confirmed, with everything that can name it. */
  readonly bookingId: string
  readonly failedId: string
  readonly reviewId: string
  /** The other organization's. */
  readonly theirsId: string
}

type Booked = Pick<ConsoleBookings, 'database' | 'gateway' | 'hotelId'> & { readonly http: HttpClient }

async function book({ database, gateway, hotelId, http }: Booked): Promise<string> {
  const { offer } = await prebookRoom(httpJourney(gateway, http), hotelId)
  const given = bookingInput(offer, 'INSTANT')
  const [first, ...others] = given['guests'] as Json[]
  const guests = [{ ...first, given_name: 'Grace', family_name: 'O’Néill-Brontë' }, ...others]
  const input = { ...given, guests, client_reference: NAMES.reference, metadata: { note: AWKWARD } }
  const headers = { 'idempotency-key': NAMES.key, 'x-request-id': NAMES.request }
  const { body } = await http.post('/hotels/book', input, headers)
  const id: string = body.data.booking_id
  await until('the booking is confirmed', async () => {
    const [row] = await database.query('SELECT status FROM bookings WHERE id = $1', [id])
    return row?.status === 'CONFIRMED'
  })
  return id
}

/** A gateway with some bookings of two organizations, and people who may see them. */
export function useConsoleBookings(use: (bookings: ConsoleBookings) => void | Promise<void>): void {
  useGateway(async ({ database, gateway, http }) => {
    const url = gateway.url
    const hotelId = await scenarioHotel(gateway, 'confirm')
    const bookingId = await book({ database, gateway, hotelId, http })
    const failed = await bookScenario(gateway, httpJourney(gateway), 'refused', 'INSTANT')
    const review = await bookScenario(gateway, httpJourney(gateway), 'hold-short', 'HOLD')
    const theirs = httpClient({ url, apiKey: await strangersKey(gateway) })
    const theirsId = await book({ database, gateway, hotelId, http: theirs })
    const [row] = await database.query('SELECT organization_id AS id FROM bookings WHERE id = $1', [theirsId])
    await makePerson(database, { name: 'only-viewing', roles: ['viewer'] })
    await makePerson(database, { name: 'their-support', roles: ['partner_support'], organizationId: row?.id })
    await use({
      database,
      gateway,
      operator: await signIn({ url, database }),
      viewer: await signIn({ url, database, name: 'only-viewing' }),
      partner: await signIn({ url, database, name: 'sandbox-partner' }),
      stranger: await signIn({ url, database, name: 'their-support' }),
      hotelId,
      bookingId,
      failedId: failed['booking_id'],
      reviewId: review['booking_id'],
      theirsId,
    })
  })
}
