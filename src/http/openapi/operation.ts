import { RATE_CLASSES } from '../../operations/access/rate-limits.ts'
import { ANSWERS, SHAPES } from '../answers/answers.ts'
import { prebookStatus } from '../answers/offer.ts'
import { refusalsOf } from '../answers/refusals.ts'
import { STREAM_EVENTS } from '../answers/stream.ts'
import { exampleOf } from '../examples/exchanges.ts'
import type { Route } from '../routes/route.ts'
import { errorResponses } from './errors.ts'
import { inputSchema, type Json, propertiesOf, refTo, requiredOf, without, withoutNull } from './json-schema.ts'

function namesInPath({ path }: Route): string[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '')
}

interface ParameterFacts {
  readonly required: boolean
  readonly schema: Json
  readonly example: unknown
  readonly more?: object
}

function parameter(name: string, place: string, { required, schema, example, more = {} }: ParameterFacts): Json {
  return {
    name,
    in: place,
    required,
    schema,
    ...more,
    ...(example === undefined ? {} : { example }),
  }
}

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
        example: query[name],
        more: kind === 'list' ? { style: 'form', explode: false } : {},
      }),
    ),
    ...(route.keyed
      ? [
          parameter('Idempotency-Key', 'header', {
            required: route.keyed === 'REQUIRED',
            schema: { type: 'string', minLength: 1, maxLength: 255 },
            example: headers['idempotency-key'],
            more: { description: 'Unique for this attempt; the same key and body after an uncertain result.' },
          }),
        ]
      : []),
    ...(route.answer === 'STREAM'
      ? [
          parameter('Last-Event-ID', 'header', {
            required: false,
            schema: { type: 'integer', minimum: 0 },
            example: undefined,
            more: {
              description: 'The id of the last processed event; absent or 0: from the start.',
            },
          }),
        ]
      : []),
    parameter('X-Service-Contract-Version', 'header', {
      required: false,
      schema: versionSchema(route),
      example: undefined,
    }),
    { $ref: '#/components/parameters/X-Request-Id' },
    { $ref: '#/components/parameters/language' },
  ]
}

function versionSchema({ version }: Route): Json {
  return { type: 'string', enum: [version], default: version }
}

/** The name of each schema, for references to it. */
const NAMES = new Map(Object.entries(SHAPES).map(([name, shape]) => [shape as unknown, name]))

function dataSchema({ operation, listName }: Route): Json {
  const answer = (ANSWERS as Readonly<Record<string, unknown>>)[operation]
  if (!answer) throw new Error(`${operation} has no answer schema`)
  if (!listName) return refTo(NAMES.get(answer) ?? '')
  const item = (answer as { readonly element: unknown }).element
  return {
    type: 'object',
    required: [listName],
    properties: { [listName]: { type: 'array', items: refTo(NAMES.get(item) ?? '') } },
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
      contract_version: { const: route.version },
      [indicator]: indicator === 'status' ? { enum: prebookStatus.options } : successSchema(route),
      message: { type: 'string', description: 'For logs: never parse it.' },
      data: dataSchema(route),
    },
    additionalProperties: false,
  }
}

function successSchema({ answer }: Route): Json {
  return answer === 'DATA'
    ? { const: true }
    : { type: 'boolean', description: 'False only when the booking is FAILED.' }
}

const STREAM_DESCRIPTION =
  'Server-sent events: `id` counts 1, 2, 3 …, `event` is the event’s type, `data` one JSON object a line. Comments keep it alive.'

function streamContent(): Json {
  return {
    'text/event-stream': {
      schema: { type: 'string', description: STREAM_DESCRIPTION },
      example: String(exampleOf('openRoomStream').answer),
      // The schema of `data` by event name; OpenAPI 3.1 has no standard field for it.
      'x-events': Object.fromEntries(
        Object.entries(STREAM_EVENTS).map(([type, shape]) => [type, refTo(NAMES.get(shape) ?? '')]),
      ),
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
      description: route.answer === 'STREAM' ? 'The stream' : 'The answer',
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
    ...(route.maxAgeSeconds === undefined ? {} : { 304: { description: 'What If-None-Match names is still right' } }),
    ...errorResponses(refusalsOf(route)),
  }
}

function requestBody(route: Route, schema: Json): Json {
  const body = without(schema, [...namesInPath(route), ...Object.keys(route.query ?? {})])
  if (route.method === 'GET' || Object.keys(propertiesOf(body)).length === 0) return {}
  const { body: example } = exampleOf(route.operation).request
  return {
    requestBody: {
      required: requiredOf(body).length > 0,
      content: { 'application/json': { schema: body, examples: { request: { value: example } } } },
    },
  }
}

function describe({ scope, rateClass, deprecated }: Route): string {
  const end = deprecated ? ` Deprecated: it ends on ${deprecated.sunset}.` : ''
  return `Scope \`${scope}\`; rate class \`${rateClass}\` (${RATE_CLASSES[rateClass]} a minute by default).${end}`
}

function tagOf({ path }: Route): string {
  if (path.startsWith('/webhooks')) return 'Webhooks'
  if (path.startsWith('/keys')) return 'Keys'
  if (path.includes('/book') || path === '/events' || path === '/hotels/prebook') return 'Bookings'
  return path.includes('/rooms') ? 'Rooms' : 'Search'
}

/** A route as an OpenAPI operation. */
export function operationOf(route: Route): Json {
  const schema = inputSchema(route.input)
  return {
    operationId: route.operation,
    summary: route.summary,
    description: describe(route),
    tags: [tagOf(route)],
    ...(route.deprecated ? { deprecated: true } : {}),
    parameters: parametersOf(route, schema),
    ...requestBody(route, schema),
    responses: responsesOf(route),
  }
}
