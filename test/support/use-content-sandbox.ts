import { createHash } from 'node:crypto'
import { gunzipSync, zstdDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect } from 'vitest'
import type { Clock } from '../../src/platform/clock.ts'
import { sandboxCatalogue } from '../../src/sandbox/catalogue/catalogue.ts'
import { SANDBOX_CREDENTIALS } from '../../src/sandbox/suppliers/credentials.ts'
import { createMemoryFaults, createMemoryState } from '../../src/sandbox/suppliers/memory-state.ts'
import { type SandboxServer, startSandboxSuppliers } from '../../src/sandbox/suppliers/server.ts'
import type { SandboxState } from '../../src/sandbox/suppliers/state.ts'
import { partOf } from './catalogue-part.ts'
import { SOME_DAY } from './content-rows.ts'
import type { Json } from './http-client.ts'

type Answer = { readonly status: number; readonly headers: Headers; readonly body: Json }

export type Extent = {
  /** How many times the content is handed out. */
  readonly copies?: number
  /** One listing of so many, for what is about the wire: reading all takes seconds of processor. */
  readonly oneOf?: number
}

/** The sandbox suppliers' static content over HTTP, at a time that the test sets, for one file. */
export function useContentSandbox({ copies = 1, oneOf = 1 }: Extent = {}) {
  const NOON = SOME_DAY * 86_400_000 + 12 * 3_600_000
  let at = NOON
  function now(): number {
    return at
  }
  const clock: Pick<Clock, 'real' | 'of'> = { real: now, of: () => ({ now, world: '' }) }
  const faults = createMemoryFaults()
  let states = new Map<string, SandboxState>()
  let server: SandboxServer

  beforeAll(async () => {
    server = await startSandboxSuppliers({
      clock,
      catalogue: () => (oneOf === 1 ? sandboxCatalogue() : partOf(sandboxCatalogue(), oneOf)),
      state: (code) => ({
        get: (...key) => stateOf(code).get(...key),
        put: (...record) => stateOf(code).put(...record),
        create: (...record) => stateOf(code).create(...record),
        find: (...question) => stateOf(code).find(...question),
        update: (...change) => stateOf(code).update(...change),
      }),
      faults,
      log: { debug: () => undefined, error: (fields, message) => expect.fail(`${message} ${JSON.stringify(fields)}`) },
      contentCopies: copies,
      port: 0,
    })
  })
  afterAll(() => server.close())

  function stateOf(code: string): SandboxState {
    const state = states.get(code) ?? createMemoryState()
    states.set(code, state)
    return state
  }

  async function call(url: string, init: RequestInit = {}): Promise<Answer> {
    const answer = await fetch(url, init)
    const text = await answer.text()
    return { status: answer.status, headers: answer.headers, body: text === '' ? null : JSON.parse(text) }
  }

  function baseOf(code: string): string {
    return server.baseUrls[code] ?? ''
  }

  function rapid(path: string, account = ''): Promise<Answer> {
    const { apiKey, sharedSecret } = SANDBOX_CREDENTIALS.expedia_rapid
    const key = apiKey + account
    const seconds = Math.floor(at / 1_000)
    const signature = createHash('sha512').update(`${key}${sharedSecret}${seconds}`).digest('hex')
    return call(path.startsWith('http') ? path : baseOf('expedia_rapid') + path, {
      headers: {
        authorization: `EAN apikey=${key},signature=${signature},timestamp=${seconds}`,
        accept: 'application/json',
        'accept-encoding': 'gzip',
        'user-agent': 'test',
      },
    })
  }

  function hotelbeds(path: string, key: string = SANDBOX_CREDENTIALS.hotelbeds.apiKey): Promise<Answer> {
    const { secret } = SANDBOX_CREDENTIALS.hotelbeds
    const signature = createHash('sha256')
      .update(`${key}${secret}${Math.floor(at / 1_000)}`)
      .digest('hex')
    return call(`${baseOf('hotelbeds')}/hotel-content-api/1.0${path}`, {
      headers: { 'api-key': key, 'x-signature': signature },
    })
  }

  function ratehawk(path: string, body: object = {}): Promise<Answer> {
    const { keyId, apiKey } = SANDBOX_CREDENTIALS.ratehawk
    return call(baseOf('ratehawk') + path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { authorization: `Basic ${Buffer.from(`${keyId}:${apiKey}`).toString('base64')}` },
    })
  }

  function liteapi(path: string): Promise<Answer> {
    return call(baseOf('liteapi') + path, { headers: { 'x-api-key': SANDBOX_CREDENTIALS.liteapi.apiKey } })
  }

  return {
    rapid,
    hotelbeds,
    ratehawk,
    liteapi,
    baseOf,
    faults,
    NOON,
    /** Sets the time of everybody, and forgets what was counted. */
    setTime: (time: number): void => {
      at = time
      states = new Map()
    },
    rapidLink: async (): Promise<string> =>
      (await rapid('/v3/files/properties/content?language=en-US&supply_source=expedia')).body.href,
    dumpLink: async (): Promise<string> => (await ratehawk('/hotel/info/dump/')).body.data.url,
  }
}

/** The rows of a packed file. */
export function unpacked(bytes: Buffer, packing: 'gzip' | 'zstd'): Json[] {
  const text = (packing === 'gzip' ? gunzipSync(bytes) : zstdDecompressSync(bytes)).toString('utf8')
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
}

export async function bytesOf(url: string, headers: Record<string, string> = {}): Promise<Buffer> {
  const answer = await fetch(url, { headers })
  expect(answer.status).toBeLessThan(300)
  return Buffer.from(await answer.arrayBuffer())
}
