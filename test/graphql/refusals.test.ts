import { describe, expect, it } from 'vitest'
import { type StartedGateway } from '../support/gateway.ts'
import type { Json } from '../support/http-client.ts'
import { useGateway } from '../support/use-gateway.ts'

let gateway: StartedGateway

useGateway((started) => {
  ;({ gateway } = started)
})

async function post(path: string, body: Json, accept: string): Promise<{ status: number; text: string }> {
  const answer = await fetch(gateway.url + path, {
    method: 'POST',
    headers: { 'x-api-key': gateway.apiKey, 'content-type': 'application/json', accept },
    body: JSON.stringify(body),
  })
  return { status: answer.status, text: await answer.text() }
}

const SSE = 'text/event-stream'
const UPDATES = 'subscription A($id: ID!) { bookingUpdated(bookingId: $id) { position } }'

/** The codes of an answer's errors, whether it is JSON or a stream of one event. */
function codesIn(text: string): string[] {
  const { errors } = JSON.parse(/^data: (\{.*)$/m.exec(text)?.[1] ?? text)
  return errors.map(({ extensions }: Json) => extensions.code)
}

describe('a subscription that cannot begin', () => {
  it.each([
    ['a document that does not parse', { query: 'subscription {' }, 'GRAPHQL_PARSE_FAILED'],
    ['a document with too many tokens', { query: `{ ${'a '.repeat(3_000)} }` }, 'GRAPHQL_PARSE_FAILED'],
    ['no document', { variables: {} }, 'BAD_REQUEST'],
    ['an operation that is not there', { query: UPDATES, operationName: 'B' }, 'OPERATION_RESOLUTION_FAILURE'],
    ['extensions that are none', { query: UPDATES, extensions: [1] }, 'BAD_REQUEST'],
    ['variables that it does not take', { query: UPDATES, variables: { id: {} } }, 'BAD_USER_INPUT'],
  ])('[C-011] for %s is told with a code and without a stack', async (_what, body, code) => {
    const answer = await post('/graphql/stream', body, SSE)
    expect(answer.text).not.toMatch(/\bat |node_modules|\.mjs/)
    expect(answer.status).toBeLessThan(500)
    expect(codesIn(answer.text)).toEqual([code])
  })
})

describe('a body that is no object', () => {
  it.each(['null', '0', '""', 'false', ''])('[C-012] (%j) is refused at once, on both paths', async (body) => {
    for (const path of ['/graphql', '/graphql/stream']) {
      const answer = await fetch(gateway.url + path, {
        method: 'POST',
        headers: { 'x-api-key': gateway.apiKey, 'content-type': 'application/json' },
        body,
        signal: AbortSignal.timeout(5_000),
      })
      expect([answer.status, codesIn(await answer.text())]).toEqual([400, ['MALFORMED_JSON']])
    }
  })
})

describe('variables that are not what the document declares', () => {
  const body = { query: 'query A($id: ID!) { penalties(bookingId: $id) { __typename } }', variables: { id: { a: 1 } } }

  it.each([
    ['application/graphql-response+json', 400],
    ['application/json', 200],
  ])('[C-011] are refused with a code, for %s with %i', async (accept, status) => {
    const answer = await post('/graphql', body, accept)
    expect(answer.status).toBe(status)
    const told = JSON.parse(answer.text)
    expect(told.errors[0].extensions).toMatchObject({ code: 'BAD_USER_INPUT', retryable: false })
    expect('data' in told).toBe(false)
  })
})
