import { z } from 'zod'
import { ERRORS } from '../domain/errors.ts'
import { snakeCase } from '../domain/wire.ts'
import { RATE_CLASSES } from '../operations/access/rate-limits.ts'
import { ROUTES, type Route } from './routes.ts'

type Json = Record<string, unknown>

/** Property names as the contract spells them, wherever a schema has properties. */
const contractNames = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(contractNames)
  if (schema === null || typeof schema !== 'object') return schema
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => {
      if (key === 'properties' && typeof value === 'object' && value !== null)
        return [
          key,
          Object.fromEntries(Object.entries(value).map(([name, child]) => [snakeCase(name), contractNames(child)])),
        ]
      if (key === 'required' && Array.isArray(value)) return [key, value.map((name) => snakeCase(String(name)))]
      return [key, contractNames(value)]
    }),
  )
}

/** The operation's own input schema, as JSON Schema: the one source of validation and of this document. */
const inputSchema = (route: Route): Json => {
  const { $schema: _, ...schema } = z.toJSONSchema(route.input, { io: 'input', unrepresentable: 'any' }) as Json
  return contractNames(schema) as Json
}

const without = (schema: Json, names: readonly string[]): Json => {
  const properties = Object.entries((schema['properties'] as Json | undefined) ?? {})
  const required = ((schema['required'] as string[] | undefined) ?? []).filter((name) => !names.includes(name))
  return {
    ...schema,
    properties: Object.fromEntries(properties.filter(([name]) => !names.includes(name))),
    ...(required.length > 0 ? { required } : { required: undefined }),
  }
}

const pathNames = ({ path }: Route): string[] => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '')

const parametersOf = (route: Route, schema: Json): Json[] => {
  const properties = (schema['properties'] as Json | undefined) ?? {}
  const required = (schema['required'] as string[] | undefined) ?? []
  return [
    ...pathNames(route).map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
    ...Object.keys(route.query ?? {}).map((name) => ({
      name,
      in: 'query',
      required: required.includes(name),
      schema: properties[name] ?? { type: 'string' },
      ...(route.query?.[name] === 'list' ? { style: 'form', explode: false } : {}),
    })),
    ...(route.keyed
      ? [
          {
            name: 'Idempotency-Key',
            in: 'header',
            required: route.keyed === 'REQUIRED',
            schema: { type: 'string', minLength: 1, maxLength: 255 },
          },
        ]
      : []),
    ...(route.answer === 'STREAM'
      ? [{ name: 'Last-Event-ID', in: 'header', required: false, schema: { type: 'integer', minimum: 0 } }]
      : []),
    {
      name: 'X-Service-Contract-Version',
      in: 'header',
      required: false,
      schema: { type: 'string', enum: [route.version], default: route.version },
    },
    { name: 'X-Request-Id', in: 'header', required: false, schema: { type: 'string', maxLength: 128 } },
    { name: 'language', in: 'header', required: false, schema: { type: 'string' } },
  ]
}

const answerSchema = ({ answer, version }: Route): Json => ({
  type: 'object',
  required: ['contract_version', answer === 'PREBOOK' ? 'status' : 'success', 'message', 'data'],
  properties: {
    contract_version: { const: version },
    ...(answer === 'PREBOOK'
      ? { status: { enum: ['AVAILABLE', 'PRICE_CHANGED', 'TERMS_CHANGED', 'SOLD_OUT'] } }
      : { success: { type: 'boolean' } }),
    message: { type: 'string' },
    data: { type: 'object' },
  },
})

const operation = (route: Route): Json => {
  const schema = inputSchema(route)
  const body = without(schema, [...pathNames(route), ...Object.keys(route.query ?? {})])
  const takesBody = route.method !== 'GET' && Object.keys((body['properties'] as Json | undefined) ?? {}).length > 0
  const media = route.answer === 'STREAM' ? 'text/event-stream' : 'application/json'
  return {
    operationId: route.operation,
    summary: route.summary,
    description: `Scope \`${route.scope}\`; rate class \`${route.rateClass}\` (${RATE_CLASSES[route.rateClass]} a minute by default).`,
    tags: [tagOf(route)],
    parameters: parametersOf(route, schema),
    ...(takesBody ? { requestBody: { required: true, content: { 'application/json': { schema: body } } } } : {}),
    responses: {
      [route.status ?? 200]: {
        description: 'The answer',
        content: { [media]: { schema: route.answer === 'STREAM' ? { type: 'string' } : answerSchema(route) } },
      },
      default: { $ref: '#/components/responses/Error' },
    },
  }
}

const tagOf = ({ path }: Route): string => {
  if (path.startsWith('/webhooks')) return 'Webhooks'
  if (path.includes('/book') || path === '/events' || path === '/hotels/prebook') return 'Bookings'
  return path.includes('/rooms') ? 'Rooms' : 'Search'
}

/** OpenAPI 3.1 of the HTTP facade, made from the table of routes and the operations' schemas. */
export const openApiDocument = (environment: string): Json => ({
  openapi: '3.1.0',
  info: {
    title: 'Hotel distribution gateway',
    version: '1',
    description: `Search, book, hold and cancel hotels of many suppliers through one contract. Environment: ${environment}.`,
  },
  security: [{ apiKey: [] }],
  paths: Object.fromEntries(
    [...Map.groupBy(ROUTES, ({ path }) => path)].map(([path, routes]) => [
      path.replace(/:(\w+)/g, '{$1}'),
      Object.fromEntries(routes.map((route) => [route.method.toLowerCase(), operation(route)])),
    ]),
  ),
  components: {
    securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' } },
    responses: {
      Error: {
        description: 'A structured error',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
    schemas: {
      Error: {
        type: 'object',
        required: ['code', 'message', 'details', 'retryable', 'request_id'],
        properties: {
          code: { type: 'string', enum: Object.keys(ERRORS) },
          message: { type: 'string' },
          details: { type: 'object' },
          retryable: { type: 'boolean' },
          request_id: { type: 'string' },
        },
      },
    },
  },
})
