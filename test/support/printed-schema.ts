import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { SHAPES } from '../../src/http/answers/answers.ts'
import { ERROR_SHAPES } from '../../src/http/openapi/errors.ts'
import { namedSchemas } from '../../src/http/openapi/json-schema.ts'
import type { Json } from './http-client.ts'

const ID = 'https://gateway.example/openapi.json'
const ERRORS_ID = 'https://gateway.example/errors.json'

/** Every error, those too that belong to no operation and are therefore not printed with one: an unknown path, another method. */
const ALL_SCHEMAS = namedSchemas({ ...SHAPES, ...ERROR_SHAPES })

/** A JSON pointer of the parts. */
function pointer(parts: readonly string[]): string {
  return parts.map((part) => `/${encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('')
}

/** Looks up a path of the document, `$ref`s followed. */
function at(document: Json, parts: readonly string[]): { readonly found: Json; readonly parts: readonly string[] } {
  let found = document
  let where: string[] = []
  for (const part of parts) {
    found = found?.[part]
    where.push(part)
    while (typeof found?.$ref === 'string') {
      where = found.$ref.slice(2).split('/')
      found = where.reduce((node: Json, name: string) => node?.[name], document)
    }
  }
  return { found, parts: where }
}

export type PrintedSchema = {
  readonly document: Json
  /** What is wrong with a value by the schema at a place of the document; null when nothing is. */
  readonly faultsAt: (parts: readonly string[], value: unknown) => string | null
  /** What is wrong with an answer by what is printed for the operation and this status; an unprinted status is a fault. */
  readonly answerFaults: (
    operation: { readonly path: string; readonly method: string },
    answer: { readonly status: number; readonly headers: Headers; readonly body: unknown },
  ) => string | null
  /** The same for an answer that belongs to no operation: an unknown path, another method. */
  readonly errorFaults: (answer: { readonly status: number; readonly body: Json }) => string | null
}

/** The printed OpenAPI document as a judge of answers. */
export function printedSchema(document: Json): PrintedSchema {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false })
  ajv.addSchema({ ...document, $id: ID })
  ajv.addSchema({ components: { schemas: ALL_SCHEMAS }, $id: ERRORS_ID })
  const compiled = new Map<string, ValidateFunction>()

  const faultsAt: PrintedSchema['faultsAt'] = (parts, value) => {
    const place = pointer(parts)
    const validate = compiled.get(place) ?? ajv.compile({ $ref: `${ID}#${place}` })
    compiled.set(place, validate)
    if (validate(value)) return null
    return `${place}: ${ajv.errorsText(validate.errors?.slice(0, 5))}`
  }

  function streamFaults(parts: readonly string[], text: string): string | null {
    for (const line of text.split('\n').filter((one) => one.startsWith('data: '))) {
      const faults = faultsAt([...parts, 'schema', 'contentSchema'], JSON.parse(line.slice(6)))
      if (faults) return faults
    }
    return null
  }

  return {
    document,
    faultsAt,
    answerFaults: ({ path, method }, { status, headers, body }) => {
      const { found, parts } = at(document, ['paths', path, method.toLowerCase(), 'responses', String(status)])
      if (!found) return `no printed answer ${status} of ${method} ${path}: ${JSON.stringify(body)}`
      if (!found.content) return body === '' ? null : `a body where none is printed: ${JSON.stringify(body)}`
      const type = (headers.get('content-type') ?? '').split(';')[0] ?? ''
      const media = found.content[type]
      if (!media) return `no printed ${type} of ${method} ${path} ${status}`
      const inMedia = [...parts, 'content', type]
      if (type === 'text/event-stream') return streamFaults(inMedia, String(body))
      return faultsAt([...inMedia, 'schema'], body)
    },
    errorFaults: ({ status, body }) => {
      const [name] = Object.entries<Json>(ALL_SCHEMAS).find(
        ([one, { properties }]) => one in ERROR_SHAPES && properties?.code?.const === body?.code,
      ) ?? [null]
      if (!name) return `no error ${body?.code ?? JSON.stringify(body)} (${status})`
      const place = `${ERRORS_ID}#/components/schemas/${name}`
      const validate = compiled.get(place) ?? ajv.compile({ $ref: place })
      compiled.set(place, validate)
      return validate(body) ? null : `${name}: ${ajv.errorsText(validate.errors?.slice(0, 5))}`
    },
  }
}
