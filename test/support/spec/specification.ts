import type { Json } from '../http-client.ts'
import type { WireRequest } from '../suppliers/watched-wire.ts'
import { specificationDocument } from './wire/documents.ts'
import { headerFaults, type Operation, queryFaults } from './wire/parameters.ts'
import { resolved, unknownProperties } from './wire/unknown-properties.ts'
import { checkOf } from './wire/validators.ts'

export type Specification = {
  /** What is wrong with a request by the specification; empty when nothing is. */
  readonly requestFaults: (request: WireRequest) => string[]
  /** What is wrong with an answer; a documented answer without a schema may have any body, or none. */
  readonly answerFaults: (request: Pick<WireRequest, 'method' | 'path'>, status: number, body: unknown) => string[]
}

const JSON_TYPE = 'application/json'

/** Checks exchanges against OpenAPI files, each a part of one supplier's API. */
export function specificationOf(files: readonly string[]): Specification {
  const documents = files.map((name) => {
    const document = specificationDocument(name)
    return { document, check: checkOf(document), templates: templatesOf(document) }
  })

  function find(method: string, path: string): Operation | null {
    for (const { document, check, templates } of documents) {
      const template = templates.find(({ pattern }) => pattern.test(path))?.template
      const name = method.toLowerCase()
      if (template && document.paths[template][name]) return { document, template, method: name, check }
    }
    return null
  }

  return {
    requestFaults: (request) => {
      const found = find(request.method, request.path)
      if (!found) return [`${request.method} ${request.path} is in no specification`]
      return [
        ...queryFaults(found, request.query),
        ...headerFaults(found, request.headers),
        ...bodyFaults(found, request),
      ]
    },
    answerFaults: ({ method, path }, status, body) => {
      const found = find(method, path)
      if (!found) return [`${method} ${path} is in no specification`]
      const response = resolved(found.document, found.document.paths[found.template][found.method].responses[status])
      if (Object.keys(response).length === 0) return [`${method} ${found.template} answers no ${status}`]
      if (!response.content?.[JSON_TYPE]?.schema || body === null) return []
      const place = ['paths', found.template, found.method, 'responses', String(status), 'content', JSON_TYPE, 'schema']
      return found.check(place, body, String(status))
    },
  }
}

/** The templates of a document with what their paths look like; those with the fewest variable parts first. */
function templatesOf({ paths }: Json): readonly { readonly template: string; readonly pattern: RegExp }[] {
  function variables(template: string): number {
    return template.split('{').length
  }
  return Object.keys(paths)
    .sort((a, b) => variables(a) - variables(b))
    .map((template) => ({ template, pattern: new RegExp(`^${template.replace(/\{[^}]+\}/g, '[^/]+')}$`) }))
}

function bodyFaults({ document, template, method, check }: Operation, { headers, body }: WireRequest): string[] {
  const wanted = document.paths[template][method].requestBody
  const schema = wanted?.content?.[JSON_TYPE]?.schema
  if (body === '') return wanted?.required ? [`${method} ${template} needs a body`] : []
  if (!schema) return [`${method} ${template} takes no body`]
  const value: unknown = JSON.parse(body)
  const type = headers['content-type']?.split(';')[0]
  return [
    ...(type === JSON_TYPE ? [] : [`header content-type: ${type} is not ${JSON_TYPE}`]),
    ...check(['paths', template, method, 'requestBody', 'content', JSON_TYPE, 'schema'], value, 'body'),
    ...unknownProperties({ document, schema }, value).map((path) => `body${path}: unknown`),
  ]
}
