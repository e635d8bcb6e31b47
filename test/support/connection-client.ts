import { Agent, request } from 'node:http'
import { type StartedGateway } from './gateway.ts'
import type { HttpAnswer } from './http-client.ts'

export type ConnectionClient = {
  /** Rejects when the connection breaks. */
  readonly call: (
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<HttpAnswer>
  readonly close: () => void
}

/** A client with one connection that it keeps, which is one thread's; `isFresh`: one for each request, which may be any thread's. */
export function connectionClient(
  { url, apiKey }: Pick<StartedGateway, 'url' | 'apiKey'>,
  { isFresh = false }: { readonly isFresh?: boolean } = {},
): ConnectionClient {
  const agent = new Agent({ keepAlive: !isFresh, maxSockets: isFresh ? Number.POSITIVE_INFINITY : 1 })
  return {
    call: (method, path, body, headers = {}) =>
      new Promise((resolve, reject) => {
        const text = body === undefined ? null : JSON.stringify(body)
        const given = {
          'x-api-key': apiKey,
          ...(text === null ? {} : { 'content-type': 'application/json' }),
          ...headers,
        }
        const asked = request(new URL(path, url), { method, agent, headers: given }, (answer) => {
          const chunks: Buffer[] = []
          answer.on('error', reject)
          answer.on('data', (chunk: Buffer) => chunks.push(chunk))
          answer.on('end', () => {
            const told = Buffer.concat(chunks).toString()
            const isJson = /json/.test(answer.headers['content-type'] ?? '') && told !== ''
            const fields = Object.entries(answer.headers).map(
              ([name, value]) => [name, String(value)] as [string, string],
            )
            resolve({
              status: answer.statusCode ?? 0,
              headers: new Headers(fields),
              body: isJson ? JSON.parse(told) : told,
            })
          })
        })
        asked.on('error', reject)
        asked.end(text ?? undefined)
      }),
    close: () => agent.destroy(),
  }
}
