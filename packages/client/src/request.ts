import type { CallOptions, Connection } from './connection.ts'
import { OPERATIONS } from './generated/operations.ts'
import type { OperationName } from './operation.ts'

export type Input = Readonly<Record<string, unknown>>

/** A request as every attempt of a call sends it. */
export type Request = {
  readonly operation: OperationName
  readonly url: URL
  readonly init: RequestInit
  readonly headers: Headers
  readonly idempotencyKey: string | null
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null
}

/** @throws TypeError when a part would lead to another path. */
function pathPart(name: string, value: unknown): string {
  const text = isGiven(value) ? String(value) : ''
  if (text === '' || text === '.' || text === '..') throw new TypeError(`${name} is missing`)
  return encodeURIComponent(text)
}

/**
 * Distributes the input: names in the path go there, the rest into the query of a GET and into the body of all others. Unknown
 * names are sent as well, so that the gateway refuses them by name and a filter with a slip does not widen a search.
 */
export function requestOf(
  { baseUrl, headers: common }: Connection,
  name: OperationName,
  { input = {}, options: { idempotencyKey } = {} }: { input?: Input | undefined; options?: CallOptions | undefined },
): Request {
  const { method, path, version = '1', keyed, answer } = OPERATIONS[name]
  const { ...rest }: Record<string, unknown> = input
  function take(part: string): unknown {
    const value = rest[part]
    delete rest[part]
    return value
  }
  const key = keyOf(keyed, keyed === 'LOOKUP' ? take('idempotency_key') : idempotencyKey)
  const url = new URL(baseUrl + path.replace(/\{(\w+)\}/g, (_, part: string) => pathPart(part, take(part))))
  const given = Object.entries(rest).filter(([, value]) => value !== undefined)
  const hasBody = method !== 'GET' && given.length > 0
  if (method === 'GET') for (const [part, value] of given) if (isGiven(value)) url.searchParams.set(part, String(value))
  const headers = new Headers({
    ...common,
    accept: answer === 'STREAM' ? 'text/event-stream' : 'application/json',
    'x-service-contract-version': version,
    ...(key === null ? {} : { 'idempotency-key': key }),
    ...(hasBody ? { 'content-type': 'application/json' } : {}),
  })
  // A redirect would carry the key to wherever it leads.
  const init: RequestInit = { method, redirect: 'manual', ...(hasBody ? { body: JSON.stringify(rest) } : {}) }
  return { operation: name, url, init, headers, idempotencyKey: key }
}

function keyOf(keyed: 'ATTEMPT' | 'LOOKUP' | undefined, given: unknown): string | null {
  if (keyed === undefined) return null
  if (isGiven(given)) return String(given)
  if (keyed === 'LOOKUP') throw new TypeError('idempotency_key is missing')
  return crypto.randomUUID()
}
