import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Haproxy, NO_HAPROXY, startHaproxy } from '../support/haproxy.ts'
import { until } from '../support/until.ts'

if (NO_HAPROXY) console.warn(NO_HAPROXY)

/** What has arrived at any process, by method and path; health checks left out. */
const arrived: { readonly what: string; readonly headers: IncomingHttpHeaders }[] = []
/** So many of the next requests are read wholly, and their connection ends without an answer: a process that dies. */
let dying = 0

const servers: Server[] = []
let haproxy: Haproxy

/** A port on which nothing listens. */
const NOWHERE = 9

/** What stands where a process stands: ready, and answering, or dying. */
async function startProcess(): Promise<number> {
  const server = createServer((request, response) => {
    request.resume()
    request.on('end', () => {
      if (request.url === '/health/ready') return void response.writeHead(200).end()
      arrived.push({ what: `${request.method} ${request.url}`, headers: request.headers })
      dying -= 1
      if (dying >= 0) return void request.socket.destroy()
      response.writeHead(200).end('done')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  servers.push(server)
  return (server.address() as AddressInfo).port
}

function close(server: Server | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (!server?.listening) return resolve()
    server.close(() => resolve())
    server.closeAllConnections()
  })
}

async function startWithProcesses(): Promise<Haproxy> {
  const gateways = { api1: await startProcess(), api2: await startProcess(), api3: await startProcess() }
  const postgres = { postgres1: NOWHERE, postgres2: NOWHERE }
  const started = await startHaproxy({ gateways, postgres })
  for (const server of Object.keys(gateways))
    await until(server, async () => (await started.statusOf('gateways', server)) === 'UP')
  return started
}

beforeAll(async () => {
  if (!NO_HAPROXY) haproxy = await startWithProcesses()
})

afterAll(async () => {
  await haproxy?.stop()
  await Promise.all(servers.map(close))
})

beforeEach(() => {
  arrived.splice(0)
  dying = 0
})

function post(path: string): Promise<Response> {
  return fetch(haproxy.url + path, { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } })
}

describe.skipIf(NO_HAPROXY)('[21] HAProxy with deploy/haproxy.cfg', () => {
  it('sends a write once: when its connection ends without an answer, that is a 502', async () => {
    dying = 1
    expect((await post('/hotels/book')).status).toBe(502)
    expect(arrived.map(({ what }) => what)).toEqual(['POST /hotels/book'])
  })

  it('sends a read again, when its connection ends without an answer', async () => {
    dying = 1
    expect((await fetch(`${haproxy.url}/hotels/bookings`)).status).toBe(200)
    expect(arrived.map(({ what }) => what)).toEqual(['GET /hotels/bookings', 'GET /hotels/bookings'])
  })

  it('says itself where a request came from, and keeps the metrics to itself', async () => {
    await fetch(`${haproxy.url}/hotels/bookings`, { headers: { 'x-forwarded-for': '203.0.113.7' } })
    expect(arrived.map(({ headers }) => headers['x-forwarded-for'])).toEqual(['127.0.0.1'])
    expect((await fetch(`${haproxy.url}/metrics`)).status).toBe(404)
    expect(arrived).toHaveLength(1)
  })

  it('gives a write that no connection could be made for to another process, and says 503 when there is none', async () => {
    // Over connections that HAProxy kept it is the partner whose connection ends; here there are none yet.
    await haproxy.stop()
    haproxy = await startWithProcesses()
    const mine = servers.slice(-3)
    await close(mine[0])
    const statuses = await Promise.all(Array.from({ length: 30 }, async () => (await post('/hotels/book')).status))
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(arrived).toHaveLength(30)
    await Promise.all(mine.map(close))
    const told = await until('nobody to be ready', async () => {
      const answer = await post('/hotels/book').catch(() => null)
      return answer?.headers.get('retry-after') === '2' ? answer : null
    })
    expect(told.status).toBe(503)
    expect(await told.json()).toMatchObject({ code: 'SERVICE_UNAVAILABLE', retryable: true })
    // Its own checks believe it a little later.
    await until('it to say so itself', async () => (await fetch(`${haproxy.url}/balancer/health`)).status === 503)
  })
})
