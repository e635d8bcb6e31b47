import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { type StartedGateway } from '../support/gateway.ts'
import type { HttpClient } from '../support/http-client.ts'
import { parseAnswer, rawSocket } from '../support/raw-socket.ts'
import { type RequestText, requestTextOf } from '../support/request-text.ts'
import { until } from '../support/until.ts'
import { useGateway } from '../support/use-gateway.ts'

let gateway: StartedGateway
let http: HttpClient
let request: RequestText

useGateway((started) => {
  ;({ gateway, http } = started)
  request = requestTextOf(gateway.apiKey)
})

describe('bodies', () => {
  it.each([
    ['gzip', gzipSync(Buffer.alloc(64 * 1024 * 1024, ' '))],
    ['br', brotliCompressSync(Buffer.alloc(1024 * 1024, ' '))],
    ['deflate', deflateSync(Buffer.from(JSON.stringify({ query: '{ __typename }' })))],
    ['gzip, gzip', gzipSync(gzipSync(Buffer.from('{}')))],
  ])('[C-012] packed with %s are refused and never unpacked, on both facades', async (encoding, packed) => {
    for (const path of ['/hotels/search', '/graphql', '/graphql/stream', '/sandbox/clock']) {
      const answer = await fetch(gateway.url + path, {
        method: 'POST',
        headers: { 'x-api-key': gateway.apiKey, 'content-type': 'application/json', 'content-encoding': encoding },
        body: new Uint8Array(packed),
      })
      expect(answer.status).toBe(415)
      expect(await answer.text()).toContain('UNSUPPORTED_MEDIA_TYPE')
    }
  })

  it.each(['/hotels/search', '/graphql'])('[C-012] of more than 1 MiB are a 413: %s', async (path) => {
    const answer = await http.post(path, JSON.stringify({ query: 'x'.repeat(1_100_000) }))
    expect(answer.status).toBe(413)
    expect(JSON.stringify(answer.body)).toContain('PAYLOAD_TOO_LARGE')
  })

  it.each([
    ['of unknown length', '/hotels/search', 'application/json', 'transfer-encoding: chunked', 413],
    ['of unknown length', '/graphql', 'application/json', 'transfer-encoding: chunked', 413],
    ['far too long', '/hotels/search', 'application/json', 'content-length: 40000000', 413],
    ['far too long', '/graphql', 'application/json', 'content-length: 40000000', 413],
    ['of no known media type', '/hotels/search', 'text/csv', 'content-length: 4000000', 415],
  ])('%s are refused by %s, and a client that is still sending sees why', async (_what, path, type, length, status) => {
    const chunked = length === 'transfer-encoding: chunked'
    const piece = `${chunked ? '10000\r\n' : ''}${' '.repeat(0x10000)}${chunked ? '\r\n' : ''}`
    // A reset that overtakes the answer is a matter of luck.
    for (let attempt = 0; attempt < 20; attempt++) {
      const { send, closed } = await rawSocket(gateway.url)
      send(request(`POST ${path}`, [`content-type: ${type}`, 'connection: close', length]))
      for (let index = 0; index < 60; index++) send(piece)
      expect(parseAnswer(await closed).status).toBe(status)
    }
  })

  it('behind which another request was sent, on a connection that is closed, end it unread', async () => {
    const { send, closed } = await rawSocket(gateway.url)
    const endpoint = JSON.stringify({ url: 'http://127.0.0.1:9/never-made' })
    send(request('POST /hotels/search', ['content-type: application/json', 'transfer-encoding: chunked']))
    for (let index = 0; index < 20; index++) send(`10000\r\n${' '.repeat(0x10000)}\r\n`)
    send('0\r\n\r\n')
    send(
      request(
        'POST /webhooks/endpoints',
        ['content-type: application/json', `content-length: ${endpoint.length}`],
        endpoint,
      ),
    )
    expect((await closed).match(/HTTP\/1\.1 /g)).toEqual(['HTTP/1.1 '])
    expect(JSON.stringify((await http.get('/webhooks/endpoints')).body)).not.toContain('never-made')
  })

  it('of nobody known are not read at all, on either facade', async () => {
    for (const path of ['/hotels/search', '/graphql']) {
      const { send, received, socket } = await rawSocket(gateway.url)
      send(
        `POST ${path} HTTP/1.1\r\nhost: gateway\r\ncontent-type: application/json\r\ncontent-length: 1000000\r\n\r\n`,
      )
      await until('an answer before the body', () => received().includes('\r\n\r\n'))
      expect(parseAnswer(received()).status).toBe(401)
      socket.destroy()
    }
  })

  function deep(levels: number): string {
    return `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
  }
  it.each([
    ['/hotels/search', deep(33)],
    ['/hotels/search', deep(100_000)],
    ['/hotels/search', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['/graphql', `{"query":"{ __typename }","variables":${deep(100_000)}}`],
    ['/graphql', `{"query":"{ __typename }","extensions":${deep(40)}}`],
  ])('nested too deeply are refused: %s', async (path, body) => {
    const answer = await http.post(path, body)
    expect(answer.status).toBe(400)
    expect(JSON.stringify(answer.body)).toContain('nested too deeply')
  })

  it.each([
    ['{"__proto__":{"limit":1}}', '__proto__'],
    ['{"\\u005f_proto__":{"limit":1}}', '__proto__'],
    ['{"destination":{"__proto__":{"type":"place"}}}', 'destination.__proto__'],
    ['{"rooms":[{"adults":2},{"__proto__":null}]}', 'rooms[1].__proto__'],
    ['{"constructor":{"prototype":{"polluted":true}}}', 'constructor'],
    ['{"metadata":{"__proto__":"x"}}', 'metadata.__proto__'],
  ])('that would reach for a prototype are refused whole, by the name: %s', async (body, name) => {
    for (const path of ['/hotels/search', '/hotels/book']) {
      const answer = await http.post(path, body, { 'idempotency-key': 'k' })
      const issues = [{ path: name, code: 'UNKNOWN_KEY', message: `${name} is not known` }]
      expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR', details: { issues } } })
    }
    const viaGraphql = await http.post('/graphql', `{"query":"{ __typename }","variables":${body}}`)
    expect(viaGraphql.status).toBe(400)
  })

  it('cannot pollute through a query, a header or a literal either', async () => {
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'constructor[prototype][x]']) {
      const answer = await http.get(`/hotels/bookings?${name}=1`)
      expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } })
    }
    const search = '{ search(input: {destination: {placeId: 1842, __proto__: {polluted: 1}}}) { __typename } }'
    const literal = await http.post('/graphql', { query: search }, { accept: 'application/graphql-response+json' })
    expect(literal.status).toBe(400)
    expect(JSON.stringify(literal.body)).toContain('__proto__')
    const fine = await http.get('/hotels/filters')
    expect(fine.status).toBe(200)
    expect(JSON.stringify(fine.body)).not.toContain('polluted')
  })
})

describe('text that Postgres cannot keep', () => {
  const nul = 'a\u0000b'
  const half = 'a\ud800b'

  it.each([
    ['an id', () => http.get('/hotels/book/a%00b'), 'booking_id'],
    ['a query', () => http.get('/hotels/bookings?client_reference=a%00b'), 'client_reference'],
    ['a body', () => http.post('/hotels/prebook', { booking_token: nul }), 'booking_token'],
    ['half a character', () => http.post('/hotels/prebook', { booking_token: half }), 'booking_token'],
    [
      'a name of the client’s own',
      () => http.post('/hotels/book', { metadata: { [nul]: 'x' } }, { 'idempotency-key': 'k' }),
      'metadata',
    ],
  ] as const)('[C-012] is a fault of the field: %s', async (_what, ask, path) => {
    const answer = await ask()
    expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } })
    expect(answer.body.details.issues).toContainEqual(expect.objectContaining({ path, code: 'INVALID_FORMAT' }))
  })

  it('is one in GraphQL too', async () => {
    const query = 'query($id: ID!) { booking(by: { bookingId: $id }) { __typename } }'
    for (const id of [nul, half]) {
      const answer = await http.post('/graphql', { query, variables: { id } })
      expect(answer.body.data.booking.__typename).toBe('ValidationProblem')
    }
  })
})
