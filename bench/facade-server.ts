/**
 * One server of the facade bench: `bare` (node:http and JSON.stringify), `bare-flat` (the same, of the same data with every text
 * in one piece, which is written in half the time), or `gateway` (both facades). The operation behind the
 * facades answers a ready view, so that what is measured is the facades. The gateway's second argument is the name of a GraphQL
 * engine. Prints its port.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { toWire } from '../src/domain/wire.ts'
import { ENGINES, type EngineName } from '../src/graphql/engine.ts'
import type { UncheckedGateway } from '../src/operations/gateway.ts'
import { parseInput } from '../src/operations/inputs/input.ts'
import { searchInput } from '../src/operations/inputs/search.ts'
import { facadeAnswer, withOwnPrices } from './facade-answer.ts'
import { startOpenGateway } from './open-gateway.ts'

const view = facadeAnswer()
const nextView = withOwnPrices(view)

async function bare(isFlat: boolean): Promise<number> {
  const made = { contract_version: '1', success: true, message: 'hotels found', data: toWire(view) }
  const body: unknown = isFlat ? structuredClone(made) : made
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      JSON.parse(Buffer.concat(chunks).toString('utf8'))
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

/** The input is validated as in the real operation; only searches are asked for here. */
async function gateway(engine: EngineName): Promise<number> {
  function operations(): Partial<UncheckedGateway> {
    return {
      searchHotels: async (_caller, raw) => {
        const input = parseInput(searchInput, raw)
        return input.ok ? { ok: true, value: nextView() } : input
      },
    }
  }
  const { port } = await startOpenGateway(operations, { engine })
  return port
}

const [, , kind, engineName] = process.argv
const engine = ENGINES.find((name) => name === engineName) ?? 'compiled'
console.log(await (kind === 'gateway' ? gateway(engine) : bare(kind === 'bare-flat')))

// Lets a profiler write its file.
process.once('SIGTERM', () => process.exit(0))
