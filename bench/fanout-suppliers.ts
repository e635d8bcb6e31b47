/**
 * The sandbox suppliers in a process of their own, for `bench/fanout.ts`: each request is answered by the real sandbox once,
 * and from then on with the same bytes, 50 ms after it arrived, so that what is measured is the gateway.
 */
import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { gunzipSync, gzipSync } from 'node:zlib'
import { createClock } from '../src/platform/clock.ts'
import { sandboxCatalogue } from '../src/sandbox/catalogue/catalogue.ts'
import { createMemoryFaults, createMemoryState } from '../src/sandbox/suppliers/memory-state.ts'
import { startSandboxSuppliers } from '../src/sandbox/suppliers/server.ts'
import { keepRates } from './fanout-two-rates.ts'

const ANSWER_AFTER_MS = 50

type Recorded = { readonly status: number; readonly headers: Record<string, string>; readonly body: Buffer }

const sandbox = await startSandboxSuppliers({
  clock: createClock(),
  catalogue: () => sandboxCatalogue({ everySupplierSellsAll: true }),
  state: () => createMemoryState(),
  faults: createMemoryFaults(),
  log: { debug: () => undefined, error: (fields, message) => console.error(message, fields) },
  port: 0,
})
const origin = new URL(Object.values(sandbox.baseUrls)[0] ?? '').origin

const recorded = new Map<string, Recorded>()
let calls = 0

/** With a count of rates as the first argument, hotels that were answered with more have only the first ones. */
const rates = Number(process.argv[2] ?? 0)

function cut(body: Buffer): Buffer {
  if (rates === 0) return body
  const parsed = JSON.parse(gunzipSync(body).toString())
  keepRates(parsed, rates)
  return gzipSync(JSON.stringify(parsed), { level: 1 })
}

function ask(incoming: IncomingMessage, body: Buffer): Promise<Recorded> {
  return new Promise((resolve, reject) => {
    const { host: _host, ...headers } = incoming.headers
    const asked = send(`${origin}${incoming.url}`, { method: incoming.method ?? 'GET', headers }, (response) => {
      const kept = ['content-type', 'content-encoding'].flatMap((name) => {
        const value = response.headers[name]
        return typeof value === 'string' ? [[name, value]] : []
      })
      buffer(response).then(
        (bytes) => resolve({ status: response.statusCode ?? 500, headers: Object.fromEntries(kept), body: cut(bytes) }),
        reject,
      )
    })
    asked.once('error', reject)
    asked.end(body)
  })
}

async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  const since = performance.now()
  const body = await buffer(incoming)
  if (incoming.url === '/calls') return void response.end(String(calls))
  calls += 1
  const key = `${incoming.method} ${incoming.url} ${body.toString()}`
  const reply = recorded.get(key) ?? (await ask(incoming, body))
  recorded.set(key, reply)
  function write(): void {
    response.writeHead(reply.status, { ...reply.headers, 'content-length': String(reply.body.length) })
    response.end(reply.body)
  }
  setTimeout(write, Math.max(0, ANSWER_AFTER_MS - (performance.now() - since)))
}

const server = createServer((incoming, response) => {
  answer(incoming, response).catch((error: unknown) => {
    console.error(error)
    response.destroy()
  })
})
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port))
