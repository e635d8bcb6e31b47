import { afterEach } from 'vitest'
import {
  type Attempt,
  type GatewayOptions,
  HotelGateway,
  type Offer,
  type RoomOption,
} from '../../packages/client/src/index.ts'
import { bookingInput, party, stay } from '../support/journey.ts'
import { type Started, useGateway } from '../support/use-gateway.ts'
import { type Fate, startUnsteadyProxy, type UnsteadyProxy } from './unsteady-proxy.ts'

/** A client and every attempt that it made. */
export type Told = { readonly client: HotelGateway; readonly attempts: readonly Attempt[] }

export type Clients = {
  /** Of this file's gateway, or of another address. */
  readonly connect: (options?: Partial<GatewayOptions>) => Told
  /** A client behind a wire that fails as it is told. */
  readonly connectOver: (
    fateOf: (request: string, cuts: number) => Fate,
    options?: Partial<GatewayOptions>,
  ) => Promise<Told & { readonly proxy: UnsteadyProxy }>
}

/** A gateway for the tests of a file, and clients of it. Proxies are closed after each test. */
export function useClients(use: (started: Started) => void = () => undefined): Clients {
  let started: Started
  const proxies: UnsteadyProxy[] = []
  useGateway((own) => {
    started = own
    use(own)
  })
  afterEach(async () => {
    for (const proxy of proxies.splice(0)) await proxy.close()
  })

  function connect(options: Partial<GatewayOptions> = {}): Told {
    const { url, apiKey } = started.gateway
    const attempts: Attempt[] = []
    function onAttempt(attempt: Attempt): void {
      attempts.push(attempt)
    }
    return { client: new HotelGateway({ baseUrl: url, apiKey, onAttempt, ...options }), attempts }
  }
  return {
    connect,
    connectOver: async (fateOf, options = {}) => {
      const proxy = await startUnsteadyProxy(started.gateway.url, fateOf)
      proxies.push(proxy)
      return { ...connect({ baseUrl: proxy.url, ...options }), proxy }
    },
  }
}

/** Fates in their order, and WHOLE when they are used up. */
export function inTurn(...fates: readonly Fate[]): () => Fate {
  const left = [...fates]
  return () => left.shift() ?? 'WHOLE'
}

/** The hotel of a sandbox scenario. */
export async function hotelOf(client: HotelGateway, slug: string): Promise<string> {
  const { destinations } = await client.findDestinations({ q: `Scenario: ${slug}`, limit: 50 })
  const found = destinations.find(({ name }) => name === `Scenario: ${slug}`)
  if (!found) throw new Error(`no scenario ${slug}`)
  return String(found.id)
}

/** A room of a scenario; one that can be held where there is one. */
export async function optionOf(client: HotelGateway, slug: string): Promise<RoomOption> {
  const { options } = await client.createRoomSearch({
    hotel_id: await hotelOf(client, slug),
    ...stay(),
    ...party,
    max_wait_ms: 10_000,
  })
  const option = options.find((one) => one.available_booking_modes.includes('HOLD')) ?? options[0]
  if (!option) throw new Error(`${slug} has no rooms`)
  return option
}

export async function offerOf(client: HotelGateway, slug: string): Promise<Offer> {
  const { offer } = await client.prebook({ booking_token: (await optionOf(client, slug)).booking_token })
  if (!offer) throw new Error(`${slug} is sold out`)
  return offer
}

export type BookingRequest = Parameters<HotelGateway['createBooking']>[0]

export function bookingOf(offer: Offer, mode: 'INSTANT' | 'HOLD', more: Partial<BookingRequest> = {}): BookingRequest {
  return { ...bookingInput(offer, mode), ...more }
}

/** Everything that an iterator gives. */
export async function listOf<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}
