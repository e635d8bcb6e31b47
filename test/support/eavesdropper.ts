import { createServer, request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Overheard = { readonly method: string; readonly path: string; readonly headers: IncomingHttpHeaders }

export type Eavesdropper = {
  readonly port: number
  /** What was sent to the server behind, in order. */
  readonly heard: readonly Overheard[]
  readonly close: () => Promise<void>
}

/** Hands every request on to another port of this machine, as it is, and remembers its head; answers come `delayMs` late. */
export async function startEavesdropper(
  port: number,
  delayMs: (path: string) => number = () => 0,
): Promise<Eavesdropper> {
  const heard: Overheard[] = []
  const server = createServer((incoming, outgoing) => {
    const { method = 'GET', url: path = '/', headers } = incoming
    heard.push({ method, path, headers })
    const upstream = httpRequest({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
      answer.on('error', () => outgoing.destroy())
      setTimeout(() => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      }, delayMs(path))
    })
    upstream.on('error', () => outgoing.destroy())
    incoming.pipe(upstream)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    heard,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
