import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { until } from './until.ts'

export type ReceivedWebhook = {
  readonly headers: IncomingHttpHeaders
  readonly body: string
  readonly event: {
    readonly type: string
    readonly data: {
      readonly event_id: string
      readonly booking_id: string
      readonly sequence: number
      readonly previous_status: string | null
      readonly status: string
    }
  }
}

export type Receiver = {
  readonly url: string
  readonly received: readonly ReceivedWebhook[]
  /** Waits until a webhook fits; fails after 20 s. */
  readonly waitFor: (fits: (webhook: ReceivedWebhook) => boolean) => Promise<ReceivedWebhook>
  readonly close: () => Promise<void>
}

/** A partner's webhook receiver over real HTTP. `answer` decides the status of each delivery, 204 by default. */
export async function startReceiver(answer: (count: number) => number = () => 204): Promise<Receiver> {
  const received: ReceivedWebhook[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8')
      received.push({ headers: request.headers, body, event: JSON.parse(body) as ReceivedWebhook['event'] })
      response.writeHead(answer(received.length)).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    received,
    waitFor: (fits) => until('a webhook that fits', () => received.find(fits)),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
