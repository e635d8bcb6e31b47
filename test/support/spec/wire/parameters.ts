import type { Json } from '../../http-client.ts'
import type { Check } from './validators.ts'

/** A parameter beside the place of its schema in the document. */
type Parameter = { readonly parameter: Json; readonly place: readonly string[] }

/** An operation of a specification. */
export type Operation = {
  readonly document: Json
  readonly template: string
  readonly method: string
  readonly check: Check
}

function parametersOf({ document, template, method }: Operation): Parameter[] {
  const item = document.paths[template]
  function listed(list: readonly Json[] | undefined, place: readonly string[]): Parameter[] {
    return (list ?? []).map((raw, index) => {
      if (!raw.$ref) return { parameter: raw, place: [...place, 'parameters', String(index), 'schema'] }
      const parts: string[] = raw.$ref.slice(2).split('/')
      return { parameter: parts.reduce((at, part) => at[part], document), place: [...parts, 'schema'] }
    })
  }
  return [
    ...listed(item.parameters, ['paths', template]),
    ...listed(item[method].parameters, ['paths', template, method]),
  ]
}

/** A text of a URL or header as its schema wants it; a text that is no such value stays a text, and is refused by the schema. */
function read(text: string, type: string | undefined): unknown {
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text
  return (type === 'integer' || type === 'number') && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text
}

function faultsOfOne({ check }: Operation, { parameter, place }: Parameter, texts: readonly string[]): string[] {
  const where = `${parameter.in} ${parameter.name}`
  const [first] = texts
  if (first === undefined) return parameter.required ? [`${where}: required`] : []
  if (!parameter.schema) return []
  const { type, items } = parameter.schema
  if (type === 'array')
    return check(
      place,
      texts.map((text) => read(text, items?.type)),
      where,
    )
  return [...(texts.length > 1 ? [`${where}: more than once`] : []), ...check(place, read(first, type), where)]
}

export function queryFaults(operation: Operation, query: URLSearchParams): string[] {
  const known = parametersOf(operation).filter(({ parameter }) => parameter.in === 'query')
  const names = new Set(known.map(({ parameter }) => parameter.name))
  const unknown = [...query.keys()].filter((name) => !names.has(name)).map((name) => `query ${name}: unknown`)
  return [...unknown, ...known.flatMap((one) => faultsOfOne(operation, one, query.getAll(one.parameter.name)))]
}

/** Headers by their lower-case names; those that authenticate are required as well. */
export function headerFaults(operation: Operation, headers: Readonly<Record<string, string>>): string[] {
  const { document, template, method } = operation
  const known = parametersOf(operation).filter(({ parameter }) => parameter.in === 'header')
  const told = known.flatMap((one) => {
    const text = headers[String(one.parameter.name).toLowerCase()]
    return faultsOfOne(operation, one, text === undefined ? [] : [text])
  })
  const [needed = {}] = document.paths[template][method].security ?? document.security ?? []
  const schemes = Object.keys(needed).map((name) => document.components.securitySchemes[name])
  const missing = schemes.flatMap(({ type, in: place, name, scheme }: Json) => {
    if (type === 'http')
      return new RegExp(`^${scheme} \\S+$`, 'i').test(headers['authorization'] ?? '')
        ? []
        : [`no ${scheme} authorization`]
    return place === 'header' && !headers[name.toLowerCase()] ? [`header ${name}: required`] : []
  })
  return [...told, ...missing]
}
