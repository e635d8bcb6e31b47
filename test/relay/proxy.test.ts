import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { createNames } from '../../src/platform/names/names.ts'
import { createWebhookSender, type WebhookSender } from '../../src/relay/deliver.ts'
import { startDnsServer } from '../support/dns-server.ts'
import { startReceiver } from '../support/receiver.ts'

const closers: (() => Promise<void> | void)[] = []

afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

/** A forwarding proxy that notes what it is asked for, and leads everything to one port of loopback. */
async function startProxy(leadsTo: number): Promise<{ readonly url: string; readonly asked: readonly string[] }> {
  const asked: string[] = []
  const server: Server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    const upstream = connect(leadsTo, '127.0.0.1')
    upstream.end(`POST /hooks HTTP/1.1\r\nhost: receiver\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}`)
    upstream.resume()
    upstream.on('close', () => response.writeHead(204).end())
  })
  server.on('connect', (request, socket: Socket) => {
    asked.push(`CONNECT ${request.url} ${request.headers['proxy-authorization'] ?? ''}`.trim())
    socket.on('error', () => socket.destroy())
    socket.end('HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(
    () => new Promise((resolve) => server.close(() => resolve())),
    () => server.closeAllConnections(),
  )
  return { url: `http://user:secret@127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

async function courierThrough(proxyUrl: string): Promise<{ courier: WebhookSender; asked: readonly string[] }> {
  const dns = await startDnsServer(() => 'silence')
  const names = createNames({ servers: [dns.address] })
  const courier = createWebhookSender({ names, allowPrivateNetworks: false, proxyUrl })
  closers.push(dns.close, names.close, courier.close)
  return { courier, asked: dns.asked }
}

function post(courier: WebhookSender, url: string) {
  return courier.deliver({ url, organizationId: 'org_1', headers: {}, body: '{}' })
}

describe('[C-110] with a proxy', () => {
  it('everything goes through it, names are its own to resolve, and what it refuses is an attempt that failed', async () => {
    const receiver = await startReceiver()
    closers.push(receiver.close)
    const proxy = await startProxy(Number(new URL(receiver.url).port))
    const { courier, asked } = await courierThrough(proxy.url)
    expect((await post(courier, 'http://partner.example/hooks')).status).toBe(204)
    expect(receiver.received).toHaveLength(1)
    const refused = await post(courier, 'https://partner.example/hooks')
    expect(refused.status).toBeNull()
    expect(refused.error).not.toBeNull()
    expect(proxy.asked[0]).toBe('POST http://partner.example/hooks')
    expect(proxy.asked[1]).toMatch(/^CONNECT partner\.example:443 Basic /)
    expect(asked).toEqual([])
  })

  it('an address and a port that may not be dialled are refused here, before the proxy is asked', async () => {
    const proxy = await startProxy(9)
    const { courier } = await courierThrough(proxy.url)
    for (const url of ['https://169.254.169.254/', 'https://[::ffff:10.0.0.1]/', 'https://partner.example:6379/'])
      expect((await post(courier, url)).error).toMatch(/^refused: /)
    expect(proxy.asked).toEqual([])
  })

  it('that takes connections and never answers is not waited for longer than any receiver', {
    timeout: 180_000,
  }, async () => {
    const sockets: Socket[] = []
    const silent = createTcpServer((socket) => sockets.push(socket.on('error', () => undefined)))
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    closers.push(() => {
      for (const socket of sockets) socket.destroy()
      silent.close()
    })
    const { courier } = await courierThrough(`http://127.0.0.1:${(silent.address() as AddressInfo).port}`)
    const { error } = await post(courier, 'https://partner.example/hooks')
    // Which of our deadlines it was: 10 s of silence to the CONNECT, or the attempt's own 15 s.
    expect(error).toMatch(/^(UND_ERR_HEADERS_TIMEOUT|no answer within 15000 ms)$/)
  })
})
