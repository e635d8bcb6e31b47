/**
 * Finds what the contract's documents leave unsaid: descriptions that are missing, mechanical (the name in other words) or copied (one
 * text under several names), values of closed lists that no text explains, and marks of `domain/meanings` that nobody spelled.
 */
import {
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedScalarType,
} from 'graphql'

type Json = Readonly<Record<string, unknown>>

/** A place in a document, the name that it describes, and what it says. */
type Said = { readonly place: string; readonly name: string; readonly text: string | null | undefined }

function isJson(value: unknown): value is Json {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}

function entriesOf(value: unknown): [string, Json][] {
  return isJson(value) ? Object.entries(value).filter((entry): entry is [string, Json] => isJson(entry[1])) : []
}

function saidOf(place: string, name: string, { description }: Json): Said {
  return { place, name, text: typeof description === 'string' ? description : null }
}

/** Every property below a schema, the schema itself left out. */
function* saidInSchema(place: string, schema: unknown): Generator<Said> {
  if (Array.isArray(schema)) for (const one of schema) yield* saidInSchema(place, one)
  if (!isJson(schema)) return
  for (const [name, property] of entriesOf(schema['properties'])) {
    yield saidOf(`${place}.${name}`, name, property)
    yield* saidInSchema(`${place}.${name}`, property)
  }
  for (const key of ['items', 'anyOf', 'oneOf', 'allOf', 'additionalProperties']) yield* saidInSchema(place, schema[key])
}

function* saidInOperation(place: string, operation: Json): Generator<Said> {
  yield saidOf(place, place, operation)
  if (typeof operation['summary'] !== 'string') yield { place: `${place} summary`, name: place, text: null }
  const parameters = Array.isArray(operation['parameters']) ? operation['parameters'] : []
  for (const parameter of parameters)
    if (isJson(parameter) && !('$ref' in parameter)) {
      const name = String(parameter['name'])
      yield saidOf(`${place} ${name}`, name, parameter)
    }
  for (const [status, response] of entriesOf(operation['responses']))
    for (const [type, media] of entriesOf(response['content'])) yield* saidInSchema(`${place} ${status} ${type}`, media['schema'])
}

/** Everything that an OpenAPI document describes. */
export function* saidByOpenApi(document: Json): Generator<Said> {
  for (const [path, methods] of [...entriesOf(document['paths']), ...entriesOf(document['webhooks'])])
    for (const [method, operation] of entriesOf(methods)) yield* saidInOperation(`${method} ${path}`, operation)
  const components = isJson(document['components']) ? document['components'] : {}
  for (const [name, schema] of entriesOf(components['schemas'])) {
    yield saidOf(name, name, schema)
    yield* saidInSchema(name, schema)
  }
  for (const part of ['parameters', 'headers', 'responses', 'securitySchemes'])
    for (const [name, one] of entriesOf(components[part])) yield saidOf(`${part} ${name}`, name, one)
  for (const tag of Array.isArray(document['tags']) ? document['tags'] : [])
    if (isJson(tag)) yield saidOf(`tag ${String(tag['name'])}`, String(tag['name']), tag)
}

/** Everything that a GraphQL schema describes. */
export function* saidByGraphql(schema: GraphQLSchema): Generator<Said> {
  for (const type of Object.values(schema.getTypeMap())) {
    if (isIntrospectionType(type) || isSpecifiedScalarType(type)) continue
    const { name } = type
    yield { place: name, name, text: type.description }
    if (isEnumType(type))
      for (const value of type.getValues())
        yield { place: `${name}.${value.name}`, name: value.name, text: value.description }
    if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) continue
    for (const field of Object.values(type.getFields())) {
      const place = `${name}.${field.name}`
      yield { place, name: field.name, text: field.description }
      if ('args' in field)
        for (const argument of field.args) yield { place: `${place}(${argument.name})`, name: argument.name, text: argument.description }
    }
  }
}

/** What holds examples, in which a field may be called `enum`. */
const EXAMPLES = new Set(['examples', 'example', 'value'])

/** The values of closed lists that their description does not explain. */
export function* unexplainedValues(schema: unknown, place = '', outer = ''): Generator<string> {
  if (Array.isArray(schema)) for (const one of schema) yield* unexplainedValues(one, place, outer)
  if (!isJson(schema)) return
  const said = typeof schema['description'] === 'string' ? schema['description'] : outer
  for (const value of valuesIn(schema)) if (!said.includes(`\`${value}\``)) yield `${place}: ${value} is not explained`
  for (const [key, child] of Object.entries(schema))
    // What a parameter says is said of its schema.
    if (!EXAMPLES.has(key)) yield* unexplainedValues(child, `${place}/${key}`, key === 'schema' ? said : '')
}

function valuesIn({ enum: values }: Json): string[] {
  return Array.isArray(values) && values.length > 1 ? values.filter((value) => typeof value === 'string') : []
}

const FILLERS = new Set(['a', 'an', 'the', 'of', 'this', 'that', 'is', 'its', 'for', 'in', 'to', 'with', 'http', 'value', 'field', 'as', 'or', 'and'])

function wordsOf(text: string): string[] {
  return text
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== '' && !FILLERS.has(word))
    .map((word) => word.replace(/s$/, ''))
}

/** The text without what was added to it mechanically: the example, and the list of values. */
function proseOf(text: string): string {
  return text.replace(/ Example: `[^`]*`\.$/, '').split('\n\n- ')[0] ?? ''
}

/** True for a text that says no more than the name and the type's name do. */
function isMechanical({ place, name }: Said, prose: string): boolean {
  const known = new Set([...wordsOf(name), ...wordsOf(place)])
  return prose.startsWith('HTTP: ') || wordsOf(prose).every((word) => known.has(word))
}

function faultOf(said: Said): string | null {
  if (!said.text) return `${said.place}: has no description`
  const prose = proseOf(said.text)
  if (/\{[=@]?[A-Za-z]\w*\}/.test(prose.replace(/`[A-Z]+ [^`]*`/g, ''))) return `${said.place}: has a name that nobody spelled: ${prose}`
  if (isMechanical(said, prose)) return `${said.place}: says only its name: ${prose}`
  return /[.!?…)`]$/.test(prose.trim()) ? null : `${said.place}: is no sentence: ${prose}`
}

/** Texts that stand under more than one name. */
function* copied(all: readonly Said[]): Generator<string> {
  const byText = Map.groupBy(
    all.filter(({ text }) => text),
    ({ text }) => proseOf(text ?? ''),
  )
  for (const [text, places] of byText) {
    const names = new Set(places.map(({ name }) => name))
    if (names.size > 1) yield `${places.map(({ place }) => place).join(', ')}: say the same: ${text}`
  }
}

/** All faults of what is said. */
export function faultsOf(said: Iterable<Said>): string[] {
  const all = [...said]
  return [...all.flatMap((one) => faultOf(one) ?? []), ...copied(all)]
}
