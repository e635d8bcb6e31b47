import { describe, expect, it } from 'vitest'
import { type StartedGateway } from '../support/gateway.ts'
import { useGateway } from '../support/use-gateway.ts'

let gateway: StartedGateway

useGateway((started) => {
  ;({ gateway } = started)
})

function post(path: string, body: string): Promise<Response> {
  return fetch(gateway.url + path, {
    method: 'POST',
    headers: { 'x-api-key': gateway.apiKey, 'content-type': 'application/json' },
    body,
  })
}

/** Brackets that a reader of one line believes to be in a string, and that a forgiving parser opens one by one. */
const HIDDEN = [
  ['a string that ends with its line', '["\n'],
  ['a comment', '[// "\n'],
] as const

describe('a body that is not JSON', () => {
  it.each(HIDDEN.flatMap(([what, start]) => [1_000, 20_000, 60_000].map((depth) => ({ what, start, depth }))))(
    'with $depth brackets behind $what is refused, and the process lives',
    async ({ start, depth }) => {
      for (const path of ['/hotels/search', '/graphql']) {
        const answer = await post(path, start + '['.repeat(depth))
        expect(answer.status).toBe(400)
        expect(JSON.stringify(await answer.json())).toContain('MALFORMED_JSON')
      }
      expect((await fetch(`${gateway.url}/health/live`)).status).toBe(200)
    },
  )

  it('as deep from a supplier, without a key, is refused as well', async () => {
    for (const [, start] of HIDDEN) {
      const answer = await post('/supplier-notifications/x', start + '['.repeat(4_000))
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(answer.status).toBeLessThan(500)
    }
  })
})
