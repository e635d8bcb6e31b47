import { type StartedGateway } from './gateway.ts'
import type { Json } from './http-client.ts'

export type GraphqlAnswer = { readonly status: number; readonly json: Json; readonly headers: Headers }

/** With this media type, an operation that is refused has a status of its own. */
export const JSON_HEADERS = { 'content-type': 'application/json', accept: 'application/graphql-response+json' }

/** Cheap documents that any key of the sandbox may send. */
export const FILTERS = '{ hotelFilters { ... on HotelFilters { chains { id } } } }'
export const ENDPOINTS = '{ webhookEndpoints { ... on WebhookEndpointList { endpoints { description } } } }'

/** Requests to a gateway's GraphQL facade, as they are: `send` adds nothing to them, `ask` posts a body with a valid key. */
export function graphqlRequestsTo({ url, apiKey }: Pick<StartedGateway, 'url' | 'apiKey'>) {
  async function send(init: RequestInit, path = '/graphql'): Promise<GraphqlAnswer> {
    const answer = await fetch(`${url}${path}`, init)
    const text = await answer.text()
    const json = /json/.test(answer.headers.get('content-type') ?? '') ? JSON.parse(text) : text
    return { status: answer.status, json, headers: answer.headers }
  }

  function ask(body: Json, path = '/graphql'): Promise<GraphqlAnswer> {
    return send({ method: 'POST', headers: { ...JSON_HEADERS, 'x-api-key': apiKey }, body: JSON.stringify(body) }, path)
  }

  return { send, ask }
}

export type GraphqlRequests = ReturnType<typeof graphqlRequestsTo>

export function codeOf({ json }: GraphqlAnswer): string {
  return json.errors?.[0]?.extensions?.code
}
