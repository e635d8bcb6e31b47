import { OPERATION_GROUPS, OPERATIONS } from '../../domain/meanings/operations.ts'
import { RATE_CLASSES } from '../../operations/access/rate-limits.ts'
import { ANSWERS, SHAPES } from '../answers/answers.ts'
import { refusalsOf } from '../answers/refusals.ts'
import { exampleOf } from '../examples/exchanges.ts'
import type { QueryKind, Route } from '../routes/route.ts'
import { errorResponses } from './errors.ts'
import { inputSchema, type Json, propertiesOf, refTo, requiredOf, without, withoutNull } from './json-schema.ts'
import { spell } from './spelling.ts'

function namesInPath({ path }: Route): string[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '')
}

interface ParameterFacts {
  readonly required: boolean
  readonly schema: Json
  readonly example?: unknown
  readonly more?: object
}

/** A parameter; what its schema says of it stands at the parameter, where readers look. */
function parameter(name: string, place: string, { required, schema, example, more = {} }: ParameterFacts): Json {
  const { description, examples: _examples, ...bare } = schema
  return {
    name,
    in: place,
    required,
    description,
    schema: bare,
    ...more,
    ...(example === undefined ? {} : { example }),
  }
}

/** An example from a recorded request, where every value is a text, as the value that the parameter stands for. */
function valueOf(text: string | undefined, kind: QueryKind): unknown {
  if (text === undefined || kind === 'text') return text
  const values = text.split(',').map(Number)
  return kind === 'list' ? values : values[0]
}

const IDEMPOTENCY_KEY =
  'Names this attempt: 1 to 255 printable ASCII characters, unique in your organization; a random UUID does. After a result that never arrived, send the same key and body again. A new key is a new attempt.'
const LAST_EVENT_ID =
  'The id of the last event that was processed; the stream goes on behind it. Absent or 0: from the start. Browsers’ EventSource sends it by itself.'
const VERSION =
  'The contract version that the client was written for. The operation has one; any other is refused with `CONTRACT_VERSION_UNSUPPORTED`.'

function parametersOf(route: Route, schema: Json): Json[] {
  const properties = propertiesOf(schema)
  const { params, query, headers } = exampleOf(route.operation).request
  function schemaOf(name: string): Json {
    return withoutNull(properties[name] ?? { type: 'string' })
  }
  return [
    ...namesInPath(route).map((name) =>
      parameter(name, 'path', { required: true, schema: schemaOf(name), example: params[name] }),
    ),
    ...Object.entries(route.query ?? {}).map(([name, kind]) =>
      parameter(name, 'query', {
        required: requiredOf(schema).includes(name),
        schema: schemaOf(name),
        example: valueOf(query[name], kind),
        more: kind === 'list' ? { style: 'form', explode: false } : {},
      }),
    ),
    ...(route.keyed
      ? [
          parameter('Idempotency-Key', 'header', {
            required: route.keyed === 'REQUIRED',
            schema: { type: 'string', minLength: 1, maxLength: 255, description: IDEMPOTENCY_KEY },
            example: headers['idempotency-key'],
          }),
        ]
      : []),
    ...(route.answer === 'STREAM'
      ? [
          parameter('Last-Event-ID', 'header', {
            required: false,
            schema: { type: 'integer', minimum: 0, description: LAST_EVENT_ID },
          }),
        ]
      : []),
    ...(route.takesTraveller ? TRAVELLER_HEADERS : []),
    parameter('X-Service-Contract-Version', 'header', { required: false, schema: versionSchema(route) }),
    { $ref: '#/components/parameters/X-Request-Id' },
    { $ref: '#/components/parameters/language' },
  ]
}

const TRAVELLER_HEADERS = [
  parameter('X-Traveller-IP', 'header', {
    required: false,
    schema: {
      type: 'string',
      description: 'The address of the guest’s device, where the body has no `traveller.ip`. Both are checked.',
    },
  }),
  parameter('X-Traveller-Session', 'header', {
    required: false,
    schema: {
      type: 'string',
      description: 'The guest’s session, where the body has no `traveller.session_id`. Both are checked.',
    },
  }),
]

function versionSchema({ version }: Route): Json {
  return { type: 'string', enum: [version], default: version, description: VERSION }
}

/** The name of each schema, for references to it. */
const NAMES = new Map(Object.entries(SHAPES).map(([name, shape]) => [shape as unknown, name]))

const CONTENT = 'What the operation answers; the other fields are only its envelope.'

/** What is in the answers that are lists. */
const LISTS: Readonly<Record<string, string>> = {
  destinations: 'The places and hotels that match, the best match first.',
  nationalities: 'Every nationality, sorted by its name in the language of the answer.',
}

function dataSchema({ operation, listName }: Route): Json {
  const answer = (ANSWERS as Readonly<Record<string, unknown>>)[operation]
  if (!answer) throw new Error(`${operation} has no answer schema`)
  if (!listName) return { ...refTo(NAMES.get(answer) ?? ''), description: CONTENT }
  const item = (answer as { readonly element: unknown }).element
  return {
    type: 'object',
    required: [listName],
    description: CONTENT,
    properties: {
      [listName]: { type: 'array', description: LISTS[listName], items: refTo(NAMES.get(item) ?? '') },
    },
    additionalProperties: false,
  }
}

/** The schema of the envelope of contract 2.1. */
function answerSchema(route: Route): Json {
  const indicator = route.answer === 'PREBOOK' ? 'status' : 'success'
  return {
    type: 'object',
    required: ['contract_version', indicator, 'message', 'data'],
    properties: {
      contract_version: { const: route.version, description: 'The contract version that was served.' },
      [indicator]:
        indicator === 'status'
          ? { ...refTo('PrebookStatus'), description: 'What the supplier says of the option.' }
          : successSchema(route),
      message: { type: 'string', description: 'A summary for logs. It may change at any time: never parse it.' },
      data: dataSchema(route),
    },
    additionalProperties: false,
  }
}

function successSchema({ answer }: Route): Json {
  return answer === 'DATA'
    ? { const: true, description: 'Always true: a request that failed has another status and the body of an error.' }
    : { type: 'boolean', description: 'False only when the booking is `FAILED`; true in every other status.' }
}

const STREAM_DESCRIPTION =
  'Server-sent events: `id` counts 1, 2, 3 …, `event` is the event’s type, and `data` is one JSON object, a `RoomStreamEvent`. Lines that begin with a colon keep the connection alive.'

function streamContent(): Json {
  return {
    'text/event-stream': {
      // OpenAPI 3.1 has no `itemSchema`: the schema of each event’s `data` is linked as JSON Schema can.
      schema: {
        type: 'string',
        description: STREAM_DESCRIPTION,
        contentMediaType: 'application/json',
        contentSchema: refTo('RoomStreamEvent'),
      },
      example: String(exampleOf('openRoomStream').answer),
    },
  }
}

function header(name: string): Json {
  return { [name]: { $ref: `#/components/headers/${name}` } }
}

function headersOf(route: Route): Json {
  return {
    ...header('X-Request-Id'),
    ...header('X-Service-Contract-Version'),
    ...header('RateLimit-Policy'),
    ...header('RateLimit'),
    ...(route.answer === 'KEYED_BOOKING' ? header('Idempotent-Replayed') : {}),
    ...(route.maxAgeSeconds === undefined ? {} : { ...header('Cache-Control'), ...header('ETag') }),
    ...(route.deprecated ? { ...header('Deprecation'), ...header('Sunset'), ...header('Link') } : {}),
  }
}

function responsesOf(route: Route): Json {
  return {
    [route.status ?? 200]: {
      description: route.answer === 'STREAM' ? 'The stream of events.' : 'The answer in its envelope.',
      headers: headersOf(route),
      content:
        route.answer === 'STREAM'
          ? streamContent()
          : {
              'application/json': {
                schema: answerSchema(route),
                examples: { answer: { value: exampleOf(route.operation).answer } },
              },
            },
    },
    ...(route.maxAgeSeconds === undefined
      ? {}
      : { 304: { description: 'What If-None-Match names is still right: use the copy that was kept.' } }),
    ...errorResponses(refusalsOf(route)),
  }
}

/** The name of the schema of a route's body: `CreateBookingRequest`. */
function requestName({ operation }: Route): string {
  return `${operation.charAt(0).toUpperCase()}${operation.slice(1)}Request`
}

/** The schema of what a route takes in its body; null when it takes none. */
function bodySchema(route: Route): Json | null {
  const body = without(inputSchema(route.input), [...namesInPath(route), ...Object.keys(route.query ?? {})])
  return route.method === 'GET' || Object.keys(propertiesOf(body)).length === 0 ? null : body
}

/** The schemas of all bodies, by name. */
export function requestSchemas(routes: readonly Route[]): Json {
  return Object.fromEntries(
    routes.flatMap((route) => {
      const schema = bodySchema(route)
      return schema ? [[requestName(route), schema]] : []
    }),
  )
}

function requestBody(route: Route): Json {
  const schema = bodySchema(route)
  if (!schema) return {}
  const { body: example } = exampleOf(route.operation).request
  return {
    requestBody: {
      required: requiredOf(schema).length > 0,
      content: { 'application/json': { schema: refTo(requestName(route)), examples: { request: { value: example } } } },
    },
  }
}

function describe({ operation, scope, rateClass, deprecated }: Route): string {
  const end = deprecated ? ` Deprecated: it ends on ${deprecated.sunset}.` : ''
  const needed = scope === null ? 'Every key may call it.' : `Needs a key with the scope \`${scope}\`.`
  const access = `${needed} Counts into the rate class \`${rateClass}\`: ${RATE_CLASSES[rateClass]} a minute by default.${end}`
  return `${spell(OPERATIONS[operation].says)}\n\n${access}`
}

function tagOf({ operation }: Route): string {
  const group = OPERATION_GROUPS.find(({ operations }) => operation in operations)
  if (!group) throw new Error(`${operation} is in no group`)
  return group.name
}

/** A route as an OpenAPI operation. */
export function operationOf(route: Route): Json {
  const schema = inputSchema(route.input)
  return {
    operationId: route.operation,
    summary: OPERATIONS[route.operation].summary,
    description: describe(route),
    tags: [tagOf(route)],
    ...(route.deprecated ? { deprecated: true } : {}),
    parameters: parametersOf(route, schema),
    ...requestBody(route),
    responses: responsesOf(route),
  }
}
