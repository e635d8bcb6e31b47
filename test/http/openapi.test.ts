import type { FastifyRequest } from 'fastify'
import { describe, expect, it } from 'vitest'
import { ERRORS } from '../../src/domain/errors.ts'
import { exampleOf } from '../../src/http/examples/exchanges.ts'
import { errorExamples } from '../../src/http/openapi/errors.ts'
import { openApiDocument } from '../../src/http/openapi.ts'
import { readInput } from '../../src/http/read-input.ts'
import type { Route } from '../../src/http/routes/route.ts'
import { ROUTES } from '../../src/http/routes.ts'
import { ENVIRONMENTS } from '../../src/operations/caller.ts'
import type { Json } from '../support/http-client.ts'
import { printedSchema } from '../support/printed-schema.ts'

const document: Json = openApiDocument('sandbox')
const printed = printedSchema(document)

function pathOf({ path }: Route): string {
  return path.replace(/:(\w+)/g, '{$1}')
}
function operationOf(route: Route): Json {
  return document.paths[pathOf(route)][route.method.toLowerCase()]
}
function placeOf(route: Route): string[] {
  return ['paths', pathOf(route), route.method.toLowerCase()]
}
const cases = ROUTES.map((route) => [route.operation, route] as const)

describe('the printed document', () => {
  it('names every schema that it refers to', () => {
    const refs = [...JSON.stringify(document).matchAll(/"\$ref":"#([^"]+)"/g)].map(([, ref = '']) => ref)
    const missing = new Set(refs).values().filter(
      (ref) =>
        !ref
          .slice(1)
          .split('/')
          .reduce((node: Json, part: string) => node?.[part], document),
    )
    expect([...missing]).toEqual([])
  })

  it('uses every schema that it names', () => {
    const text = JSON.stringify(document)
    const unused = Object.keys(document.components.schemas).filter((name) => !text.includes(`schemas/${name}"`))
    expect(unused).toEqual([])
  })

  it('shows keys only as there are: of the sandbox or of production', () => {
    const shown = [...JSON.stringify(document).matchAll(/"hdg_([a-z]+)_/g)].map(([, environment]) => environment)
    expect(new Set(shown).difference(new Set(ENVIRONMENTS))).toEqual(new Set())
    expect(shown.length).toBeGreaterThan(3)
  })

  it('spells every property as the contract does', () => {
    const names = [...JSON.stringify(document.components.schemas).matchAll(/"([a-z]+[A-Z]\w*)":\{"(?:type|\$ref)/g)]
    const own = new Set(['additionalProperties', 'propertyNames'])
    expect(names.map(([, name = '']) => name).filter((name) => !own.has(name))).toEqual([])
  })
})

describe.each(cases)('%s', (operation, route) => {
  it('has an example of its request that the operation takes', () => {
    const { params, query, body } = exampleOf(operation).request
    const input = readInput(route, { params, query, body, headers: {} } as unknown as FastifyRequest)
    expect(input.ok && route.input.safeParse(input.value)).toMatchObject({ success: true })
    const names = operationOf(route).parameters.flatMap(({ name, in: place }: Json) => (place === 'path' ? [name] : []))
    expect(Object.keys(params).sort()).toEqual(names.sort())
  })

  it('has parameters and a body whose examples are what is printed', () => {
    const { parameters, requestBody } = operationOf(route)
    parameters.forEach(({ example }: Json, index: number) => {
      if (example === undefined) return
      const place = [...placeOf(route), 'parameters', String(index), 'schema']
      expect(printed.faultsAt(place, example)).toBeNull()
    })
    if (!requestBody) return
    const place = [...placeOf(route), 'requestBody', 'content', 'application/json', 'schema']
    expect(printed.faultsAt(place, requestBody.content['application/json'].examples.request.value)).toBeNull()
  })

  it('[C-001] has an example of its answer that is what is printed', () => {
    const status = route.status ?? 200
    const type = route.answer === 'STREAM' ? 'text/event-stream' : 'application/json'
    const headers = new Headers({ 'content-type': type })
    const { answer: body } = exampleOf(operation)
    expect(printed.answerFaults({ path: pathOf(route), method: route.method }, { status, headers, body })).toBeNull()
  })

  it('[C-011] has an example of every error that it can answer', () => {
    const responses: Json[] = Object.entries(operationOf(route).responses)
    const errors = responses.filter(([status]) => Number(status) >= 400)
    expect(errors.length).toBeGreaterThan(5)
    for (const [status, response] of errors) {
      const { content } = response.$ref ? document.components.responses[response.$ref.split('/').at(-1)] : response
      for (const { $ref } of Object.values<Json>(content['application/json'].examples)) {
        const { value } = document.components.examples[$ref.split('/').at(-1)]
        const headers = new Headers({ 'content-type': 'application/json' })
        const answer = { status: Number(status), headers, body: value }
        expect(printed.answerFaults({ path: pathOf(route), method: route.method }, answer)).toBeNull()
      }
    }
  })

  it('[C-001] refuses a field that is not printed, and the lack of one that is', () => {
    if (route.answer === 'STREAM') return
    function judge(body: Json): string | null {
      return printed.answerFaults(
        { path: pathOf(route), method: route.method },
        { status: route.status ?? 200, headers: new Headers({ 'content-type': 'application/json' }), body },
      )
    }
    const body: Json = exampleOf(operation).answer
    expect(judge({ ...body, data: { ...body.data, surprise: 1 } })).toContain('additional properties')
    const [first = ''] = Object.keys(body.data)
    const { [first]: _, ...rest } = body.data
    expect(judge({ ...body, data: rest })).toContain('required property')
  })
})

it('[C-011] every code of the catalogue has a schema, a status and an example', () => {
  for (const [code, { status }] of Object.entries(ERRORS)) {
    const { value: body }: Json = Object.values<Json>(errorExamples()).find(({ value }) => value.code === code)
    expect(printed.errorFaults({ status, body })).toBeNull()
  }
})
