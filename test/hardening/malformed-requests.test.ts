import { describe, expect, it } from 'vitest'
import { type StartedGateway } from '../support/gateway.ts'
import type { HttpClient } from '../support/http-client.ts'
import { exchange, parseAnswer, rawSocket } from '../support/raw-socket.ts'
import { expectRefused } from '../support/refused-answer.ts'
import { type RequestText, requestTextOf } from '../support/request-text.ts'
import { until } from '../support/until.ts'
import { useGateway } from '../support/use-gateway.ts'

let gateway: StartedGateway
let http: HttpClient
let request: RequestText

useGateway(
  (started) => {
    ;({ gateway, http } = started)
    request = requestTextOf(gateway.apiKey)
  },
  { env: { LOG_LEVEL: 'debug' } },
)

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
