import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { afterEach } from 'vitest'
import { ok } from '../../src/domain/result.ts'
import { createWebhookSender, type Delivered, type WebhookSender } from '../../src/relay/deliver.ts'

/** What a test file has that posts webhooks without Postgres: a courier that may dial loopback, and receivers. */
const servers: Server[] = []
const couriers: WebhookSender[] = []

/** Whatever a test opens is closed after it. */
export function useCouriers(): void {
  afterEach(async () => {
    for (const courier of couriers.splice(0)) await courier.close()
    for (const server of servers.splice(0)) {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
  })
}

/** A courier for which every name leads to these addresses. */
export function courierTo(...addresses: readonly string[]): WebhookSender {
  const names = { resolve: async () => ok(addresses.length > 0 ? addresses : ['127.0.0.1']) }
  const courier = createWebhookSender({ allowPrivateNetworks: true, names })
  couriers.push(courier)
  return courier
}

export function post(courier: WebhookSender, url: string): Promise<Delivered> {
  return courier.deliver({ url, organizationId: 'org_1', headers: {}, body: '{}' })
}

export type Receiver = {
  readonly url: string
  readonly port: number
  /** All connections that were ever made to it. */
  readonly sockets: readonly Socket[]
}

/** A receiver on loopback; `server` is given where it is not plain HTTP. */
export async function receiver(
  answer: RequestListener,
  { server = createServer(), host = '127.0.0.1', port = 0 }: { server?: Server; host?: string; port?: number } = {},
): Promise<Receiver> {
  const sockets: Socket[] = []
  server.on('connection', (socket: Socket) => sockets.push(socket))
  server.on('request', (request, response) => {
    request.resume()
    answer(request, response)
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(port, host, resolve))
  const { port: taken } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${taken}/hooks`, port: taken, sockets }
}
