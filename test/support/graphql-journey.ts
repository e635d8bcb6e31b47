import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import { print } from 'graphql'
import { createClient } from 'graphql-sse'
import { toWire } from '../../src/domain/wire.ts'
import {
  BOOKING,
  CANCEL_BOOKING,
  CONFIRM_HOLD,
  CREATE_BOOKING,
  CREATE_ROOM_SEARCH,
  PREBOOK,
  QUOTE_CANCELLATION,
  ROOM_OPTIONS,
  SEARCH,
} from '../graphql/documents.ts'
import { type StartedGateway } from './gateway.ts'
import type { Json } from './http-client.ts'
import type { Journey } from './journey.ts'

export type GraphqlClient = <Data, Variables>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
) => Promise<{ readonly status: number; readonly data: Data; readonly errors: Json[] }>

export function graphqlClient({ url, apiKey }: Pick<StartedGateway, 'url' | 'apiKey'>): GraphqlClient {
  return async (document, variables) => {
    const answer = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: {
        'x-api-key': apiKey,
        'content-type': 'application/json',
        accept: 'application/graphql-response+json',
      },
      body: JSON.stringify({ query: print(document), variables }),
    })
    const { data, errors }: Json = await answer.json()
    return { status: answer.status, data, errors: errors ?? [] }
  }
}

/** Every event of a subscription until it completes. */
async function subscribeToEnd(
  { url, apiKey }: Pick<StartedGateway, 'url' | 'apiKey'>,
  document: TypedDocumentNode<Json, Json>,
  variables: Record<string, unknown>,
): Promise<Json[]> {
  const client = createClient({ url: `${url}/graphql/stream`, headers: { 'x-api-key': apiKey }, retryAttempts: 0 })
  const events: Json[] = []
  for await (const event of client.iterate<Json>({ query: print(document), variables })) {
    if (event.errors) throw new Error(JSON.stringify(event.errors))
    events.push(event.data)
  }
  client.dispose()
  return events
}

/** As HTTP spells it: a problem's facts are its `details`. */
function contract(value: Json): Json {
  const { __typename, ...rest } = value
  if (!__typename.endsWith('Problem')) return toWire(rest)
  const { code, message, retryable, ...details } = rest
  return toWire({ code, message, retryable, details })
}

function camel(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

/** A contract-spelled input in GraphQL's spelling. */
function fromContract(value: Json): Json {
  if (Array.isArray(value)) return value.map(fromContract)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, child]) => [camel(name), fromContract(child)]))
}

/** `client` sends the documents, to the gateway by default; its streams are read there in any case. */
export function graphqlJourney(
  gateway: Pick<StartedGateway, 'url' | 'apiKey'>,
  client: GraphqlClient = graphqlClient(gateway),
): Journey {
  async function run(document: TypedDocumentNode<Json, Json>, variables: Json): Promise<Json> {
    const { data, errors } = await client(document, variables)
    if (errors.length > 0) throw new Error(JSON.stringify(errors))
    return contract(Object.values(data)[0])
  }
  return {
    search: ({ destination, pricing_mode, ...input }) =>
      run(SEARCH, {
        input: {
          ...fromContract(input),
          destination: { [`${destination.type}Id`]: destination.id },
          pricingMode: pricing_mode.toUpperCase(),
        },
      }),
    rooms: async (hotelId, input) => {
      const created = await run(CREATE_ROOM_SEARCH, { input: { hotelId, ...fromContract(input) } })
      const events = await subscribeToEnd(gateway, ROOM_OPTIONS, { streamId: created.stream_id })
      return events.map(({ roomOptions }) => toWire(roomOptions))
    },
    prebook: (bookingToken) => run(PREBOOK, { input: { bookingToken } }),
    book: async (input, idempotencyKey) => {
      const answer = await run(CREATE_BOOKING, { input: { idempotencyKey, ...fromContract(input) } })
      return answer.booking ?? answer
    },
    booking: (bookingId) => run(BOOKING, { by: { bookingId } }),
    confirmHold: (bookingId, acceptedOfferId) => run(CONFIRM_HOLD, { input: { bookingId, acceptedOfferId } }),
    quote: (bookingId) => run(QUOTE_CANCELLATION, { input: { bookingId } }),
    cancel: async (bookingId, cancellationQuoteId, idempotencyKey) => {
      const answer = await run(CANCEL_BOOKING, { input: { bookingId, cancellationQuoteId, idempotencyKey } })
      return answer.booking ?? answer
    },
  }
}
