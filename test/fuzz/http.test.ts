import { afterAll, describe, expect, it } from 'vitest'
import { type GatewayProcess } from '../support/gateway-process.ts'
import { httpClient, type Json } from '../support/http-client.ts'
import { operationsOf, type PrintedOperation } from '../support/printed-operations.ts'
import { type PrintedSchema, printedSchema } from '../support/printed-schema.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { ownRedis } from '../support/redis.ts'
import { useGatewayProcess } from '../support/use-gateway.ts'
import { type MadeRequest, makeRequest, rawRequest } from './http-requests.ts'
import { createLive, driveSandbox, type Live } from './live.ts'
import { type Finding, fuzzFor, leakIn, readRun } from './run.ts'
import { send, sendRaw, type WireAnswer } from './wire.ts'

let gateway: GatewayProcess
let receiver: Receiver
let printed: PrintedSchema
const live: Live = createLive()

useGatewayProcess(
  async (started) => {
    ;({ gateway } = started)
    receiver = await startReceiver()
    printed = printedSchema((await httpClient(gateway).get('/openapi.json')).body)
    await driveSandbox(gateway, live, receiver.url)
  },
  { env: async () => ({ REDIS_URL: await ownRedis() }) },
)

afterAll(async () => {
  await receiver?.close()
})

const MAY_FAIL = new Set([501, 503])

/** How often each status of each operation was seen. */
const seen = new Map<string, number>()

function bodySchemaFaults({ path, method }: PrintedOperation, value: Json): string | null {
  return printed.faultsAt(['paths', path, method, 'requestBody', 'content', 'application/json', 'schema'], value)
}

/** What is wrong with an answer; null when nothing is. */
function judge(operation: PrintedOperation, made: MadeRequest, answer: WireAnswer): string | null {
  const { status, headers, text, body } = answer
  const of = `${operation.operation.operationId} ${made.method} ${status}`
  if (status >= 500 && !MAY_FAIL.has(status)) return `${of}: ${text.slice(0, 300)}`
  const leak = leakIn(text)
  if (leak) return `${of}: ${leak}`
  if (!headers.get('x-request-id')) return `${of}: no X-Request-Id`
  if (made.method === 'HEAD' || status === 304) return text === '' ? null : `${of}: a body`
  if (made.method !== operation.method.toUpperCase() || !made.isAtOperation)
    return status < 400 ? null : problemFaults(of, answer)
  if (/problem\+json/.test(headers.get('content-type') ?? '')) return problemFaults(of, answer)
  const faults = printed.answerFaults(operation, { status, headers, body })
  if (faults) return `${of}: ${faults}`
  // What the printed schema refuses, the gateway must.
  if (status < 300 && made.value !== undefined && operation.operation.requestBody) {
    const refused = bodySchemaFaults(operation, made.value)
    if (refused) return `${of}: taken although ${refused}`
  }
  return null
}

function problemFaults(of: string, { status, headers, body }: WireAnswer): string | null {
  const isProblem = /problem\+json/.test(headers.get('content-type') ?? '')
  const faults = isProblem
    ? printed.faultsAt(['components', 'schemas', 'ProblemDocument'], body)
    : printed.errorFaults({ status, body })
  return faults && `${of}: ${faults}`
}

function show(made: MadeRequest): string {
  return JSON.stringify({ ...made, body: made.body?.slice(0, 600) }).slice(0, 1_500)
}

/** A dead gateway, told once more with everything that it said. */
async function dead(): Promise<string> {
  return (await Promise.race([gateway.ended, Promise.resolve('alive')])) === 'alive'
    ? ''
    : ` (the gateway ended: ${gateway.log.slice(-5).join('\n')})`
}

describe('the HTTP facade', () => {
  it('[C-011] [C-012] answers whatever it is sent as its document says, and never fails by itself', async () => {
    const run = readRun('the HTTP facade', 25)
    const operations = operationsOf(printed.document)
    const { sent, findings } = await fuzzFor(run, async (index): Promise<Finding | null> => {
      const random = run.at(index)
      const operation = random.pick(operations)
      const made = makeRequest(random, live, operation, gateway.apiKey)
      try {
        const answer = await send(gateway.url, made)
        const { operationId } = operation.operation
        const at = `${made.kind} ${Math.floor(answer.status / 100)}xx`
        seen.set(at, (seen.get(at) ?? 0) + 1)
        if (answer.status < 300) {
          live.learn(operationId, answer.body)
          seen.set(operationId, (seen.get(operationId) ?? 0) + 1)
        }
        const what = judge(operation, made, answer)
        return what ? { what, request: show(made) } : null
      } catch (error) {
        return { what: `${operation.operation.operationId}: ${String(error)}${await dead()}`, request: show(made) }
      }
    })
    console.log(`${sent} requests:`, Object.fromEntries([...seen].toSorted(([a], [b]) => a.localeCompare(b))))
    expect(findings).toEqual([])
    const reached = operations.filter(({ operation }) => seen.has(operation.operationId))
    expect(reached.length).toBeGreaterThan(operations.length / 2)
  })

  it('[C-011] answers bytes that are no request with a 4xx, or closes', async () => {
    const run = readRun('its wire', 3, 3)
    const { findings } = await fuzzFor(run, async (index): Promise<Finding | null> => {
      const bytes = rawRequest(run.at(index), gateway.apiKey)
      const text = await sendRaw(gateway.url, bytes)
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0)
      const what = status >= 500 && !MAY_FAIL.has(status) ? `status ${status}: ${text.slice(0, 300)}` : leakIn(text)
      return what ? { what, request: bytes.slice(0, 300) } : null
    })
    expect(findings).toEqual([])
  })

  it('[C-011] and is as well afterwards as it was before', async () => {
    const { status } = await httpClient(gateway).get('/health/ready')
    expect(status).toBe(200)
    expect(gateway.log.filter((line) => /"level":(?:50|60)|"msg":"request failed"/.test(line))).toEqual([])
    expect(({} as Json).polluted).toBeUndefined()
  })
})
