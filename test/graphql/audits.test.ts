import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { serverAudits } from 'graphql-http'
import { describe, expect, it } from 'vitest'
import { type StartedGateway } from '../support/gateway.ts'
import { useGateway } from '../support/use-gateway.ts'

let gateway: StartedGateway

useGateway((started) => {
  ;({ gateway } = started)
})

function withKey(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  return fetch(input, {
    ...init,
    headers: { ...(init.headers as Record<string, string>), 'x-api-key': gateway.apiKey },
  })
}

/** Ids of audits that docs/graphql.md gives a reason for. */
async function explained(): Promise<string[]> {
  const docs = await readFile(join(import.meta.dirname, '../../docs/graphql.md'), 'utf8')
  return [...docs.matchAll(/^\| `([0-9A-Z]{4})` \| SHOULD/gm)].map(([, id]) => id ?? '')
}

describe('the audits of GraphQL over HTTP', () => {
  // Twice: the second time, documents are compiled and answered in the lane.
  for (const turn of ['first', 'second'])
    it(`pass every MUST and MAY, and every SHOULD but what docs/graphql.md explains (${turn} time)`, async () => {
      const audits = serverAudits({ url: () => `${gateway.url}/graphql`, fetchFn: withKey })
      const failed: { readonly id: string; readonly name: string; readonly reason: string }[] = []
      for (const audit of audits) {
        const result = await audit.fn()
        if (result.status !== 'ok') failed.push({ id: result.id, name: result.name, reason: result.reason })
      }
      expect(audits.length).toBeGreaterThan(50)
      expect(failed.filter(({ name }) => !name.startsWith('SHOULD'))).toEqual([])
      expect(failed.map(({ id }) => id)).toEqual(await explained())
    })
})
