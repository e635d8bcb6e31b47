import { createServer, request as httpRequest, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export type Gate = {
  readonly port: number
  /** From now on answers are kept back, whole. */
  readonly shut: () => void
  /** How many answers are kept back. */
  readonly held: () => number
  /** Sends all that were kept back, and those that come later at once; resolves when the last byte is with the kernel. */
  readonly open: () => Promise<void>
  readonly close: () => Promise<void>
}

/** Hands requests on to another port of this machine, and can keep their answers back, so that many arrive at the same time. */
export async function startGate(port: number): Promise<Gate> {
  const kept: (() => Promise<void>)[] = []
  let isShut = false
  const server = createServer((incoming, outgoing) => {
    const { method = 'GET', url: path = '/', headers } = incoming
    const upstream = httpRequest({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
      buffer(answer).then(
        (body) => {
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
          function send(): Promise<void> {
            return sent(outgoing, body)
          }
          if (isShut) kept.push(send)
          else void send()
        },
        () => outgoing.destroy(),
      )
    })
    upstream.on('error', () => outgoing.destroy())
    incoming.pipe(upstream)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    shut: () => {
      isShut = true
    },
    held: () => kept.length,
    open: async () => {
      isShut = false
      await Promise.all(kept.splice(0).map((send) => send()))
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function sent(outgoing: ServerResponse, body: Buffer): Promise<void> {
  return new Promise((resolve) => void outgoing.end(body, () => resolve()))
}
