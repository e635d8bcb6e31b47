import { createHash } from 'node:crypto'
import { parse } from 'graphql'
import { describe, expect, it } from 'vitest'
import { createEngine } from '../../src/graphql/engine.ts'
import type { LaneHost } from '../../src/graphql/fast-path/queries.ts'
import type { GraphqlContext } from '../../src/resolvers/context.ts'
import { type StartedGateway } from '../support/gateway.ts'
import type { Json } from '../support/http-client.ts'
import { stay } from '../support/journey.ts'
import { useGateway } from '../support/use-gateway.ts'

let gateway: StartedGateway

useGateway((started) => {
  ;({ gateway } = started)
})

type Answer = { readonly status: number; readonly type: string | null; readonly rate: boolean; readonly body: Json }

async function send(body: Json, accept: string | null): Promise<Answer> {
  const answer = await fetch(`${gateway.url}/graphql`, {
    method: 'POST',
    headers: {
      'x-api-key': gateway.apiKey,
      'content-type': 'application/json',
      'x-request-id': 'same',
      ...(accept === null ? {} : { accept }),
    },
    body: JSON.stringify(body),
  })
  return {
    status: answer.status,
    type: answer.headers.get('content-type'),
    rate: answer.headers.has('ratelimit'),
    body: await answer.json(),
  }
}

const NAMES = `query Names($q: String!, $limit: Int = 2, $long: Boolean! = true) {
  destinations(q: $q, limit: $limit) {
    __typename
    ... on DestinationList { destinations { id name label @include(if: $long) ...Where } }
    ... on Problem { code message ... on ValidationProblem { issues { path code } } }
  }
}
fragment Where on Destination { countryCode latitude }`

const BOOKING = '{ booking(by: { bookingId: "ubk_X" }) { __typename ... on Problem { code requestId } } }'
function sha(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
function search(rooms: readonly object[]) {
  return {
    query: 'query($i: SearchInput!) { search(input: $i) { __typename ... on Problem { code } } }',
    variables: {
      i: {
        destination: { placeId: 1842 },
        checkIn: stay().check_in,
        checkOut: stay().check_out,
        nationality: 'GB',
        rooms,
      },
    },
  }
}

const REQUESTS: readonly (readonly [string, Json])[] = [
  ['data', { query: NAMES, variables: { q: 'Lond' } }],
  ['another page and another shape', { query: NAMES, variables: { q: 'Par', limit: 1, long: false } }],
  ['a problem in the union', { query: NAMES, variables: { q: '', limit: 1_000 } }],
  ['a variable that is missing', { query: NAMES, variables: {} }],
  ['a variable of another type', { query: NAMES, variables: { q: 5 } }],
  ['variables that are no object', { query: NAMES, variables: 'q' }],
  ['a member of a union that is not found', { query: BOOKING }],
  ['an operation that the document has not', { query: NAMES, operationName: 'Others', variables: { q: 'x' } }],
  ['its name', { query: NAMES, operationName: 'Names', variables: { q: 'Tok' } }],
  ['a parameter that nobody knows', { query: BOOKING, speed: 'high' }],
  ['a document that is not valid', { query: '{ nothing }' }],
  [
    'a mutation that fails',
    { query: 'mutation { prebook(input: { bookingToken: "x" }) { ... on Problem { code } } }' },
  ],
  ['an input that a scalar refuses', search([{ adults: 'two' }])],
  [
    'a persisted document',
    { query: BOOKING, extensions: { persistedQuery: { version: 1, sha256Hash: sha(BOOKING) } } },
  ],
  ['a persisted document by its hash', { extensions: { persistedQuery: { version: 1, sha256Hash: sha(BOOKING) } } }],
  ['a wrong hash', { query: BOOKING, extensions: { persistedQuery: { version: 1, sha256Hash: sha('x') } } }],
  ['introspection', { query: '{ __schema { queryType { name } } }' }],
]

const ACCEPTS = [
  null,
  '*/*',
  'application/json',
  'application/graphql-response+json',
  'application/graphql-response+json, application/json;q=0.9',
  'text/html, application/json',
]

describe('a document that was executed before', () => {
  for (const accept of ACCEPTS)
    it(`is answered as it was the first time (Accept: ${accept})`, async () => {
      for (const [what, body] of REQUESTS) {
        const first = await send(body, accept)
        for (let turn = 0; turn < 2; turn++) expect({ what, ...(await send(body, accept)) }).toEqual({ what, ...first })
      }
    })

  it('is still refused without a key', async () => {
    await send({ query: BOOKING }, null)
    const answer = await fetch(`${gateway.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: BOOKING }),
    })
    expect(answer.status).toBe(401)
  })
})

describe('the lane', () => {
  async function enter(): Promise<null> {
    return null
  }
  const nobody: LaneHost = {
    enter,
    contextFor: () => {
      throw new Error('nothing is executed')
    },
  }
  const lane = createEngine('compiled').lanes?.queries
  if (!lane) throw new Error('the compiled engine has lanes')
  const text = '{ __typename }'

  it('leaves to Yoga what it has not seen', async () => {
    expect(await lane.run({ query: text }, nobody)).toBeNull()
  })

  it('executes a learned document from its second run on, and gives its cost', async () => {
    lane.learn(text, parse(text))
    // It is compiled when it is asked for again.
    expect(await lane.run({ query: text }, nobody)).toBeNull()
    const run = lane.run({ query: text }, { enter, contextFor: () => ({}) as GraphqlContext })
    expect(JSON.parse(String(((await run) as { bytes: Buffer }).bytes))).toMatchObject({
      data: { __typename: 'Query' },
      extensions: { cost: 1 },
    })
  })

  it('executes nothing when a limit is broken, a parameter unknown or the operation a subscription', async () => {
    const watch = 'subscription { bookingUpdated(bookingId: "x") { __typename } }'
    const live = `query($mode: PricingMode) { ${'a b'.replaceAll(/\w/g, (name) => `${name}: search(input: { pricingMode: $mode }) { __typename }`)} }`
    for (const one of [watch, live]) lane.learn(one, parse(one))
    expect(await lane.run({ query: live, variables: { mode: 'LIVE' } }, nobody)).toBeNull()
    expect(await lane.run({ query: watch }, nobody)).toBeNull()
    expect(await lane.run({ query: text, more: 1 }, nobody)).toBeNull()
    expect(await lane.run([{ query: text }], nobody)).toBeNull()
    expect(await lane.run({ query: text, variables: [] }, nobody)).toBeNull()
  })

  it('remembers only media types that answers with data have', () => {
    expect(lane.mediaTypeFor('application/json')).toBeNull()
    lane.learnMediaType('application/json', 'application/json; charset=utf-8')
    lane.learnMediaType('text/event-stream', 'text/event-stream')
    lane.learnMediaType('x'.repeat(300), 'application/json; charset=utf-8')
    expect(lane.mediaTypeFor('application/json')).toBe('application/json; charset=utf-8')
    expect(lane.mediaTypeFor('text/event-stream')).toBeNull()
    expect(lane.mediaTypeFor('x'.repeat(300))).toBeNull()
  })
})
