/** The thread of `reference-script.ts`. Scalar's package serves its script only as a Fastify plugin, which is asked once. */
import { parentPort } from 'node:worker_threads'
import Fastify from 'fastify'
import { pack } from './packed.ts'

async function read(): Promise<string> {
  const { default: plugin } = await import('@scalar/fastify-api-reference')
  const app = Fastify()
  await app.register(plugin, { routePrefix: '/reference', configuration: { url: '/openapi.json' } })
  const { payload } = await app.inject('/reference/js/scalar.js')
  await app.close()
  return payload
}

const packed = await pack(await read())
// Handed over, not copied.
const memory = [packed.plain, packed.br, packed.gzip].map(({ buffer }) => buffer as ArrayBuffer)
parentPort?.postMessage(packed, memory)
