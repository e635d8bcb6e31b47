import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildSchema } from 'graphql'
import { afterAll, describe, expect, it } from 'vitest'
import { toWire } from '../../src/domain/wire.ts'
import { type StartedGateway } from '../support/gateway.ts'
import { httpClient, type Json } from '../support/http-client.ts'
import type { Random } from '../support/random.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { ownRedis } from '../support/redis.ts'
import { useGatewayProcess } from '../support/use-gateway.ts'
import { type MadeDocument, makeDocument, type Operation, spoiledDocument } from './graphql-documents.ts'
import { hostileText } from './json-bodies.ts'
import { createLive, driveSandbox, type Live } from './live.ts'
import { type Finding, fuzzFor, leakIn, readRun } from './run.ts'
import { NASTY_TEXT, nastyValue } from './values.ts'
import { send, type WireAnswer, type WireRequest } from './wire.ts'

const schema = buildSchema(readFileSync(join(import.meta.dirname, '../../schema.graphql'), 'utf8'))

let gateway: StartedGateway
let receiver: Receiver
const live: Live = createLive()

useGatewayProcess(
  async (started) => {
    ;({ gateway } = started)
    receiver = await startReceiver()
    await driveSandbox(gateway, live, receiver.url)
  },
  { env: async () => ({ REDIS_URL: await ownRedis() }) },
)

afterAll(async () => {
  await receiver?.close()
})

const WIRE = new Set([400, 408, 414, 431])

const RESPONSE_JSON = 'application/graphql-response+json'

type Made = WireRequest & { readonly kind: string; readonly document: MadeDocument }

function nastyHeaders(random: Random): Readonly<Record<string, string>> {
  return random.pick([
    { 'content-type': 'text/plain' },
    { 'content-type': 'application/x-www-form-urlencoded' },
    { 'content-type': 'multipart/form-data; boundary=x' },
    { 'content-type': 'application/graphql' },
    { 'content-type': 'application/json;charset=utf-16' },
    { accept: 'text/html' },
    { accept: 'application/xml' },
    { accept: 'text/event-stream' },
    { accept: '' },
    { 'x-api-key': 'x'.repeat(2_000) },
    { 'x-request-id': '\u00e9'.repeat(300) },
    { language: '\u00e9'.repeat(300) },
    { 'content-encoding': 'gzip' },
  ])
}

function makeBody(random: Random, { query, variables }: MadeDocument, kind: string): string {
  const body = { query, variables }
  if (kind !== 'hostile') return JSON.stringify(body)
  return random.pick<() => string>([
    () => hostileText(random, body),
    () => hostileText(random, body),
    () => JSON.stringify({ ...body, operationName: random.pick(NASTY_TEXT) }),
    () => JSON.stringify({ ...body, extensions: nastyValue(random) }),
    () => JSON.stringify({ extensions: { persistedQuery: { version: 1, sha256Hash: random.pick(NASTY_TEXT) } } }),
    () => JSON.stringify({ ...body, extensions: { persistedQuery: { version: 1, sha256Hash: 'x' } } }),
    () => JSON.stringify([body, body]),
    () => JSON.stringify({ ...body, query: nastyValue(random) }),
  ])()
}

function makeRequest(random: Random): Made {
  const kind = random.pick(['valid', 'valid', 'almost', 'almost', 'hostile'])
  const operation = random.pick<Operation>(['query', 'query', 'mutation', 'mutation', 'subscription'])
  const good = makeDocument(random, live, schema, operation)
  const document = kind === 'almost' ? spoiledDocument(random, good) : good
  const isGet = random.chance(0.15)
  const path = operation === 'subscription' ? '/graphql/stream' : '/graphql'
  const query = new URLSearchParams({
    query: document.query.toWellFormed(),
    variables: JSON.stringify(document.variables ?? null),
  })
  return {
    kind,
    document,
    method: isGet ? 'GET' : 'POST',
    target: isGet ? `${path}?${query}` : path,
    headers: {
      'x-api-key': gateway.apiKey,
      accept:
        operation === 'subscription' ? 'text/event-stream' : random.pick([RESPONSE_JSON, 'application/json', '*/*']),
      ...(isGet ? {} : { 'content-type': 'application/json' }),
      ...(kind === 'hostile' && random.chance(0.3) ? nastyHeaders(random) : {}),
    },
    body: isGet ? null : makeBody(random, document, kind),
  }
}

/** What is wrong with a result by the specification of GraphQL's answers. */
function resultFaults(result: Json): string | null {
  if (result === null || typeof result !== 'object' || Array.isArray(result)) return 'no object'
  const strange = Object.keys(result).filter((name) => !['data', 'errors', 'extensions'].includes(name))
  if (strange.length > 0) return `strange ${strange.join()}`
  if (!('data' in result) && !('errors' in result)) return 'neither data nor errors'
  if (!('errors' in result)) return null
  if (!Array.isArray(result.errors) || result.errors.length === 0) return 'errors is no list of some'
  for (const { message, extensions } of result.errors) {
    if (typeof message !== 'string') return 'an error without a message'
    if (typeof extensions?.code !== 'string') return `an error without a code: ${message}`
    if (extensions.code === 'INTERNAL_ERROR' || extensions.code === 'INTERNAL_SERVER_ERROR')
      return `${extensions.code}: ${message}`
  }
  return null
}

function streamFaults(text: string): string | null {
  for (const block of text.split('\n\n').filter((one) => one.includes('event: next'))) {
    const data = /^data: (.*)$/m.exec(block)?.[1]
    if (!data) continue
    const faults = resultFaults(JSON.parse(data))
    if (faults) return faults
  }
  return null
}

/** graphql-over-http: with its own media type the status says whether anything was executed. */
function statusFaults(type: string, status: number, result: Json): string | null {
  if (type !== RESPONSE_JSON) return null
  if (result.data !== undefined && result.data !== null) return status === 200 ? null : `${status} with data`
  return result.data === undefined && status === 200 ? '200 without data' : null
}

function judge(answer: WireAnswer): string | null {
  const { status, headers, text, body } = answer
  if (status >= 500 && status !== 501 && status !== 503) return `${status}: ${text.slice(0, 300)}`
  if (!headers.get('x-request-id')) return `${status}: no X-Request-Id`
  const type = (headers.get('content-type') ?? '').split(';')[0] ?? ''
  // The explorer's page: made by others, and the same for everybody.
  if (status === 200 && type === 'text/html') return null
  const leak = leakIn(text)
  if (leak) return leak
  if (type === 'text/event-stream') return streamFaults(text)
  if (!type.endsWith('json')) return text === '' ? null : `${status}: no JSON but ${type}: ${text.slice(0, 200)}`
  // What the wire refuses has no facade yet: it is told as HTTP tells it.
  if (WIRE.has(status) && typeof body?.request_id === 'string') return null
  const faults = resultFaults(body) ?? statusFaults(type, status, body)
  return faults && `${status} ${type}: ${faults}: ${text.slice(0, 300)}`
}

const seen = new Map<string, number>()
function count(what: string): void {
  return void seen.set(what, (seen.get(what) ?? 0) + 1)
}

/** What an answer held, by the fields of its root: successes are neither errors nor problems. */
function learn({ body }: WireAnswer): void {
  for (const [field, value] of Object.entries<Json>(body?.data ?? {})) {
    if (value === null || String(value?.__typename).endsWith('Problem')) continue
    count(field)
    live.learn(field, { data: toWire(value) })
  }
}

describe('the GraphQL facade', () => {
  it('[C-011] answers whatever it is sent in GraphQL’s own form, and never fails by itself', async () => {
    const run = readRun('the GraphQL facade', 25)
    const { sent, findings } = await fuzzFor(run, async (index): Promise<Finding | null> => {
      const made = makeRequest(run.at(index))
      const request = JSON.stringify({ ...made, body: made.body?.slice(0, 1_000) }).slice(0, 2_500)
      try {
        const answer = await send(gateway.url, made)
        count(`${made.kind} ${answer.status}`)
        learn(answer)
        const what = judge(answer)
        return what ? { what: `${made.method} ${made.target.slice(0, 15)} ${what}`, request } : null
      } catch (error) {
        return { what: `${made.kind}: ${String(error)}`, request }
      }
    })
    console.log(`${sent} requests:`, Object.fromEntries([...seen].toSorted(([a], [b]) => a.localeCompare(b))))
    expect(findings).toEqual([])
    const roots = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
      Object.keys(type?.getFields() ?? {}),
    )
    expect(roots.filter((name) => seen.has(name)).length).toBeGreaterThan(roots.length / 2)
  })

  it('[C-011] and is as well afterwards as it was before', async () => {
    const { status } = await httpClient(gateway).get('/health/ready')
    expect(status).toBe(200)
    expect(gateway.log.filter((line) => /"level":(?:50|60)/.test(line))).toEqual([])
  })
})
