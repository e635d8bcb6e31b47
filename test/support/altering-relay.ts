import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Json } from './http-client.ts'

/** What the caller gets instead of an answer; null: the answer as it is. */
export type Alter = (path: string, body: Json) => { readonly status: number; readonly body: Json } | null

/** Headers of the way to here. */
const DROPPED: ReadonlySet<string> = new Set(['host', 'connection', 'content-length', 'transfer-encoding'])

/** A server before a sandbox supplier, which passes requests on and alters the answers, for what no fault of the sandbox's plays. */
export async function startAlteringRelay(baseUrl: string, alter: Alter) {
  const target = new URL(baseUrl)
  const server: Server = createServer((request, response) => {
    void (async () => {
      const headers = Object.entries(request.headers).filter(([name]) => !DROPPED.has(name))
      const sent = Buffer.concat(await Array.fromAsync<Buffer>(request))
      const answer = await fetch(`${target.origin}${target.pathname}${request.url}`, {
        method: request.method ?? 'GET',
        headers: headers.map(([name, value]): [string, string] => [name, String(value)]),
        ...(sent.length === 0 ? {} : { body: sent }),
      })
      const body: Json = await answer.json()
      const altered = alter(request.url ?? '', body) ?? { status: answer.status, body }
      response.writeHead(altered.status, { 'content-type': 'application/json' }).end(JSON.stringify(altered.body))
    })()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A listening TCP server's address is an object.
  const { port } = server.address() as AddressInfo
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
