import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { securityHeaders } from '../../src/http/security-headers.ts'
import type { StartedGateway } from '../support/gateway.ts'
import type { HttpClient } from '../support/http-client.ts'
import { party, stay } from '../support/journey.ts'
import { exchange, parseAnswer, type RawAnswer, rawSocket } from '../support/raw-socket.ts'
import { until } from '../support/until.ts'
import { useGateway } from '../support/use-gateway.ts'

let gateway: StartedGateway
let http: HttpClient

useGateway(
  (started) => {
    ;({ gateway, http } = started)
  },
  { env: { HEADERS_TIMEOUT_MS: '1000', REQUEST_TIMEOUT_MS: '1500', KEEP_ALIVE_TIMEOUT_MS: '800', LOG_LEVEL: 'debug' } },
)

function request(line: string, headers: readonly string[] = [], body = ''): string {
  return [`${line} HTTP/1.1`, 'host: gateway', `x-api-key: ${gateway.apiKey}`, ...headers, '', body].join('\r\n')
}

/** Refused in the contract's own words, and closed. */
function expectRefused(answer: RawAnswer, status: number, code: string): void {
  expect(answer.status).toBe(status)
  expect(answer.headers).toMatchObject({
    connection: 'close',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
  })
  const body = JSON.parse(answer.body)
  expect(Object.keys(body).sort()).toEqual(['code', 'details', 'message', 'request_id', 'retryable'])
  expect(body.code).toBe(code)
  expect(answer.headers['x-request-id']).toBe(body.request_id)
}

async function isAlive(): Promise<boolean> {
  return (await fetch(`${gateway.url}/health/live`)).ok
}

describe('what is no request', () => {
  const small = '{"a":1}'

  const cases: readonly (readonly [string, () => string, number, string])[] = [
    ['garbage', () => 'hello\r\n\r\n', 400, 'MALFORMED_REQUEST'],
    ['TLS on a plain port', () => '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400, 'MALFORMED_REQUEST'],
    [
      'both Content-Length and Transfer-Encoding',
      () =>
        request('POST /hotels/search', ['content-length: 5', 'transfer-encoding: chunked'], '0\r\n\r\nGET /x HTTP/1.1'),
      400,
      'MALFORMED_REQUEST',
    ],
    [
      'two Content-Lengths',
      () => request('POST /hotels/search', ['content-length: 7', 'content-length: 8'], small),
      400,
      'MALFORMED_REQUEST',
    ],
    [
      'a Content-Length that is no number',
      () => request('POST /hotels/search', ['content-length: +7'], small),
      400,
      'MALFORMED_REQUEST',
    ],
    [
      'an unknown Transfer-Encoding',
      () => request('POST /hotels/search', ['transfer-encoding: chunked, identity'], small),
      400,
      'MALFORMED_REQUEST',
    ],
    [
      'a bad chunk size',
      () =>
        request(
          'POST /hotels/search',
          ['content-type: application/json', 'transfer-encoding: chunked'],
          'zz\r\nab\r\n',
        ),
      400,
      'MALFORMED_REQUEST',
    ],
    ['a folded header', () => request('GET /hotels/filters', ['x-a: 1\r\n 2']), 400, 'MALFORMED_REQUEST'],
    [
      'a header with a bare line feed in its name',
      () => request('GET /hotels/filters', ['x\n-a: 1']),
      400,
      'MALFORMED_REQUEST',
    ],
    [
      'headers of 20 KiB',
      () => request('GET /hotels/filters', [`x-long: ${'x'.repeat(20_000)}`]),
      431,
      'REQUEST_HEADERS_TOO_LARGE',
    ],
    ['an address of 20 KiB', () => request(`GET /hotels/filters?language=${'x'.repeat(20_000)}`), 414, 'URI_TOO_LONG'],
  ]

  it.each(cases)(
    '[C-011] [C-012] %s is refused with the error body, and the connection closed',
    async (_what, bytes, status, code) => {
      expectRefused(parseAnswer(await exchange(gateway.url, bytes())), status, code)
      expect(await isAlive()).toBe(true)
    },
  )

  it('never runs what is smuggled behind it', async () => {
    const smuggled = request('GET /smuggled-path')
    const both = request(
      'POST /hotels/search',
      ['content-length: 4', 'transfer-encoding: chunked'],
      `0\r\n\r\n${smuggled}`,
    )
    const text = await exchange(gateway.url, both)
    expect(text.match(/HTTP\/1\.1/g)).toHaveLength(1)
    expect(gateway.log.join('\n')).not.toContain('smuggled-path')
  })
})

describe('slow and silent clients', () => {
  it('are cut off while their headers trickle in', async () => {
    const { send, closed, socket } = await rawSocket(gateway.url)
    send('GET /hotels/filters HTTP/1.1\r\nhost: gateway\r\n')
    const drip = setInterval(() => socket.writable && send('x-a: b\r\n'), 100)
    const answer = parseAnswer(await closed)
    clearInterval(drip)
    expect(answer.status).toBe(408)
    expectRefused(answer, 408, 'REQUEST_TIMEOUT')
  })

  it.each(['/hotels/search', '/graphql'])('are cut off while their body trickles in: %s', async (path) => {
    const { send, closed, socket } = await rawSocket(gateway.url)
    send(request(`POST ${path}`, ['content-type: application/json', 'content-length: 100000'], '{'))
    const drip = setInterval(() => socket.writable && send(' '), 100)
    const answer = parseAnswer(await closed)
    clearInterval(drip)
    expect(answer.status).toBe(408)
    expectRefused(answer, 408, 'REQUEST_TIMEOUT')
  })

  it('are cut off when they say nothing after an answer', async () => {
    const { send, closed } = await rawSocket(gateway.url)
    send(request('GET /hotels/filters'))
    expect(parseAnswer(await closed).status).toBe(200)
  })

  it('are cut off when they never say anything', async () => {
    const { closed } = await rawSocket(gateway.url)
    expect(parseAnswer(await closed).status).toBe(408)
  })

  it('may listen to a stream for longer than any of these limits', async () => {
    const hotel = (await http.get('/destinations/autocomplete?q=Scenario: slow&limit=1')).body.data.destinations[0]
    const rooms = await http.post(`/hotels/${hotel.id}/rooms`, { ...stay(), ...party })
    const { send, received, socket } = await rawSocket(gateway.url)
    const startedAt = performance.now()
    send(request(`GET ${rooms.body.data.sse_stream_url}`))
    await until('the limits to pass', () => performance.now() - startedAt > 3_500)
    expect(socket.destroyed).toBe(false)
    expect(parseAnswer(received()).status).toBe(200)
    socket.destroy()
  })
})

describe('requests as such', () => {
  it('are answered in order when several come at once', async () => {
    const { send, received, socket } = await rawSocket(gateway.url)
    const ids = ['one', 'two', 'three']
    send(ids.map((id) => request('GET /hotels/filters', [`x-request-id: ${id}`])).join(''))
    await until('three answers', () => received().match(/HTTP\/1\.1 200/g)?.length === 3)
    expect([...received().matchAll(/x-request-id: (\w+)/g)].map(([, id]) => id)).toEqual(ids)
    socket.destroy()
  })

  it('of more than a hundred headers are a 431', async () => {
    const headers = Array.from({ length: 150 }, (_, index) => `x-${index}: 1`)
    const { send, received, socket } = await rawSocket(gateway.url)
    send(request('GET /hotels/filters', headers))
    await until('an answer', () => received().includes('\r\n\r\n'))
    expect(parseAnswer(received()).status).toBe(431)
    expect(received()).toContain('REQUEST_HEADERS_TOO_LARGE')
    socket.destroy()
  })

  it('of an address of 9 KiB are a 414, and of a parameter of 300 letters a 4xx', async () => {
    const long = await http.get(`/destinations/autocomplete?q=${'x'.repeat(9_000)}`)
    expect(long).toMatchObject({ status: 414, body: { code: 'URI_TOO_LONG' } })
    const parameter = await http.get(`/hotels/book/${'x'.repeat(300)}`)
    expect([404, 414]).toContain(parameter.status)
    expect(parameter.body.request_id).toBe(parameter.headers.get('x-request-id'))
  })

  it('have HEAD where they have GET, and a 405 for OPTIONS and TRACE', async () => {
    const head = await http.call('HEAD', '/hotels/filters')
    expect([head.status, head.body]).toEqual([200, ''])
    const options = await http.call('OPTIONS', '/hotels/search')
    expect(options).toMatchObject({ status: 405, body: { code: 'METHOD_NOT_ALLOWED' } })
    expect(options.headers.get('access-control-allow-origin')).toBeNull()
    for (const path of ['/hotels/search', '/graphql']) {
      const { send, received, socket } = await rawSocket(gateway.url)
      send(request(`TRACE ${path}`, ['x-secret: told-nobody']))
      await until('an answer', () => received().includes('\r\n\r\n'))
      expect(parseAnswer(received()).status).toBe(405)
      expect(received()).not.toContain('told-nobody')
      socket.destroy()
    }
  })

  it('refuse graphql-sse’s single connection, whose reservations nothing would bound', async () => {
    const answer = await http.call('PUT', '/graphql/stream')
    expect(answer.status).toBe(405)
    expect(answer.body.errors[0].extensions.code).toBe('METHOD_NOT_ALLOWED')
  })

  it('with an expectation that nobody knows are answered all the same', async () => {
    const { send, received, socket } = await rawSocket(gateway.url)
    send(request('GET /hotels/filters', ['expect: the-unexpected']))
    await until('an answer', () => received().includes('\r\n\r\n'))
    expect(parseAnswer(received()).status).toBe(200)
    socket.destroy()
  })

  it.each([
    '/../../etc/passwd',
    '/docs/../../etc/passwd',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/hotels/book/..%2f..%2fetc%2fpasswd',
    '/hotels/book/%00',
    '/%zz',
  ])('never leave the routes: %s', async (path) => {
    const { send, received, socket } = await rawSocket(gateway.url)
    send(request(`GET ${path}`))
    await until('an answer', () => received().includes('\r\n\r\n{'))
    const answer = parseAnswer(received())
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
    expect(answer.body).not.toContain('root:')
    expect(JSON.parse(answer.body)).toMatchObject({ request_id: answer.headers['x-request-id'] })
    socket.destroy()
  })
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
    '{"__proto__":{"limit":1}}',
    '{"\\u005f_proto__":{"limit":1}}',
    '{"destination":{"__proto__":{"type":"place"}}}',
    '{"constructor":{"prototype":{"polluted":true}}}',
    '{"metadata":{"__proto__":"x"}}',
  ])('that would reach for a prototype are refused whole: %s', async (body) => {
    for (const path of ['/hotels/search', '/hotels/book']) {
      const answer = await http.post(path, body, { 'idempotency-key': 'k' })
      expect(answer).toMatchObject({ status: 400, body: { code: 'MALFORMED_JSON' } })
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

describe('the log', () => {
  it('stays one JSON line each, without a control character, whatever is sent', async () => {
    const raw = 'x\n{"level":60,"msg":"forged"}\u001b[31m\u009b2J\u2028'
    await http.get(`/hotels/book/${encodeURIComponent(raw)}`)
    await http.get(`/destinations/autocomplete?q=${encodeURIComponent(raw)}`)
    await http.post('/hotels/prebook', { booking_token: raw })
    await http.post('/hotels/book', { offer_id: raw, metadata: { [raw]: raw } }, { 'idempotency-key': 'k\u009b2J' })
    await http.post('/graphql', {
      query: `{ hotel(hotelId: ${JSON.stringify(raw)}) { __typename } }`,
      operationName: raw,
    })
    await http.post(`/supplier-notifications/${encodeURIComponent(raw)}`, { partner_order_id: raw })
    const { send, closed } = await rawSocket(gateway.url)
    send(
      request('GET /nowhere', [
        'x-request-id: \x9b2Jforged',
        'user-agent: \x9b31m',
        'language: \x7f',
        'connection: close',
      ]),
    )
    expect(parseAnswer(await closed).headers['x-request-id']).toMatch(/^req_/)
    expect(await isAlive()).toBe(true)
    const lines = gateway.log.filter((line) => line.startsWith('{'))
    expect(lines.length).toBeGreaterThan(0)
    for (const line of lines) {
      expect(() => JSON.parse(line)).not.toThrow()
      // oxlint-disable-next-line no-control-regex -- they are what must not be there
      expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/)
      expect(JSON.parse(line).msg).not.toBe('forged')
    }
  })
})

describe('the headers of every answer', () => {
  it.each([
    ['GET', '/hotels/filters', 200],
    ['POST', '/hotels/search', 400],
    ['GET', '/nowhere', 404],
    ['DELETE', '/hotels/search', 405],
    ['GET', '/hotels/book/ubk_UNKNOWN', 404],
    ['POST', '/graphql', 400],
    ['GET', '/health/live', 200],
    ['GET', '/docs', 200],
    ['GET', '/openapi.json', 200],
  ])('%s %s', async (method, path, status) => {
    const answer = await http.call(method, path, method === 'POST' ? {} : undefined)
    expect(answer.status).toBe(status)
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
    expect(answer.headers.get('cache-control')).toMatch(path === '/hotels/filters' ? /^private, max-age/ : /no-store/)
    expect(answer.headers.get('x-request-id')).toBeTruthy()
    for (const name of ['server', 'x-powered-by', 'strict-transport-security', 'access-control-allow-origin'])
      expect(answer.headers.get(name)).toBeNull()
  })

  it('[C-004] hold without a key too', async () => {
    for (const path of ['/hotels/filters', '/graphql', '/graphql/stream']) {
      const answer = await fetch(gateway.url + path)
      expect([
        answer.status,
        answer.headers.get('x-content-type-options'),
        answer.headers.get('cache-control'),
      ]).toEqual([401, 'nosniff', 'no-store'])
    }
  })

  it('insist on TLS in production only', () => {
    expect(securityHeaders('production')['strict-transport-security']).toMatch(/^max-age=31536000/)
    expect(securityHeaders('sandbox')).not.toHaveProperty('strict-transport-security')
  })

  it('let nobody frame a page, or a page load anything from elsewhere', async () => {
    for (const path of ['/docs', '/graphql']) {
      const page = await fetch(gateway.url + path, { headers: { accept: 'text/html' } })
      expect(page.status).toBe(200)
      const policy = page.headers.get('content-security-policy') ?? ''
      expect(policy).toContain("default-src 'none'")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).not.toMatch(/https?:|\*/)
      expect(page.headers.get('x-frame-options')).toBe('DENY')
    }
  })
})
