import { Ajv } from 'ajv'
import { specification } from './rapid.ts'

const spec = specification()
const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true })
ajv.addSchema({ ...spec, $id: 'rapid' })

function pointer(part: string): string {
  return part.replaceAll('~', '~0').replaceAll('/', '~1')
}

/** The specification's path for a real one. */
export function templateOf(path: string): string | undefined {
  return Object.keys(spec.paths)
    .sort((a, b) => (a.match(/\{/g) ?? []).length - (b.match(/\{/g) ?? []).length)
    .find((template) => new RegExp(`^${template.replace(/\{[^}]+\}/g, '[^/]+')}$`).test(path))
}

/** What is wrong with an answer by the official specification; empty when nothing is. */
export function faultsOf(method: string, path: string, status: number, body: unknown): string[] {
  const template = templateOf(path)
  const operation = template && spec.paths[template]?.[method.toLowerCase()]
  if (!operation) return [`${method} ${path} is in no specification`]
  const response = operation.responses[status]
  if (!response) return [`${method} ${template} answers no ${status}`]
  if (!response.content?.['application/json']?.schema)
    return body === null ? [] : [`${method} ${template} ${status} has no body`]
  const where = [
    'paths',
    template,
    method.toLowerCase(),
    'responses',
    String(status),
    'content',
    'application/json',
    'schema',
  ]
  const validate = ajv.compile({ $ref: `rapid#/${where.map((part) => encodeURIComponent(pointer(part))).join('/')}` })
  return validate(body) ? [] : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}
