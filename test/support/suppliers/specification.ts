import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv, type ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { SupplierRequest } from '../../../src/suppliers/supplier-call.ts'
import type { Json } from '../http-client.ts'

const SHARED = join(import.meta.dirname, '../../../../shared/suppliers')

/** A file of the suppliers' own, beside the repository; a clear word when it is not there. */
export function sharedFile(name: string): string {
  const path = join(SHARED, name)
  if (!existsSync(path))
    throw new Error(`${path} is missing: these tests check against ../shared, put it beside the clone`)
  return path
}

export function sharedJson(name: string): Json {
  return JSON.parse(readFileSync(sharedFile(name), 'utf8'))
}

/**
 * A specification without its misprints. LiteAPI's requires the members of a guest of the `metadata` of a booking, which has none
 * of them, and breaks that in its own example.
 */
function corrected(document: Json): Json {
  const booking = document.paths['/rates/book']?.post.requestBody.content['application/json'].schema
  delete booking?.properties?.metadata?.required
  return document
}

/** The path of a copy of a supplier's specification without its misprints, for programs that read files. */
export function correctedFile(name: string): string {
  const path = join(mkdtempSync(join(tmpdir(), 'specification-')), 'openapi.json')
  writeFileSync(path, JSON.stringify(corrected(sharedJson(name))))
  return path
}

export type Specification = {
  /** `METHOD /path/{template}` of a request's path; null for a path that stands nowhere. */
  readonly operationOf: (method: string, path: string) => string | null
  /** What is wrong with a request by the specification; empty when nothing is. */
  readonly requestFaults: (request: SupplierRequest, path: string, query: URLSearchParams) => string[]
  /** What is wrong with an answer; a documented answer without a schema may have any body, or none. */
  readonly answerFaults: (method: string, path: string, status: number, body: unknown) => string[]
}

type Found = { readonly template: string; readonly operation: Json; readonly item: Json; readonly index: number }

function pointer(part: string): string {
  return encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))
}

/** Checks exchanges against OpenAPI files, each a part of one supplier's API. */
export function specificationOf(files: readonly string[]): Specification {
  const documents = files.map((name) => corrected(sharedJson(name)))
  const validators = documents.map((document, index) => {
    const Kind = String(document.openapi).startsWith('3.1') ? Ajv2020 : Ajv
    const ajv = new Kind({ strict: false, validateFormats: false, allErrors: true, coerceTypes: false })
    ajv.addSchema({ ...document, $id: `document${index}` })
    const compiled = new Map<string, ValidateFunction>()
    return (parts: readonly string[]): ValidateFunction => {
      const $ref = `document${index}#/${parts.map(pointer).join('/')}`
      const known = compiled.get($ref) ?? ajv.compile({ $ref })
      compiled.set($ref, known)
      return known
    }
  })

  function find(method: string, path: string): Found | null {
    for (const [index, document] of documents.entries()) {
      const templates = Object.keys(document.paths).sort(
        (a, b) => (a.match(/\{/g) ?? []).length - (b.match(/\{/g) ?? []).length,
      )
      const template = templates.find((one) => new RegExp(`^${one.replace(/\{[^}]+\}/g, '[^/]+')}$`).test(path))
      const operation = template && document.paths[template]?.[method.toLowerCase()]
      if (template && operation) return { template, operation, item: document.paths[template], index }
    }
    return null
  }

  function faultsOf(validate: ValidateFunction, value: unknown, where: string): string[] {
    return validate(value)
      ? []
      : (validate.errors ?? []).map(({ instancePath, message }) => `${where}${instancePath}: ${message}`)
  }

  function queryFaults({ operation, item, index }: Found, query: URLSearchParams): string[] {
    const document = documents[index]
    function resolve(raw: Json): Json {
      return raw.$ref
        ? raw.$ref
            .slice(2)
            .split('/')
            .reduce((at: Json, part: string) => at[part], document)
        : raw
    }
    const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])]
      .map(resolve)
      .filter((parameter: Json) => parameter.in === 'query')
    const names = new Set(parameters.map(({ name }: Json) => name))
    const unknown = [...query.keys()].filter((name) => !names.has(name)).map((name) => `query ${name}: unknown`)
    const missing = parameters
      .filter(({ name, required }: Json) => required && !query.has(name))
      .map(({ name }: Json) => `query ${name}: required`)
    const wrong = parameters.flatMap(({ name, schema }: Json) =>
      query.getAll(name).flatMap((text) => {
        if (schema?.type === 'integer' && !/^\d+$/.test(text)) return [`query ${name}: ${text} is no integer`]
        return schema?.enum && !schema.enum.includes(text) ? [`query ${name}: ${text} is not allowed`] : []
      }),
    )
    return [...unknown, ...missing, ...wrong]
  }

  return {
    operationOf: (method, path) => {
      const found = find(method, path)
      return found && `${method} ${found.template}`
    },
    requestFaults: (request, path, query) => {
      const found = find(request.method, path)
      if (!found) return [`${request.method} ${path} is in no specification`]
      const { template, operation, index } = found
      const body = request.body === undefined ? undefined : JSON.parse(request.body)
      const schema = operation.requestBody?.content?.['application/json']?.schema
      if (body !== undefined && !schema) return [`${request.method} ${template} takes no body`]
      if (body === undefined && operation.requestBody?.required) return [`${request.method} ${template} needs a body`]
      const parts = [
        'paths',
        template,
        request.method.toLowerCase(),
        'requestBody',
        'content',
        'application/json',
        'schema',
      ]
      const validate = body === undefined ? null : validators[index]?.(parts)
      return [...queryFaults(found, query), ...(validate ? faultsOf(validate, body, 'body') : [])]
    },
    answerFaults: (method, path, status, body) => {
      const found = find(method, path)
      if (!found) return [`${method} ${path} is in no specification`]
      const { template, operation, index } = found
      const response = operation.responses[status]
      if (!response) return [`${method} ${template} answers no ${status}`]
      if (!response.content?.['application/json']?.schema || body === null) return []
      const parts = [
        'paths',
        template,
        method.toLowerCase(),
        'responses',
        String(status),
        'content',
        'application/json',
        'schema',
      ]
      const validate = validators[index]?.(parts)
      return validate ? faultsOf(validate, body, `${status}`) : []
    },
  }
}
