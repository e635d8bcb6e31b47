import { SHAPES } from './answers/answers.ts'
import { ERROR_SHAPES, errorExamples, sharedResponses } from './openapi/errors.ts'
import { type Json, namedSchemas } from './openapi/json-schema.ts'
import { operationOf } from './openapi/operation.ts'
import type { Route } from './routes/route.ts'
import { ROUTES } from './routes.ts'

function text(description: string, more: Json = {}): Json {
  return { description, schema: { type: 'string', ...more } }
}

const HEADERS: Json = {
  'X-Request-Id': text('The request’s id: the client’s own where it sent a usable one.'),
  'X-Service-Contract-Version': text('The contract version that was served.'),
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

/** OpenAPI 3.1 of the HTTP facade, generated from the table of routes, the operations' inputs and the answers' schemas. */
export function openApiDocument(environment: string, routes: readonly Route[] = ROUTES): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Hotel distribution gateway',
      version: '1',
      description: `Search, book, hold and cancel hotels of many suppliers through one contract. Environment: ${environment}.`,
    },
    security: [{ apiKey: [] }],
    paths: Object.fromEntries(
      [...Map.groupBy(routes, ({ path }) => path)].map(([path, ofPath]) => [
        path.replace(/:(\w+)/g, '{$1}'),
        Object.fromEntries(ofPath.map((route) => [route.method.toLowerCase(), operationOf(route)])),
      ]),
    ),
    components: {
      securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' } },
      parameters: PARAMETERS,
      headers: HEADERS,
      responses: sharedResponses(),
      examples: errorExamples(),
      schemas: { ...namedSchemas({ ...SHAPES, ...ERROR_SHAPES }) },
    },
  }
}
