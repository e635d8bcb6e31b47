import { describe, expect, it } from 'vitest'
import type { HttpClient, Json } from '../support/http-client.ts'
import { useGateway } from '../support/use-gateway.ts'

/** A URL that would be dialled as something else than what is stored and shown is refused, on both facades. */
let http: HttpClient
let stored: () => Promise<number>

useGateway(({ http: client, database }) => {
  http = client
  stored = async () => (await database.query('SELECT count(*)::int AS n FROM webhook_endpoints'))[0].n
})

const CASES: readonly (readonly [what: string, url: string, code: string])[] = [
  ['CR LF', 'https://1.1.1.1/a\r\nX-Evil: 1', 'CONTROL_CHARACTER_IN_URL'],
  ['a line feed inside the scheme', 'ht\ntps://1.1.1.1/', 'CONTROL_CHARACTER_IN_URL'],
  ['a tab inside the host', 'https://1.1\t.1.1/', 'CONTROL_CHARACTER_IN_URL'],
  ['a leading space', ' https://1.1.1.1/', 'CONTROL_CHARACTER_IN_URL'],
  ['NUL', 'https://1.1.1.1/\u0000', 'CONTROL_CHARACTER_IN_URL'],
  ['DEL', 'https://1.1.1.1/\u007f', 'CONTROL_CHARACTER_IN_URL'],
  ['a C1 control', 'https://1.1.1.1/\u0085', 'CONTROL_CHARACTER_IN_URL'],
  ['a line separator', 'https://1.1.1.1/\u2028', 'CONTROL_CHARACTER_IN_URL'],
  ['a backslash', 'https://1.1.1.1\\@2.2.2.2/', 'CONTROL_CHARACTER_IN_URL'],
  ['credentials', 'https://user:secret@1.1.1.1/', 'CREDENTIALS_IN_URL'],
  ['a fragment', 'https://1.1.1.1/#there', 'FRAGMENT_IN_URL'],
  ['a label of 64 characters', `https://${'a'.repeat(64)}.example/`, 'HOST_TOO_LONG'],
  ['a host of 300 characters', `https://${'abcdefghi.'.repeat(30)}example/`, 'HOST_TOO_LONG'],
]

function codesOf({ issues }: Json): string[] {
  return issues.map(({ code }: Json) => code)
}

describe('a URL with', () => {
  it.each(CASES)('%s is refused when an endpoint is created, and nothing is stored', async (_what, url, code) => {
    const before = await stored()
    const { status, body } = await http.post('/webhooks/endpoints', { url })
    expect(status).toBe(400)
    expect(codesOf(body.details)).toContain(code)
    const query = `mutation($input: CreateWebhookEndpointInput!) { createWebhookEndpoint(input: $input) {
      __typename ... on ValidationProblem { issues { code } } } }`
    const answer = await http.post('/graphql', { query, variables: { input: { url } } })
    expect(codesOf(answer.body.data.createWebhookEndpoint)).toContain(code)
    expect(await stored()).toBe(before)
  })

  it.each(CASES)('%s is refused when an endpoint is changed', async (_what, url, code) => {
    const created = await http.post('/webhooks/endpoints', { url: 'https://1.1.1.1/a%0d%0aX-Evil:%201' })
    expect(created.status).toBe(201)
    expect(created.body.data.url).toBe('https://1.1.1.1/a%0d%0aX-Evil:%201')
    const { endpoint_id: id } = created.body.data
    const { status, body } = await http.call('PATCH', `/webhooks/endpoints/${id}`, { url })
    expect(status).toBe(400)
    expect(codesOf(body.details)).toContain(code)
    await http.call('DELETE', `/webhooks/endpoints/${id}`)
  })
})
