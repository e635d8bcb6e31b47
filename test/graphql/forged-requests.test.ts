import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type StartedGateway } from '../support/gateway.ts'
import { ENDPOINTS, type GraphqlRequests, graphqlRequestsTo } from '../support/graphql-requests.ts'
import { useGateway } from '../support/use-gateway.ts'

let gateway: StartedGateway
let ask: GraphqlRequests['ask']
let send: GraphqlRequests['send']

useGateway((started) => {
  ;({ gateway } = started)
  ;({ ask, send } = graphqlRequestsTo(started.gateway))
})

describe('forged requests', () => {
  function create(name: string): string {
    return `mutation { createWebhookEndpoint(input: { url: "https://a.example/", description: "${name}" }) { __typename } }`
  }

  /** What a page of another origin can send without asking: simple methods, content types and headers. */
  function forgeries(query: string): [string, RequestInit, string?][] {
    const body = JSON.stringify({ query })
    const form = new FormData()
    form.set('operations', body)
    form.set('map', '{}')
    return [
      ['text/plain', { method: 'POST', headers: { 'content-type': 'text/plain' }, body }],
      [
        'application/x-www-form-urlencoded',
        {
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: new URLSearchParams({ query }),
        },
      ],
      ['multipart/form-data', { method: 'POST', body: form }],
      ['no content type', { method: 'POST', body: Buffer.from(body) }],
      ['GET', { method: 'GET' }, `/graphql?${new URLSearchParams({ query })}`],
      [
        'GET with text/html',
        { method: 'GET', headers: { accept: 'text/html' } },
        `/graphql?${new URLSearchParams({ query })}`,
      ],
      [
        'GET of a stream',
        { method: 'GET', headers: { accept: 'text/event-stream' } },
        `/graphql/stream?${new URLSearchParams({ query })}`,
      ],
    ]
  }

  it('[C-004] execute nothing: without the key’s own header, which no page of another origin can send', async () => {
    const name = randomUUID()
    for (const [what, init, path] of forgeries(create(name)))
      expect({ what, ...(await send(init, path)) }).toMatchObject({ what, status: 401 })
    const { json } = await ask({ query: ENDPOINTS })
    expect(JSON.stringify(json)).not.toContain(name)
  })

  it('are refused by their content type even with a key, and mutations over GET', async () => {
    const name = randomUUID()
    for (const [what, init, path] of forgeries(create(name))) {
      const headers = { ...(init.headers as Record<string, string>), 'x-api-key': gateway.apiKey }
      const { status, headers: told } = await send({ ...init, headers }, path)
      const answered = told.get('content-type') ?? ''
      // The explorer's page executes nothing.
      const isPage = status === 200 && answered.startsWith('text/html')
      expect({ what, refused: isPage || [400, 405, 406, 415].includes(status) }).toEqual({ what, refused: true })
    }
    const { json } = await ask({ query: ENDPOINTS })
    expect(JSON.stringify(json)).not.toContain(name)
  })

  it('are told that no other origin may read an answer or send the header', async () => {
    const preflight = await send({
      method: 'OPTIONS',
      headers: {
        origin: 'https://elsewhere.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'x-api-key,content-type',
      },
    })
    expect(preflight.headers.get('access-control-allow-origin')).toBeNull()
    expect(preflight.headers.get('access-control-allow-headers')).toBeNull()
  })
})
