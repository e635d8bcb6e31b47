import { fetch } from 'undici'
import type { Ids } from './access-ids.ts'
import { documentsOf, FIELD_CALLS, fieldPath } from './field-calls.ts'
import { type StartedGateway } from './gateway.ts'
import type { Json } from './http-client.ts'
import { type HttpCall, isOwned, ROUTE_CALLS } from './route-calls.ts'

/** One answer as a partner meets it; `status` is 0 when the connection broke. */
export type Asked = {
  readonly what: string
  readonly status: number
  readonly ms: number
  readonly retryAfter: string | null
  readonly body: Json
}

type Request = {
  readonly what: string
  readonly method: string
  readonly path: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** Asks once and waits for the whole answer, for up to a minute. */
export async function askOnce(
  { url, apiKey }: Pick<StartedGateway, 'url' | 'apiKey'>,
  { what, method, path, body, headers = {} }: Request,
): Promise<Asked> {
  const startedAt = performance.now()
  function ended(rest: Pick<Asked, 'status' | 'retryAfter' | 'body'>): Asked {
    return {
      what,
      ms: Math.round(performance.now() - startedAt),
      ...rest,
    }
  }
  try {
    const answer = await fetch(url + path, {
      method,
      headers: {
        'x-api-key': apiKey,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.timeout(60_000),
    })
    const text = await answer.text()
    const isJson = /json/.test(answer.headers.get('content-type') ?? '')
    return ended({
      status: answer.status,
      retryAfter: answer.headers.get('retry-after'),
      body: isJson ? JSON.parse(text) : text,
    })
  } catch (error) {
    return ended({ status: 0, retryAfter: null, body: String(error) })
  }
}

function httpRequests(ids: Ids): Request[] {
  return Object.entries(ROUTE_CALLS).map(([route, entry]) => {
    const [call] = isOwned(entry) ? entry.calls(ids) : [entry.call()]
    const { path, body, headers } = call as HttpCall
    return { what: route, method: route.split(' ')[0] ?? 'GET', path, body, ...(headers ? { headers } : {}) }
  })
}

function graphqlRequests(ids: Ids): Request[] {
  return Object.entries(FIELD_CALLS).map(([name, call]) => ({
    what: `GraphQL ${name}`,
    method: 'POST',
    path: fieldPath(call),
    body: { query: documentsOf(call, ids)[0] },
    headers: {
      accept: call.kind === 'subscription' ? 'text/event-stream' : 'application/graphql-response+json',
    },
  }))
}

/** Every route and every root field, all at once; subscriptions among them only while they can be refused. */
export function askEverything(
  gateway: Pick<StartedGateway, 'url' | 'apiKey'>,
  ids: Ids,
  isAsked: (what: string) => boolean = () => true,
): Promise<Asked[]> {
  return Promise.all(
    [...httpRequests(ids), ...graphqlRequests(ids)]
      .filter(({ what }) => isAsked(what))
      .map((request) => askOnce(gateway, request)),
  )
}

/** The code that a GraphQL answer has, wherever it stands; null for a success. */
function graphqlCode({ body }: Asked): string | null {
  if (body?.errors) return body.errors[0].extensions?.code ?? 'NO_CODE'
  const [value]: Json[] = Object.values(body?.data ?? {})
  return value?.code ?? null
}

/** What is wrong with an answer that was given while Postgres said nothing; null for nothing. */
export function outageFault(asked: Asked): string | null {
  const { what, status, ms, retryAfter, body } = asked
  const told = `${what}: ${status} after ${ms} ms ${JSON.stringify(body).slice(0, 300)}`
  if (status === 0) return `no answer: ${told}`
  if (what.startsWith('GraphQL')) return graphqlCode(asked) === 'INTERNAL_ERROR' ? `ours: ${told}` : null
  if (status < 500) return null
  if (status !== 503 || body.code !== 'SERVICE_UNAVAILABLE') return `no 503: ${told}`
  return retryAfter ? null : `without Retry-After: ${told}`
}
