import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildSchema } from 'graphql'
import { afterAll, describe, expect, it } from 'vitest'
import { ROUTES } from '../../src/http/routes.ts'
import { type Ids, NOBODYS } from '../support/access-ids.ts'
import type { TestDatabase } from '../support/database.ts'
import { documentsOf, FIELD_CALLS, fieldPath } from '../support/field-calls.ts'
import { type StartedGateway } from '../support/gateway.ts'
import { type HttpAnswer, type HttpClient, httpClient, type Json } from '../support/http-client.ts'
import { bookingInput, bookScenario, httpJourney, party, prebookRoom, scenarioHotel, stay } from '../support/journey.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { isOwned, ROUTE_CALLS } from '../support/route-calls.ts'
import { until } from '../support/until.ts'
import { strangerTo, useGateway } from '../support/use-gateway.ts'

/** What the gateway serves, as a check holds it. */
const schema = buildSchema(readFileSync(join(import.meta.dirname, '../../schema.graphql'), 'utf8'))

let database: TestDatabase
let gateway: StartedGateway
let receiver: Receiver
/** The organization that everything belongs to. */
let owner: HttpClient
/** Another one of the same gateway, with every scope and the same suppliers. */
let stranger: HttpClient
let ids: Ids

useGateway(async (started) => {
  ;({ database, gateway } = started)
  receiver = await startReceiver()
  owner = httpClient(gateway)
  stranger = await strangerTo(gateway)
  await database.query('UPDATE organizations SET rate_limit_factor = 100')
  ids = await makeEverything()
})

afterAll(async () => {
  await receiver?.close()
})

/** One real row of each kind. */
async function makeEverything(): Promise<Ids> {
  const endpoint = await owner.post('/webhooks/endpoints', { url: receiver.url, event_types: ['booking.confirmed'] })
  const endpointId: string = endpoint.body.data.endpoint_id
  await owner.post(`/webhooks/endpoints/${endpointId}/test`)
  const keys = await owner.get('/keys')
  const journey = httpJourney(gateway)
  const hotelId = await scenarioHotel(gateway, 'hold')
  const found = await journey.search({ destination: { type: 'place', id: 1842 }, ...stay(), ...party, limit: 1 })
  const rooms = await owner.post(`/hotels/${hotelId}/rooms`, { ...stay(), ...party, max_wait_ms: 10_000 })
  const { offer } = await prebookRoom(journey, hotelId)
  const idempotencyKey = randomUUID()
  const { offer: booked } = await prebookRoom(journey, await scenarioHotel(gateway, 'cancel-free'))
  const clientReference = 'owners-reference'
  const booking = await journey.book(
    { ...bookingInput(booked, 'INSTANT'), client_reference: clientReference },
    idempotencyKey,
  )
  const held = await bookScenario(gateway, journey, 'hold', 'HOLD')
  const review = await bookScenario(gateway, journey, 'hold-short', 'HOLD')
  const quote = await journey.quote(booking.booking_id)
  const deliveries = await until('a delivery that is over', async () => {
    const { body } = await owner.get(`/webhooks/deliveries?endpoint_id=${endpointId}&limit=10`)
    const all: Json[] = body.data.deliveries
    return all.length >= 2 && all.every(({ status }) => status === 'DELIVERED') && all
  })
  const [newest] = await database.query(
    "SELECT (extract(epoch FROM max(created_at)) * 1000)::bigint AS ms FROM bookings WHERE organization_id = 'org_sandbox'",
  )
  return {
    searchId: found.search_id,
    hotelId,
    streamId: rooms.body.data.stream_id,
    bookingToken: rooms.body.data.options[0].booking_token,
    offerId: offer.offer_id,
    bookingId: booking.booking_id,
    heldBookingId: held.booking_id,
    reviewBookingId: review.booking_id,
    acceptedOfferId: held.accepted_offer_id,
    idempotencyKey,
    quoteId: quote.quote_id,
    clientReference,
    endpointId,
    deliveryId: deliveries[0].delivery_id,
    keyId: keys.body.data.keys.find((key: Json) => key.is_current).key_id,
    bookingCursor: `${Number(newest?.ms) + 1}_${review.booking_id}`,
    deliveryCursor: `${Date.parse(deliveries[0].created_at) + 1}_${deliveries[0].delivery_id}`,
    eventPosition: '0',
  }
}

/** Tables whose rows belong to organizations, and those rows' own. What only times a key's last use is left out. */
const TABLES =
  'offers bookings booking_attempts booking_events idempotency_keys cancellation_quotes cancellations webhook_endpoints webhook_deliveries webhook_attempts'.split(
    ' ',
  )

async function everyRow(): Promise<Record<string, string[]>> {
  return Object.fromEntries(
    await Promise.all(
      TABLES.map(async (table): Promise<[string, string[]]> => {
        const rows = await database.query(`SELECT to_jsonb(t)::text AS row FROM ${table} t ORDER BY 1`)
        return [table, rows.map(({ row }) => String(row))]
      }),
    ),
  )
}

/** All that a client can tell two answers apart by, but for what is each request's own. */
function seen({ status, headers, body }: HttpAnswer): Json {
  const { request_id: _, ...rest } = typeof body === 'object' ? body : { body }
  const names = [...headers.keys()].filter(
    (name) => !/^(date|x-request-id|ratelimit|content-length|keep-alive|connection|etag)$/.test(name),
  )
  return {
    status,
    names,
    body: JSON.parse(JSON.stringify(rest).replaceAll(/(requestId\\*":\\*")[\w-]+/g, '$1')),
  }
}

describe('the tables of this test', () => {
  it('have every route and every root field', () => {
    expect(Object.keys(ROUTE_CALLS).sort()).toEqual(ROUTES.map(({ method, path }) => `${method} ${path}`).sort())
    const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]
    const fields = roots.flatMap((type) => Object.keys(type?.getFields() ?? {}))
    expect(Object.keys(FIELD_CALLS).sort()).toEqual(fields.sort())
  })

  it('say of whatever takes an id that it is somebody’s, but for hotels and suppliers', () => {
    const withId = ROUTES.filter(({ path }) => /:(?!hotel_id(?:\/rooms)?$|supplier_code\/accept$)/.test(path)).map(
      ({ method, path }) => `${method} ${path}`,
    )
    const nobodys = Object.entries(ROUTE_CALLS)
      .filter(([, entry]) => !isOwned(entry))
      .map(([name]) => name)
    expect(withId.filter((name) => nobodys.includes(name))).toEqual([])
  })

  it('name things that are really there: their owner finds every one', async () => {
    expect(Object.entries(ids).filter(([, id]) => typeof id !== 'string' || id === '')).toEqual([])
    const reads = Object.entries(ROUTE_CALLS).filter(([name]) => name.startsWith('GET ') && !name.includes('stream'))
    // Events are told once no transaction of the whole server, another test's among them, is older than they are.
    await until('the events', async () => (await owner.get('/events?after=0')).body.data.events.length > 0)
    for (const [name, entry] of reads) {
      if (!isOwned(entry)) continue
      for (const { path, headers } of entry.calls(ids)) {
        const answer = await owner.get(path, headers)
        expect([name, answer.status]).toEqual([name, 200])
        if (answer.body.data.bookings) expect(answer.body.data.bookings.length).toBeGreaterThan(0)
        if (answer.body.data.deliveries) expect(answer.body.data.deliveries.length).toBeGreaterThan(0)
        if (answer.body.data.events) expect(answer.body.data.events.length).toBeGreaterThan(0)
      }
    }
  })
})

describe('[C-010] another organization’s', () => {
  const owned = Object.entries(ROUTE_CALLS).flatMap(([name, entry]) => (isOwned(entry) ? [{ name, entry }] : []))
  it.each(owned)('things are to $name as if they did not exist, and stay as they are', async ({ name, entry }) => {
    const [method = ''] = name.split(' ')
    const before = await everyRow()
    const unknown = entry.calls(NOBODYS)
    for (const [index, theirs] of entry.calls(ids).entries()) {
      const real = await stranger.call(method, theirs.path, theirs.body, theirs.headers)
      const nobodys = unknown[index] ?? theirs
      const other = await stranger.call(method, nobodys.path, nobodys.body, nobodys.headers)
      expect(seen(real)).toEqual(seen(other))
      expect(real.status === 404 || isEmptyList(real.body.data)).toBe(true)
    }
    expect(await everyRow()).toEqual(before)
  })

  const fields = Object.entries(FIELD_CALLS).filter(([, { why }]) => why === undefined)
  it.each(fields)('things are to the field %s as if they did not exist, and stay as they are', async (_name, field) => {
    const before = await everyRow()
    const unknown = documentsOf(field, NOBODYS)
    for (const [index, query] of documentsOf(field, ids).entries()) {
      function ask(document: string | undefined): Promise<HttpAnswer> {
        return stranger.post(
          fieldPath(field),
          { query: document },
          { accept: field.kind === 'subscription' ? 'text/event-stream' : 'application/json' },
        )
      }
      const real = await ask(query)
      expect(seen(real)).toEqual(seen(await ask(unknown[index])))
      const text = JSON.stringify(real.body)
      expect(text).toMatch(/_NOT_FOUND|BOOKING_TOKEN_EXPIRED|"nodes":\[\]/)
      for (const id of [ids.bookingId, ids.endpointId, ids.deliveryId]) expect(text).not.toContain(id)
    }
    expect(await everyRow()).toEqual(before)
  })

  it('quote is to one’s own booking as one that does not exist', async () => {
    const journey = httpJourney({ ...gateway, apiKey: strangersKey() })
    const own = await bookScenario({ ...gateway, apiKey: strangersKey() }, journey, 'cancel-free', 'INSTANT')
    const [theirs, unknown] = [
      await journey.cancel(own.booking_id, ids.quoteId, randomUUID()),
      await journey.cancel(own.booking_id, NOBODYS.quoteId, randomUUID()),
    ]
    expect(theirs.code).toBe('CANCELLATION_QUOTE_INVALID')
    expect([theirs.code, theirs.message, theirs.details.reason]).toEqual([
      unknown.code,
      unknown.message,
      unknown.details.reason,
    ])
    expect(JSON.stringify(theirs)).not.toContain(ids.bookingId)
  })
})

function strangersKey(): string {
  return /with default limits: +(\S+)/.exec(gateway.log.join('\n'))?.[1] ?? ''
}

function isEmptyList(data: Json): boolean {
  const list = data?.bookings ?? data?.deliveries ?? data?.events
  return Array.isArray(list) && list.length === 0
}
