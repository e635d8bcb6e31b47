import { OPERATION_GROUPS } from '../domain/meanings/operations.ts'
import { SHAPES } from './answers/answers.ts'
import type { STREAM_EVENTS } from './answers/stream.ts'
import { ERROR_SHAPES, errorExamples, sharedResponses } from './openapi/errors.ts'
import { type Json, namedSchemas, refTo } from './openapi/json-schema.ts'
import { operationOf, requestSchemas } from './openapi/operation.ts'
import { usedComponents } from './openapi/prune.ts'
import { webhookOperations, webhookSchemas } from './openapi/webhooks.ts'
import type { Route } from './routes/route.ts'
import { ROUTES } from './routes.ts'

function text(description: string, more: Json = {}): Json {
  return { description, schema: { type: 'string', ...more } }
}

const HEADERS: Json = {
  'X-Request-Id': text('The request’s id: the client’s own where it sent a usable one.'),
  'X-Service-Contract-Version': text(
    'Which version of the contract the answer follows: that of the request, or the operation’s own.',
  ),
  'RateLimit-Policy': text('The bucket, its points and its window in seconds, e.g. `"search";q=120;w=60`.'),
  RateLimit: text('What is left of it, and seconds until it is full again, e.g. `"search";r=118;t=42`.'),
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 0 } },
  'WWW-Authenticate': text('Which header the key goes into.'),
  Allow: text('The methods that the path takes.'),
  'Idempotent-Replayed': text('`true` when the key had been used before, so that nothing was done.', { const: 'true' }),
  'Cache-Control': text('How long the answer may be kept.'),
  ETag: text('Send it as If-None-Match.'),
  Deprecation: text('Since when the operation is deprecated (RFC 9745), `@` and unix seconds.'),
  Sunset: text('When it ends (RFC 8594), an HTTP date.'),
  Link: text('What replaces it: `rel="successor-version"`, and `rel="deprecation"`.'),
}

const PARAMETERS: Json = {
  'X-Request-Id': {
    name: 'X-Request-Id',
    in: 'header',
    required: false,
    description: 'A trace id of the client’s: 1 to 128 of `A-Z a-z 0-9 . _ -`; any other is replaced.',
    schema: { type: 'string', maxLength: 128 },
  },
  language: {
    name: 'language',
    in: 'header',
    required: false,
    description: 'Of names: en, fr, de, ja or ar; any other is en.',
    schema: { type: 'string' },
  },
}

const INTRODUCTION = `Search, book, hold and cancel hotels of many suppliers through one contract.

Every request carries the key of its environment in the header \`x-api-key\`, from your backend, never from a browser or an app. Every answer carries \`X-Request-Id\`: tell it to support. Names are snake_case, timestamps RFC 3339 in UTC, amounts whole numbers of minor units. Fields are added at any time, so ignore those that you do not know; none is renamed or removed. The same operations are on \`/graphql\`.`

const SECURITY: Json = {
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'x-api-key',
    description: 'A key of this environment. It stays on your servers, and is never put into a URL.',
  },
}

/** One event of a room stream, of any type. */
function roomStreamEvent(): Json {
  const events = Object.entries(STREAM_EVENT_NAMES)
  return {
    description: 'An event of a room stream: the `data` of one server-sent event. Branch on `event_type`.',
    oneOf: events.map(([, name]) => refTo(name)),
    discriminator: {
      propertyName: 'event_type',
      mapping: Object.fromEntries(events.map(([type, name]) => [type, `#/components/schemas/${name}`])),
    },
  }
}

const STREAM_EVENT_NAMES = {
  stream_ready: 'StreamReadyEvent',
  provider_options: 'ProviderOptionsEvent',
  provider_skipped: 'ProviderSkippedEvent',
  provider_error: 'ProviderErrorEvent',
  done: 'DoneEvent',
} as const satisfies Record<keyof typeof STREAM_EVENTS, keyof typeof SHAPES>

/** OpenAPI 3.1 of the HTTP facade, generated from the table of routes, the operations' inputs and the answers' schemas. */
export function openApiDocument(environment: string, routes: readonly Route[] = ROUTES): Json {
  const paths = Object.fromEntries(
    [...Map.groupBy(routes, ({ path }) => path)].map(([path, ofPath]) => [
      path.replace(/:(\w+)/g, '{$1}'),
      Object.fromEntries(ofPath.map((route) => [route.method.toLowerCase(), operationOf(route)])),
    ]),
  )
  const webhooks = webhookOperations()
  const components = {
    securitySchemes: SECURITY,
    parameters: PARAMETERS,
    headers: HEADERS,
    responses: sharedResponses(),
    examples: errorExamples(),
    schemas: {
      ...namedSchemas({ ...SHAPES, ...ERROR_SHAPES }),
      RoomStreamEvent: roomStreamEvent(),
      ...requestSchemas(routes),
      ...webhookSchemas(),
    },
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Hotel distribution gateway',
      version: '1',
      summary: 'One API over many hotel suppliers.',
      description: INTRODUCTION,
      contact: { name: 'The operator of this gateway' },
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: '/', description: `The ${environment} environment that serves this document.` }],
    tags: OPERATION_GROUPS.map(({ name, says }) => ({ name, description: says })),
    security: [{ apiKey: [] }],
    paths,
    webhooks,
    components: usedComponents(components, paths, webhooks),
  }
}
