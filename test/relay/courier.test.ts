import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { err, ok } from '../../src/domain/result.ts'
import { createNames } from '../../src/platform/names/names.ts'
import { createWebhookSender, type WebhookSender } from '../../src/relay/deliver.ts'
import { until } from '../support/until.ts'

const servers: Server[] = []
const couriers: WebhookSender[] = []

afterEach(async () => {
  for (const courier of couriers.splice(0)) await courier.close()
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})

/** Notes which of its addresses was dialled. */
async function listen(address: string, port: number, seen: string[]): Promise<number> {
  const server = createServer((request, response) => {
    request.resume()
    seen.push(address)
    response.writeHead(204).end()
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(port, address, resolve))
  return (server.address() as AddressInfo).port
}

function courierFor(resolve: () => readonly string[]): WebhookSender {
  function found() {
    return resolve().length > 0 ? ok(resolve()) : err('NOT_FOUND' as const)
  }
  const courier = createWebhookSender({ allowPrivateNetworks: true, names: { resolve: async () => found() } })
  couriers.push(courier)
  return courier
}

function post(courier: WebhookSender, url: string) {
  return courier.deliver({ url, organizationId: 'org_1', headers: {}, body: '{}' })
}

describe('[C-110] a name whose address changes', () => {
  it('is dialled anew where it leads now, though the connection to its old address is still open', async () => {
    const seen: string[] = []
    const port = await listen('127.0.0.1', 0, seen)
    await listen('127.0.0.2', port, seen)
    let address = '127.0.0.1'
    const courier = courierFor(() => [address])
    const url = `http://receiver.example:${port}/`
    const first = await post(courier, url)
    // The connection is free again a moment after its answer; until then another one is dialled.
    const kept = await until('a connection to be used again', async () => {
      const sent = await post(courier, url)
      return sent.timings.connectMs === null ? sent : null
    })
    expect(new Set(seen)).toEqual(new Set(['127.0.0.1']))
    address = '127.0.0.2'
    await post(courier, url)
    expect(seen.at(-1)).toBe('127.0.0.2')
    expect(first.timings).toMatchObject({ dnsMs: expect.any(Number), connectMs: expect.any(Number), tlsMs: null })
    expect(kept.timings.connectMs).toBeNull()
  })

  it('is refused at the dial when it leads to a metadata address, also when only one of several does', async () => {
    const seen: string[] = []
    const port = await listen('127.0.0.1', 0, seen)
    let addresses: readonly string[] = ['127.0.0.1']
    const courier = courierFor(() => addresses)
    const url = `http://receiver.example:${port}/`
    expect((await post(courier, url)).status).toBe(204)
    for (addresses of [['169.254.169.254'], ['127.0.0.1', 'fd00:ec2::254'], ['::ffff:169.254.169.254'], []]) {
      const { status, error } = await post(courier, url)
      expect(status).toBeNull()
      expect(error).toMatch(/^refused: receiver\.example (is a metadata address|cannot be resolved)/)
    }
    expect(seen).toEqual(['127.0.0.1'])
  })
})

describe('[C-110] where private networks are not allowed', () => {
  it.each([
    'http://127.0.0.1:8080/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'http://[::ffff:127.0.0.1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[2002:7f00:1::]/',
    'http://10.1.2.3/',
    'http://[fe80::1]/',
    'http://8.8.8.8:25/',
  ])('%s is refused before anything is dialled', async (url) => {
    const courier = createWebhookSender({ allowPrivateNetworks: false, names: createNames({ servers: [] }) })
    couriers.push(courier)
    const { status, error, timings } = await post(courier, url)
    expect(status).toBeNull()
    expect(error).toMatch(/^refused: /)
    expect(timings.connectMs).toBeNull()
  })
})

describe('[C-110] headers', () => {
  it('cannot be added to by what is in a URL', async () => {
    const seen: string[] = []
    const port = await listen('127.0.0.1', 0, seen)
    const courier = courierFor(() => ['127.0.0.1'])
    const { status } = await post(courier, `http://127.0.0.1:${port}/a%0d%0ax-evil:%201?b=%0d%0ax-evil: 2`)
    expect(status).toBe(204)
    const split = await courier.deliver({
      url: `http://127.0.0.1:${port}/`,
      organizationId: 'org_1',
      headers: { 'x-a': 'b\r\nx-evil: 1' },
      body: '',
    })
    expect(split).toMatchObject({ status: null })
    expect(seen).toHaveLength(1)
  })
})
