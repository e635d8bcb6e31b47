import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { createEngine } from '../../src/graphql/engine.ts'
import type { GraphqlHost } from '../../src/graphql/host-port.ts'
import { createGraphql } from '../../src/graphql/yoga.ts'
import type { GraphqlContext } from '../../src/resolvers/context.ts'

/** Nothing of what is asked here comes as far as an operation. */
const host: GraphqlHost = {
  teller: { requestId: 'req_test', unforeseen: () => 'INTERNAL_ERROR' },
  contextFor: () => ({ observe: () => undefined }) as unknown as GraphqlContext,
  enter: async () => null,
  consumeRest: async () => null,
}

const yoga = createGraphql({ explorer: null, engine: createEngine('compiled') })

async function ask(query: string): Promise<string> {
  const answer = await yoga.fetch(
    'http://gateway/graphql',
    { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ query }) },
    host,
  )
  return answer.text()
}

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

function heapMegabytes(): number {
  collect()
  return process.memoryUsage().heapUsed / 1_000_000
}

/** As many fields as a document may have tokens; each is another fault. */
function wrong(at: number): string {
  return `{${Array.from({ length: 1_900 }, (_, field) => `u${field}x${at}`).join(' ')}}`
}

it('[C-143] nothing is kept of documents that are refused: a thousand different ones would be 2 GB', async () => {
  await ask(wrong(0))
  const before = heapMegabytes()
  for (let at = 1; at <= 40; at++) expect(await ask(wrong(at))).toContain('GRAPHQL_VALIDATION_FAILED')
  expect(heapMegabytes() - before).toBeLessThan(15)
})

it('a valid document is answered alike each time that it comes', async () => {
  const answers = [await ask('{ __typename }'), await ask('{ __typename }'), await ask('{ __typename }')]
  expect(answers).toEqual([answers[0], answers[0], answers[0]])
  expect(answers[0]).toContain('"data":{"__typename":"Query"}')
})
