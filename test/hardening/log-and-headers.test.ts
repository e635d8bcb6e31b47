import { describe, expect, it } from 'vitest'
import { securityHeaders } from '../../src/http/security-headers.ts'
import { type StartedGateway } from '../support/gateway.ts'
import type { HttpClient } from '../support/http-client.ts'
import { parseAnswer, rawSocket } from '../support/raw-socket.ts'
import { type RequestText, requestTextOf } from '../support/request-text.ts'
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

/** What browsers may keep: it belongs to nobody. */
const CACHED: Readonly<Record<string, RegExp>> = {
  '/hotels/filters': /^private, max-age/,
  '/docs/quick-start': /^public, max-age/,
  '/openapi.json': /^public, max-age/,
}

describe('the headers of every answer', () => {
  it.each([
    ['GET', '/hotels/filters', 200],
    ['POST', '/hotels/search', 400],
    ['GET', '/nowhere', 404],
    ['DELETE', '/hotels/search', 405],
    ['GET', '/hotels/book/ubk_UNKNOWN', 404],
    ['POST', '/graphql', 400],
    ['GET', '/health/live', 200],
    ['GET', '/docs/quick-start', 200],
    ['GET', '/openapi.json', 200],
  ])('%s %s', async (method, path, status) => {
    const answer = await http.call(method, path, method === 'POST' ? {} : undefined)
    expect(answer.status).toBe(status)
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
    expect(answer.headers.get('cache-control')).toMatch(CACHED[path] ?? /no-store/)
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
