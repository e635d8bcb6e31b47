import { getIntrospectionQuery, parse } from 'graphql'
import { createClient } from 'graphql-sse'
import { describe, expect, it } from 'vitest'
import { shapeFaults } from '../../src/graphql/limits/document-shape.ts'
import { checkLimits, LIMITS, operationCost } from '../../src/graphql/limits/limits.ts'
import { type StartedGateway } from '../support/gateway.ts'
import { codeOf, FILTERS, type GraphqlRequests, graphqlRequestsTo } from '../support/graphql-requests.ts'
import type { Json } from '../support/http-client.ts'
import { stay } from '../support/journey.ts'
import { useGateway } from '../support/use-gateway.ts'

let gateway: StartedGateway
let ask: GraphqlRequests['ask']

useGateway((started) => {
  ;({ gateway } = started)
  ;({ ask } = graphqlRequestsTo(started.gateway))
})

describe('a document with as many unknown fields as a document may have', () => {
  it('[C-143] is told what is wrong with the first twenty, each with what may have been meant, and that there is more', async () => {
    const fields = Array.from({ length: 1_900 }, (_, turn) => `name${turn}`).join('\n')
    const query = `{ destinations(q: "lo") { ... on DestinationList { destinations { ${fields} } } } }`
    const answer = await ask({ query })
    expect(answer.status).toBe(400)
    expect(answer.json.errors).toHaveLength(21)
    expect(answer.json.errors[0].message).toMatch(
      /^Cannot query field "name0" on type "Destination"\. Did you mean "name"/,
    )
    expect(answer.json.errors.at(-1).message).toMatch(/^Too many validation errors/)
  })
})

function faultsOf(text: string, variables: Json = {}): string[] {
  const document = parse(text)
  return [...shapeFaults(document), ...checkLimits(document, null, variables).faults].map(({ message }) => message)
}

describe('limits', () => {
  it('count aliases as often as their fragment is used', () => {
    const fragment = 'fragment F on Hotel { a: city b: city c: city d: city }'
    function hotels(count: number) {
      return `{ ${Array.from({ length: count }, (_, i) => `h${i}: hotel(hotelId: ${i}) { ...F }`).join(' ')} } ${fragment}`
    }
    expect(faultsOf(hotels(3))).toEqual([])
    expect(faultsOf(hotels(4))).toEqual(['at most 15 aliases, not 20'])
  })

  it('count depth and directives through fragments, in every operation of the document', () => {
    const chain = Array.from({ length: 10 }, (_, level) => `fragment F${level} on Hotel { a { ...F${level + 1} } }`)
    const text = `query A { __typename } query B { hotel { ...F0 } } ${chain.join(' ')} fragment F10 on Hotel { city }`
    expect(faultsOf(text)).toContain('at most 10 levels deep, not 12')
    const spreads = '...D @include(if: true) '.repeat(10)
    const directives = `{ hotel(hotelId: 1) { ${'city @skip(if: false) '.repeat(45)} ${spreads} } } fragment D on Hotel { address }`
    expect(faultsOf(directives).join()).toMatch(/at most 50 directives/)
  })

  it('are found at once in fragments that double, and in those that contain themselves', () => {
    const doubling = Array.from({ length: 60 }, (_, level) => {
      const inner = `...F${level + 1}`
      return `fragment F${level} on Search { hotels { ${inner} } x: hotels { ${inner} } y: searchInfo { ${inner} } ${inner} ${inner} }`
    })
    const text = `{ search { ...F0 } } ${doubling.join(' ')} fragment F60 on Search { searchId }`
    expect(faultsOf(text).join()).toMatch(/aliases.*levels deep.*may cost/)
    const spread = Array.from(
      { length: 200 },
      (_, level) => `fragment S${level} on Search { ...S${level + 1} ...S${level + 1} }`,
    )
    expect(faultsOf(`{ search { ...S0 } } ${spread.join(' ')} fragment S200 on Search { searchId }`)).toEqual([])
    expect(faultsOf('{ ...A } fragment A on Query { hotel { ...B } ...A } fragment B on Hotel { ...B city }')).toEqual([
      'Cannot spread fragment "A" within itself.',
      'Cannot spread fragment "B" within itself.',
    ])
  })

  it('refuse what would take validation its whole stack, or the square of its length', async () => {
    const names = Array.from({ length: 110 }, (_, index) => index)
    const spreads = names.map((name) => `chains { ...T${name} id }`).join(' ')
    const fragments = names.map(
      (name) => `fragment T${name} on FilterTerm { ...T${(name + 1) % 110} ...T${(name + 7) % 110} }`,
    )
    const query = `{ hotelFilters { ... on HotelFilters { ${spreads} } } } ${fragments.join(' ')}`
    expect(faultsOf(query).join()).toMatch(/Cannot spread fragment .*,at most 50 fields of one name, not 110/)
    const answer = await ask({ query })
    expect(answer.status).toBe(400)
    expect(JSON.stringify(answer.json)).not.toContain('INTERNAL_ERROR')
    function many(count: number) {
      return `{ hotelFilters { ... on HotelFilters { ${'chains { id } '.repeat(count)} } } }`
    }
    expect(faultsOf(many(50))).toEqual([])
    expect(faultsOf(many(51))).toEqual(['at most 50 fields of one name, not 51'])
  })

  it('take page sizes from literals, variables, their defaults and inputs, the nearest when out of range', () => {
    function cost(args: string, definitions = '', variables: Json = {}): number {
      return operationCost(
        parse(`query ${definitions} { bookings${args} { ... on BookingConnection { nodes { bookingId } } } }`),
        null,
        variables,
      )
    }
    function page(items: number) {
      return 2 + items
    }
    expect(cost('')).toBe(page(20))
    expect(cost('(first: 7)')).toBe(page(7))
    expect(cost('(first: $n)', '($n: Int = 50)')).toBe(page(50))
    expect(cost('(first: $n)', '($n: Int = 50)', { n: 3 })).toBe(page(3))
    expect(cost('(first: -1)')).toBe(page(0))
    expect(cost('(first: 1000000)')).toBe(page(100))
    const search = parse(
      'query($i: SearchInput! = { limit: 90 }) { search(input: $i) { ... on Search { hotels { city } } } }',
    )
    expect(operationCost(search, null, {})).toBe(page(90))
    expect(operationCost(search, null, { i: { limit: 2 } })).toBe(page(2))
  })

  it('take a JSON value for what it may be: no document asks for many pages of whole events', () => {
    function page(name: string) {
      return `${name}: events(first: 100) { ... on BookingEventConnection { nodes { data } } }`
    }
    function pages(count: number) {
      return `{ ${Array.from({ length: count }, (_, at) => page(`p${at}`)).join(' ')} }`
    }
    expect(faultsOf(pages(3))).toEqual([])
    expect(faultsOf(pages(4)).join()).toMatch(/a query may cost 20000 points/)
  })

  it('hold pages between 1 and 100', async () => {
    for (const [first, typename] of [
      [0, 'ValidationProblem'],
      [-1, 'ValidationProblem'],
      [101, 'ValidationProblem'],
      [100, 'BookingConnection'],
      [1, 'BookingConnection'],
    ]) {
      const { json } = await ask({
        query: 'query($n: Int) { bookings(first: $n) { __typename } }',
        variables: { n: first },
      })
      expect({ first, ...json.data.bookings }).toEqual({ first, __typename: typename })
    }
  })

  it('refuse what costs too much, and several live searches, also by variables’ defaults', async () => {
    const prices =
      'supplierPrices { a: amount b: amount c: amount money { amountMinor currency exponent decimal } hotelId supplierCode }'
    function query(limit: number) {
      return `query($i: SearchInput!) { ${['a', 'b', 'c', 'd'].map((n) => `${n}: search(input: $i) { ... on Search { hotels { ${prices.replaceAll(/[abc]: /g, '')} } } }`).join(' ')} } # ${limit}`
    }
    const input = {
      destination: { placeId: 1842 },
      checkIn: stay().check_in,
      checkOut: stay().check_out,
      nationality: 'GB',
      rooms: [{ adults: 1 }],
      limit: 100,
    }
    const answer = await ask({ query: query(100), variables: { i: input } })
    expect(answer).toMatchObject({
      status: 400,
      json: { errors: [{ extensions: { code: 'QUERY_TOO_COMPLEX', retryable: false } }] },
    })
    expect(answer.json.errors[0].extensions.requestId).toEqual(expect.any(String))
    const live =
      'query($m: PricingMode = LIVE) { a: search(input: { pricingMode: $m }) { __typename } ...Q } fragment Q on Query { b: search(input: { pricingMode: LIVE }) { __typename } }'
    expect(faultsOf(live)).toEqual(['at most one live search a document'])
  })

  it('let the usual introspection pass, but not several or deep ones', async () => {
    const usual = await ask({ query: getIntrospectionQuery({ inputValueDeprecation: true, specifiedByUrl: true }) })
    expect(usual.json.errors).toBeUndefined()
    expect(usual.json.extensions.cost).toBeLessThanOrEqual(LIMITS.cost)
    const several =
      '{ a: __schema { queryType { name } } ...Q } fragment Q on Query { b: __schema { queryType { name } } }'
    expect(codeOf(await ask({ query: several }))).toBe('QUERY_TOO_COMPLEX')
    const nested = '{ __schema { types { fields { type { fields { type { fields { name } } } } } } } }'
    expect((await ask({ query: nested })).status).toBe(400)
  })

  it('refuse an array of operations with a 400 that names batches', async () => {
    const answer = await ask([{ query: FILTERS }, { query: FILTERS }])
    expect(answer.status).toBe(400)
    expect(JSON.stringify(answer.json)).toMatch(/[Bb]atch/)
  })

  it('hold for subscriptions, on both paths', async () => {
    const deep = `subscription { roomOptions(streamId: "x") { ${'a { '.repeat(11)} b ${' }'.repeat(11)} } }`
    const aliases = `subscription { roomOptions(streamId: "x") { ${Array.from({ length: 16 }, (_, i) => `a${i}: __typename`).join(' ')} } }`
    const tokens = `subscription { roomOptions(streamId: "x") { ${'__typename '.repeat(2_100)} } }`
    for (const url of ['/graphql', '/graphql/stream'])
      for (const query of [deep, aliases, tokens]) {
        const client = createClient({
          url: `${gateway.url}${url}`,
          headers: { 'x-api-key': gateway.apiKey },
          retryAttempts: 0,
        })
        const results: Json[] = []
        for await (const result of client.iterate({ query })) results.push(result)
        client.dispose()
        expect(results).toHaveLength(1)
        expect(JSON.stringify(results)).toMatch(/levels deep|at most 15 aliases|2000 tokens/)
        expect(JSON.stringify(results)).not.toContain('"data"')
      }
  })
})

describe('errors', () => {
  it('[C-011] are told with a code, the request’s id and whether to try again', async () => {
    const cases: [string, Json][] = [
      ['GRAPHQL_PARSE_FAILED', { query: '{ a: }' }],
      ['GRAPHQL_VALIDATION_FAILED', { query: '{ nothing }' }],
      ['BAD_USER_INPUT', { query: 'query($id: ID!) { hotel(hotelId: $id) { __typename } }' }],
      [
        'BAD_USER_INPUT',
        {
          query: 'query($by: BookingLookup!) { booking(by: $by) { __typename } }',
          variables: { by: { bookingId: 'x', idempotencyKey: 'y' } },
        },
      ],
      ['OPERATION_RESOLUTION_FAILURE', { query: 'query A { __typename } query B { __typename }' }],
      ['BAD_REQUEST', { query: 5 }],
    ]
    for (const [code, body] of cases) {
      const answer = await ask(body)
      expect({ code, status: answer.status }).toEqual({ code, status: 400 })
      expect(answer.json.errors[0].extensions).toEqual({
        code,
        retryable: false,
        requestId: answer.headers.get('x-request-id'),
      })
    }
  })
})
