import { createHash, randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createPersistedDocuments } from '../../src/graphql/persisted.ts'
import { type StartedGateway } from '../support/gateway.ts'
import { codeOf, FILTERS, type GraphqlRequests, graphqlRequestsTo, JSON_HEADERS } from '../support/graphql-requests.ts'
import { useGateway } from '../support/use-gateway.ts'

let gateway: StartedGateway
let ask: GraphqlRequests['ask']
let send: GraphqlRequests['send']

useGateway((started) => {
  ;({ gateway } = started)
  ;({ ask, send } = graphqlRequestsTo(started.gateway))
})

function sha(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
function persisted(text: string) {
  return { persistedQuery: { version: 1, sha256Hash: sha(text) } }
}

describe('persisted documents', () => {
  it('are found by their hash once they were sent, over POST and GET', async () => {
    const text = `${FILTERS} # ${randomUUID()}`
    const unknown = await ask({ extensions: persisted(text) })
    expect(unknown).toMatchObject({
      status: 400,
      json: {
        errors: [
          { message: 'PersistedQueryNotFound', extensions: { code: 'PERSISTED_QUERY_NOT_FOUND', retryable: false } },
        ],
      },
    })
    expect((await ask({ query: text, extensions: persisted(text) })).status).toBe(200)
    expect((await ask({ extensions: persisted(text) })).json.data.hotelFilters).toBeDefined()
    const url = `/graphql?${new URLSearchParams({ extensions: JSON.stringify(persisted(text)) })}`
    expect((await send({ headers: { 'x-api-key': gateway.apiKey } }, url)).json.data.hotelFilters).toBeDefined()
  })

  it('answer 200 to clients of application/json, which read codes only there', async () => {
    const answer = await send({
      method: 'POST',
      headers: { ...JSON_HEADERS, accept: 'application/json', 'x-api-key': gateway.apiKey },
      body: JSON.stringify({ extensions: persisted(randomUUID()) }),
    })
    expect(answer).toMatchObject({ status: 200, json: { errors: [{ message: 'PersistedQueryNotFound' }] } })
  })

  it('are refused when the hash is another text’s, or nothing that is known', async () => {
    expect(codeOf(await ask({ query: FILTERS, extensions: persisted('other') }))).toBe('PERSISTED_QUERY_MISMATCH')
    const odd = { persistedQuery: { version: 2, sha256Hash: sha(FILTERS) } }
    expect(codeOf(await ask({ extensions: odd }))).toBe('PERSISTED_QUERY_NOT_SUPPORTED')
  })

  it('are held to the limits like any other', async () => {
    const deep = `{ __typename ${'a { '.repeat(11)}b${' }'.repeat(11)} }`
    for (const body of [{ query: deep, extensions: persisted(deep) }, { extensions: persisted(deep) }])
      expect(JSON.stringify((await ask(body)).json.errors)).toContain('levels deep')
    const mutation = `mutation { prebook(input: { bookingToken: "${randomUUID()}" }) { __typename } }`
    expect((await ask({ query: mutation, extensions: persisted(mutation) })).status).toBe(200)
    const url = `/graphql?${new URLSearchParams({ extensions: JSON.stringify(persisted(mutation)) })}`
    expect((await send({ headers: { ...JSON_HEADERS, 'x-api-key': gateway.apiKey } }, url)).status).toBe(405)
  })

  it('are forgotten when they were not used for longest', () => {
    const documents = createPersistedDocuments(2)
    function keep(text: string) {
      return documents.lookUp({ query: text, extensions: persisted(text) })
    }
    function find(text: string) {
      return documents.lookUp({ extensions: persisted(text) })
    }
    keep('one')
    keep('two')
    expect(find('one')).toBe('one')
    keep('three')
    expect(find('one')).toBe('one')
    expect(find('three')).toBe('three')
    expect(find('two')).toMatchObject({ extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' } })
  })
})
