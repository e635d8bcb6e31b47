import { once } from 'node:events'
import type { RequestListener, Server, ServerResponse } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { createSecureContext, getCACertificates, setDefaultCACertificates } from 'node:tls'
import { Worker } from 'node:worker_threads'
import { afterEach, describe, expect, it } from 'vitest'
import { createWire } from '../../src/relay/wire.ts'
import { certificateFor } from '../support/certificate.ts'
import { until } from '../support/until.ts'
import { courierTo, post, receiver, useCouriers } from '../support/use-courier.ts'

useCouriers()

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

const HOST = 'receiver.example'

/** A server over TLS that takes this long to say which certificate it has. */
function slowTls(ms: number): Server {
  const { key, cert } = certificateFor(HOST)
  const before = getCACertificates('default')
  setDefaultCACertificates([...before, cert])
  closers.push(() => setDefaultCACertificates(before))
  return createHttpsServer({
    key,
    cert,
    SNICallback: (_, told) => void setTimeout(told, ms, null, createSecureContext({ key, cert })),
  })
}

function ok(...[, response]: Parameters<RequestListener>): void {
  response.end()
}

describe('a new connection', () => {
  it('over TLS is timed in its parts', async () => {
    const port = await fullPort('127.0.0.1')
    await receiver(ok, { server: slowTls(700), host: '127.0.0.2', port })
    const courier = courierTo('127.0.0.2', '127.0.0.1')
    const from = performance.now()
    const { status, error, timings } = await post(courier, `https://${HOST}:${port}/`)
    const tookMs = performance.now() - from
    expect({ status, error }).toEqual({ status: 200, error: null })
    expect(timings.tlsMs).toBeGreaterThanOrEqual(690)
    expect(timings.tlsMs).toBeLessThanOrEqual(tookMs)
    expect(timings.connectMs).toBeGreaterThanOrEqual(200)
    expect(timings.connectMs).toBeLessThanOrEqual(tookMs - 690)
    expect(timings.firstByteMs).toBeLessThanOrEqual(tookMs - 890)
    expect((timings.connectMs ?? 0) + (timings.tlsMs ?? 0) + (timings.firstByteMs ?? 0)).toBeLessThanOrEqual(tookMs + 2)
  })

  it('is made to the next address when the first does not answer, and the time is that of connecting', async () => {
    const port = await fullPort('127.0.0.1')
    await receiver(ok, { host: '127.0.0.2', port })
    const courier = courierTo('127.0.0.2', '127.0.0.1')
    const from = performance.now()
    const { status, timings } = await post(courier, `http://${HOST}:${port}/`)
    const tookMs = performance.now() - from
    expect(status).toBe(200)
    expect(timings.connectMs).toBeGreaterThanOrEqual(200)
    expect(timings.connectMs).toBeLessThanOrEqual(tookMs + 1)
    expect(timings.tlsMs).toBeNull()
    expect(timings.firstByteMs).toBeLessThanOrEqual(tookMs - 200 + 1)
  })

  it('is told to the attempt for which it was made, and to no other', async () => {
    const held: ServerResponse[] = []
    const { url } = await receiver((_, response) => void held.push(response))
    const courier = courierTo()
    const both = [post(courier, url), post(courier, url), post(courier, url)]
    await until('three requests', () => held.length === 3)
    for (const response of held) response.end()
    for (const { timings } of await Promise.all(both)) expect(timings.connectMs).toEqual(expect.any(Number))
  })

  it('that was of no use is not told to those that go over another one', async () => {
    let count = 0
    const { url, sockets } = await receiver((request, response) => {
      count += 1
      if (count === 1) request.socket.destroy()
      else response.end()
    })
    const courier = courierTo()
    expect((await post(courier, url)).status).toBeNull()
    expect((await post(courier, url)).timings.connectMs).toEqual(expect.any(Number))
    await until('a connection to be used again', async () => {
      const before = sockets.length
      const { timings } = await post(courier, url)
      if (sockets.length > before) return null
      expect(timings).toMatchObject({ connectMs: null, tlsMs: null })
      return true
    })
  })
})

describe('several addresses', () => {
  it('are dialled in turns, IPv4 before IPv6', async () => {
    const seen: string[] = []
    function note(address: string): RequestListener {
      return (_, response) => {
        seen.push(address)
        response.writeHead(200, { connection: 'close' }).end()
      }
    }
    const { port } = await receiver(note('127.0.0.1'))
    for (const host of ['127.0.0.2', '127.0.0.3', '::1']) await receiver(note(host), { host, port })
    const courier = courierTo('::1', '127.0.0.1', '127.0.0.2', '127.0.0.3')
    for (let count = 0; count < 6; count++) await post(courier, `http://${HOST}:${port}/`)
    expect(seen.slice(3)).toEqual(seen.slice(0, 3))
    expect([...seen.slice(0, 3), ...seen.slice(0, 3)].join(' ')).toContain('127.0.0.1 127.0.0.2 127.0.0.3')
    seen.length = 0
    await post(courierTo('::1'), `http://${HOST}:${port}/`)
    expect(seen).toEqual(['::1'])
  })

  it('that are none cannot be dialled', async () => {
    const wire = createWire([], { connections: 1, connectTimeoutMs: 5_000 })
    closers.push(() => wire.destroy())
    await expect(wire.agent.request({ origin: `http://${HOST}:80`, path: '/', method: 'GET' })).rejects.toThrow(
      'no address',
    )
  })
})

/** A port at which nobody takes connections: whoever dials it waits. Its queue, which Linux keeps for it, is full. */
async function fullPort(host: string): Promise<number> {
  const worker = new Worker(
    `const { createServer } = require('node:net')
     const { parentPort } = require('node:worker_threads')
     const server = createServer().listen({ host: '${host}', port: 0, backlog: 1 }, () => {
       parentPort.postMessage(server.address())
       setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 30_000))
     })`,
    { eval: true },
  )
  closers.push(() => worker.terminate())
  const [{ port }] = (await once(worker, 'message')) as [AddressInfo]
  for (let isFull = false; !isFull; ) {
    const socket: Socket = connect(port, host).on('error', () => undefined)
    closers.push(() => socket.destroy())
    isFull = await Promise.race([
      once(socket, 'connect').then(() => false),
      new Promise<boolean>((resolve) => setTimeout(() => resolve(true), 300)),
    ])
  }
  return port
}
