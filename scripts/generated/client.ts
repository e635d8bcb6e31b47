import { openApiDocument } from '../../src/http/openapi.ts'
import type { Route } from '../../src/http/routes/route.ts'
import { ROUTES } from '../../src/http/routes.ts'

/*
 * The generated files of packages/client. The types are printed here and not by `openapi-typescript`, whose 7.13 needs the
 * JavaScript API of TypeScript 5, which TypeScript 7 does not have. That library would also name nothing: here every schema is
 * an interface that a partner can import, and every operation has one input of path, query and body.
 */

type Json = Readonly<Record<string, unknown>>

type Parameter = { readonly name: string; readonly in: string; readonly required: boolean; readonly schema: Json }

type OperationDocument = {
  readonly operationId: string
  readonly description: string
  readonly parameters: readonly (Parameter & Json)[]
  readonly requestBody?: Json
  readonly responses: Readonly<Record<string, Json>>
}

const HEAD = `// Made by scripts/generated/client.ts: npm run generate.
/* oxlint-disable */
`

/** Inputs take what is read-only, undefined and null where it means "left out"; answers are what JSON.parse makes. */
type Side = 'INPUT' | 'ANSWER'

/** A member of an interface before it is printed. */
type Member = { readonly name: string; readonly schema: Json; readonly required: boolean; readonly orNull?: boolean }

function refName(ref: unknown): string {
  return String(ref).replace('#/components/schemas/', '')
}

/** The value of a path into a document, by its keys. */
function at(json: unknown, ...keys: readonly string[]): Json {
  return keys.reduce<Json>((value, key) => (value[key] ?? {}) as Json, json as Json)
}

function membersOf(schema: Json): Member[] {
  const required = (schema['required'] ?? []) as readonly string[]
  return Object.entries(at(schema, 'properties')).map(([name, child]) => ({
    name,
    schema: child as Json,
    required: required.includes(name),
  }))
}

/** A comment in front of a declaration; empty when there is nothing to say. */
function comment(text: unknown, indent: string): string {
  if (typeof text !== 'string' || text === '') return ''
  const lines = text.replaceAll('*/', '* /').split('\n')
  const [only = ''] = lines
  if (lines.length === 1) return `${indent}/** ${only} */\n`
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`
}

function printMembers(members: readonly Member[], side: Side, indent: string): string {
  const inner = `${indent}  `
  const lines = members.map(({ name, schema, required, orNull }) => {
    const key = /^\w+$/.test(name) ? name : JSON.stringify(name)
    const absent = required || side === 'ANSWER' ? '' : ' | undefined'
    const type = `${typeOf(schema, side, inner)}${orNull ? ' | null' : ''}${absent}`
    return `${comment(schema['description'], inner)}${inner}${key}${required ? '' : '?'}: ${type}\n`
  })
  return `{\n${lines.join('')}${indent}}`
}

/** A JSON Schema as a TypeScript type. A keyword that it does not know is an error, never `any`. */
function typeOf(schema: Json, side: Side, indent: string): string {
  const { $ref, const: constant, enum: values, anyOf, oneOf, allOf, type } = schema
  if ($ref !== undefined) return refName($ref)
  if (constant !== undefined) return literal(constant)
  if (Array.isArray(values)) return values.map(literal).join(' | ')
  const members = anyOf ?? oneOf
  if (Array.isArray(members)) return unionOf(members.map((member: Json) => typeOf(member, side, indent)))
  if (allOf !== undefined) throw new Error(`allOf is not printed: ${JSON.stringify(schema)}`)
  if (Array.isArray(type)) return unionOf(type.map((one: string) => typeOf({ ...schema, type: one }, side, indent)))
  return ofOneType(schema, side, indent)
}

function ofOneType(schema: Json, side: Side, indent: string): string {
  switch (schema['type']) {
    case undefined:
      return 'unknown'
    case 'string':
    case 'boolean':
    case 'null':
      return schema['type']
    case 'integer':
    case 'number':
      return 'number'
    case 'array': {
      const item = typeOf(at(schema, 'items'), side, indent)
      return `${side === 'INPUT' ? 'readonly ' : ''}${/[ {]/.test(item) ? `(${item})` : item}[]`
    }
    case 'object':
      return objectType(schema, side, indent)
    default:
      throw new Error(`no type for ${JSON.stringify(schema)}`)
  }
}

function objectType(schema: Json, side: Side, indent: string): string {
  const members = membersOf(schema)
  if (members.length > 0) return printMembers(members, side, indent)
  const more = schema['additionalProperties']
  if (more === false) return 'Record<string, never>'
  return `Record<string, ${typeof more === 'object' && more !== null ? typeOf(more as Json, side, indent) : 'unknown'}>`
}

function unionOf(types: readonly string[]): string {
  return [...new Set(types)].join(' | ')
}

/** Single quotes, as the rest of the code has them. */
function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value.replaceAll("'", "\\'")}'` : JSON.stringify(value)
}

function declaration(name: string, schema: Json, side: Side): string {
  const head = comment(schema['description'], '')
  return membersOf(schema).length > 0 && schema['type'] === 'object'
    ? `${head}export interface ${name} ${printMembers(membersOf(schema), side, '')}\n`
    : `${head}export type ${name} = ${typeOf(schema, side, '')}\n`
}

/** Bodies are part of the inputs, and the errors are in `ProblemDetails`. */
function isOwnType(name: string): boolean {
  return !/(Request|Error|ProblemDocument)$/.test(name) && name !== 'ErrorCode'
}

function inputName(operationId: string): string {
  return `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}Input`
}

const KEY_TO_LOOK_UP = 'The `Idempotency-Key` that the booking was created with.'

/** Path, query and body in one; for a look-up by idempotency key the key too. */
function inputMembers(operation: OperationDocument, route: Route, schemas: Json): Member[] {
  const own = operation.parameters.filter(({ in: place }) => place === 'path' || place === 'query')
  if (route.method !== 'GET' && own.some(({ in: place }) => place === 'query'))
    throw new Error(`${route.operation} has a query and is no GET: the client would send it in the body`)
  const body = at(operation.requestBody ?? {}, 'content', 'application/json', 'schema')
  const key = operation.parameters.find(({ name }) => name === 'Idempotency-Key')
  return [
    ...own.map(({ name, required, schema, description }) => ({
      name,
      required,
      schema: { ...schema, description },
      orNull: !required,
    })),
    ...(route.method === 'GET' && key
      ? [{ name: 'idempotency_key', required: true, schema: { ...key.schema, description: KEY_TO_LOOK_UP } }]
      : []),
    ...membersOf(at(schemas, refName(body['$ref']))),
  ]
}

/** What a method resolves with: the envelope's `data`, with the status of a prebook in it. */
function answerType({ responses }: OperationDocument, { answer, status }: Route): string {
  const ok = at(responses, String(status ?? 200), 'content')
  if (answer === 'STREAM') return typeOf(at(ok, 'text/event-stream', 'schema', 'contentSchema'), 'ANSWER', '    ')
  const envelope = at(ok, 'application/json', 'schema', 'properties')
  const data = typeOf(at(envelope, 'data'), 'ANSWER', '    ')
  return answer === 'PREBOOK' ? `${data} & { status: ${typeOf(at(envelope, 'status'), 'ANSWER', '    ')} }` : data
}

function operationTypes(document: Json, schemas: Json): string {
  const inputs: string[] = []
  function entryOf(route: Route): string {
    const path = route.path.replace(/:(\w+)/g, '{$1}')
    const operation = at(document, 'paths', path, route.method.toLowerCase()) as unknown as OperationDocument
    const members = inputMembers(operation, route, schemas)
    const name = inputName(route.operation)
    const says = `The input of \`${route.operation}\`: path, query and body in one.`
    if (members.length > 0) inputs.push(`${comment(says, '')}export interface ${name} ${printMembers(members, 'INPUT', '')}\n`)
    const input = members.length > 0 ? name : 'NoInput'
    const types = `{ input: ${input}; data: ${answerType(operation, route)} }`
    return `${comment(operation.description, '  ')}  ${route.operation}: ${types}\n`
  }
  const streams = ROUTES.filter(({ answer }) => answer === 'STREAM').map(entryOf)
  const others = ROUTES.filter(({ answer }) => answer !== 'STREAM').map(entryOf)
  return `${inputs.join('\n')}
/** The input of operations that take none. */
export type NoInput = Record<string, never>

/** Input and answer of each operation, by its name. */
export interface Operations {\n${others.join('')}}

/** Input and events of each operation that answers with a stream, by its name. */
export interface StreamOperations {\n${streams.join('')}}\n`
}

/** The details of each error, by its code; a code with two schemas has the union of both. */
function problemDetails(schemas: Json): string {
  const errors = Object.entries(schemas)
    .filter(([name]) => name.endsWith('Error'))
    .map(([, schema]) => at(schema, 'properties'))
  const byCode = Map.groupBy(errors, ({ code }) => String((code as Json)['const']))
  const members = [...byCode].map(([code, all]) => {
    const [first] = all
    const types = all.map(({ details }) => typeOf(details as Json, 'ANSWER', '  '))
    const title = at(first, 'message')['examples'] as readonly string[] | undefined
    return `${comment(title?.[0], '  ')}  ${code}: ${unionOf(types)}\n`
  })
  return `/** The \`details\` of each error, by its \`code\`. */\nexport interface ProblemDetails {\n${members.join('')}}\n`
}

function webhookEvents(document: Json): string {
  const names = Object.values(at(document, 'webhooks')).map((item) =>
    refName(at(item, 'post', 'requestBody', 'content', 'application/json', 'schema')['$ref']),
  )
  return `/** What a webhook carries: branch by \`type\`. */\nexport type WebhookEvent = ${names.join(' | ')}\n`
}

/** The types of packages/client: every schema by name, every operation, the details of errors, the events of webhooks. */
export function clientTypes(document: Json = openApiDocument('sandbox')): string {
  const schemas = at(document, 'components', 'schemas')
  const missing = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g)]
    .map(([, name = '']) => name)
    .filter((name) => schemas[name] === undefined)
  if (missing.length > 0) throw new Error(`the document refers to schemas that it lacks: ${[...new Set(missing)].join()}`)
  const declarations = Object.entries(schemas)
    .filter(([name]) => isOwnType(name))
    .map(([name, schema]) => declaration(name, schema as Json, 'ANSWER'))
  return [HEAD, ...declarations, operationTypes(document, schemas), problemDetails(schemas), webhookEvents(document)].join(
    '\n',
  )
}

/** Beside GET and what has a key, these may be sent again after an answer that was lost: they change nothing, or nothing more. */
const SAFE: ReadonlySet<Route['operation']> = new Set([
  'searchHotels',
  'createRoomSearch',
  'quoteCancellation',
  'confirmHold',
])

function operationLine({ method, path, operation, version, answer, keyed }: Route): string {
  const facts = {
    method,
    path: path.replace(/:(\w+)/g, '{$1}'),
    ...(version === '1' ? {} : { version }),
    ...(keyed ? { keyed: method === 'GET' ? 'LOOKUP' : 'ATTEMPT' } : {}),
    ...(answer === 'PREBOOK' || answer === 'STREAM' ? { answer } : {}),
    ...(method !== 'GET' && (keyed || SAFE.has(operation)) ? { safe: true } : {}),
  }
  const fields = Object.entries(facts).map(([name, value]) => `${name}: ${literal(value)}`)
  return `  ${operation}: { ${fields.join(', ')} },\n`
}

/** The table of operations by which packages/client makes its methods and decides what may be sent again. */
export function clientOperations(): string {
  return `${HEAD}import type { Operation, OperationName } from '../operation.ts'

export const OPERATIONS: Readonly<Record<OperationName, Operation>> = {
${ROUTES.map(operationLine).join('')}}
`
}
