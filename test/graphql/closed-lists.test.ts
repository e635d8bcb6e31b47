import { type GraphQLSchema, getNamedType, isEnumType, isObjectType } from 'graphql'
import { createClient } from 'graphql-sse'
import { describe, expect, it } from 'vitest'
import type { TestDatabase } from '../support/database.ts'
import { type StartedGateway } from '../support/gateway.ts'
import { httpClient, type Json } from '../support/http-client.ts'
import { bookScenario, httpJourney, party, stay } from '../support/journey.ts'
import { useGateway } from '../support/use-gateway.ts'
import { enumWords, printedSchema } from '../support/whole-selection.ts'

const schema = printedSchema()

/** Fields that carry another list's values as they stand in HTTP, or a code of the trade; none of them is closed in GraphQL. */
const OPEN = new Set(['BookingDiscrepancy.path', 'BookingHistoryItem.cause', 'RoomProviderFault.code'])

function* textFields({ getTypeMap }: Pick<GraphQLSchema, 'getTypeMap'>) {
  for (const type of Object.values(getTypeMap.call(schema))) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue
    for (const field of Object.values(type.getFields()))
      if (getNamedType(field.type).name === 'String') yield { type, field, name: `${type.name}.${field.name}` }
  }
}

/** The values that a text lists, each at the beginning of its line. */
function listed(description = ''): string[] {
  return [...description.matchAll(/^- `(\w+)`:/gm)].map(([, value = '']) => value)
}

describe('[C-142] closed lists', () => {
  const words = enumWords(schema)

  it('that are text are deprecated, each beside an enum with the same values', () => {
    const closed = [...textFields(schema)].filter(
      ({ field, name }) => !OPEN.has(name) && listed(field.description ?? '').some((value) => words.has(value)),
    )
    expect(closed.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'BookingFailure.code',
        'BookingProvider.hotelConfirmationStatus',
        'CancellationPenalty.basis',
        'CancellationPenalty.deadlineSource',
        'CancellationPenalty.penaltyStatus',
        'CancellationPolicy.refundability',
        'SearchWarning.code',
      ]),
    )
    for (const { type, field, name } of closed) {
      const beside = type.getFields()[`${field.name}Enum`]
      const values = beside && getNamedType(beside.type)
      if (!isEnumType(values)) throw new Error(`${name} has no enum beside it`)
      expect({ name, reason: field.deprecationReason }).toEqual({
        name,
        reason: expect.stringContaining(`${field.name}Enum`),
      })
      const own = values.getValues().map((value) => value.name)
      expect([name, ...own.toSorted()]).toEqual([name, ...listed(field.description ?? '').toSorted()])
    }
  })

  it('none of them was taken away', () => {
    const history = schema.getType('BookingHistoryItem')
    if (!isObjectType(history)) throw new Error('no history')
    expect(String(history.getFields()['status']?.type)).toBe('String!')
    expect(String(history.getFields()['statusEnum']?.type)).toBe('BookingStatus!')
  })
})

describe('[C-142] on a running gateway', () => {
  let gateway: StartedGateway
  let database: TestDatabase
  useGateway((started) => {
    ;({ gateway, database } = started)
  })

  async function query(text: string, variables: Json = {}): Promise<Json> {
    const { body } = await httpClient(gateway).post('/graphql', { query: text, variables })
    expect(body.errors).toBeUndefined()
    return body.data
  }

  it('a search pages as a connection, and its cursors are taken over HTTP', async () => {
    const input = {
      destination: { placeId: 1842 },
      checkIn: stay().check_in,
      checkOut: stay().check_out,
      nationality: 'GB',
      rooms: [{ adults: 2 }],
    }
    const text = `query($input: SearchInput!, $first: Int, $after: String) {
      search(input: $input, first: $first, after: $after) {
        __typename
        ... on Search { edges { cursor node { hotelId } } nodes { hotelId } pageInfo { hasNextPage startCursor endCursor } }
        ... on ValidationProblem { issues { path code } }
      }
    }`
    const seen: string[] = []
    let after: string | null = null
    for (let page = 0; page < 3; page += 1) {
      const { search }: Json = await query(text, { input, first: 4, after })
      seen.push(...search.nodes.map(({ hotelId }: Json) => hotelId))
      after = search.pageInfo.endCursor
      expect(search.edges.at(-1).cursor).toBe(after)
    }
    expect(new Set(seen).size).toBe(12)
    // From the middle of a page, by the cursor of its second hotel, on either facade.
    const { search: first } = await query(text, { input, first: 4 })
    const { search: behind } = await query(text, { input, after: first.edges[1].cursor, first: 2 })
    expect(behind.nodes).toEqual(first.nodes.slice(2))
    const http = await httpJourney(gateway).search({
      destination: { type: 'place', id: 1842 },
      ...stay(),
      ...party,
      limit: 2,
      cursor: first.edges[1].cursor,
    })
    expect(http.hotels.map(({ hotel_id }: Json) => String(hotel_id))).toEqual(
      behind.nodes.map(({ hotelId }: Json) => hotelId),
    )
    const twice = await query(text, { input: { ...input, limit: 4, cursor: after }, first: 4, after })
    expect(twice.search.issues).toEqual([
      { path: 'first', code: 'EXACTLY_ONE' },
      { path: 'after', code: 'EXACTLY_ONE' },
    ])
  })

  const UPDATED = `subscription($id: ID!) { bookingUpdated(bookingId: $id, afterSequence: 0) {
    sequence
    bookingData { status previousStatus change { cause fields } booking { status discrepancies { path } cancellation { cause } provider { hotelConfirmationStatusEnum } } }
  } }`

  async function events(id: string, count: number): Promise<Json[]> {
    const client = createClient({
      url: `${gateway.url}/graphql/stream`,
      headers: { 'x-api-key': gateway.apiKey },
      retryAttempts: 0,
    })
    const results: Json[] = []
    for await (const { data, errors } of client.iterate<Json>({ query: UPDATED, variables: { id } })) {
      expect(errors).toBeUndefined()
      results.push(data?.['bookingUpdated'])
      if (results.length === count) break
    }
    client.dispose()
    return results
  }

  it('a booking’s events have types, those of before as well', async () => {
    const { booking_id: id } = await bookScenario(gateway, httpJourney(gateway), 'cancel-free', 'INSTANT')
    expect(await events(id, 2)).toMatchObject([
      { sequence: 1, bookingData: { status: 'PROCESSING', previousStatus: null, change: { cause: 'CREATED' } } },
      {
        sequence: 2,
        bookingData: {
          status: 'CONFIRMED',
          change: { cause: 'SUPPLIER_CONFIRMED' },
          booking: { status: 'CONFIRMED', discrepancies: [], provider: { hotelConfirmationStatusEnum: 'PENDING' } },
        },
      },
    ])
    // As the first round wrote them: without fields that were added since, and with a cause and a status of its own.
    await database.query(
      `UPDATE booking_events SET body = replace(replace(body, '"discrepancies":[],', ''), ',"discrepancies":[]', '') WHERE booking_id = $1`,
      [id],
    )
    await database.query(
      `UPDATE booking_events SET body = replace(body, '"SUPPLIER_CONFIRMED"', '"FROM_A_NEWER_PROCESS"') WHERE booking_id = $1`,
      [id],
    )
    const [, confirmed] = await events(id, 2)
    expect(confirmed).toMatchObject({
      bookingData: { change: { cause: null }, booking: { status: 'CONFIRMED', discrepancies: [] } },
    })
  })

  it('a booking that failed tells its code as an enum, and a code that the schema does not know as null', async () => {
    const { booking_id: id } = await bookScenario(gateway, httpJourney(gateway), 'refused', 'INSTANT')
    const text = `query($id: ID!) { booking(by: { bookingId: $id }) { ... on Booking { failure { code codeEnum } history { status statusEnum previousStatusEnum } } } }`
    await expect
      .poll(async () => (await query(text, { id })).booking.failure, { timeout: 60_000 })
      .toEqual({ code: 'SOLD_OUT', codeEnum: 'SOLD_OUT' })
    const { history } = (await query(text, { id })).booking
    expect(history.at(-1)).toEqual({ status: 'FAILED', statusEnum: 'FAILED', previousStatusEnum: 'PROCESSING' })
    await database.query(
      `UPDATE bookings SET failure = jsonb_set(failure::jsonb, '{code}', '"A_NEWER_CODE"') WHERE id = $1`,
      [id],
    )
    expect((await query(text, { id })).booking.failure).toEqual({ code: 'A_NEWER_CODE', codeEnum: null })
  })
})
