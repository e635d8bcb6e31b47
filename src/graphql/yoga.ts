import { renderGraphiQL } from '@graphql-yoga/render-graphiql'
import { createYoga, type YogaServerInstance } from 'graphql-yoga'
import type { GraphqlContext } from '../resolvers/context.ts'
import type { Engine } from './engine.ts'
import { useLane } from './fast-path/queries.ts'
import { useStreamLane } from './fast-path/subscriptions.ts'
import type { GraphqlHost } from './host-port.ts'
import { useKnownDocuments } from './known-documents.ts'
import {
  useBoundedParams,
  useExecutor,
  useLimits,
  useMaskedErrors,
  usePersistedQueries,
  useRateOfTheRest,
} from './plugins.ts'
import { schema } from './schema.ts'

export const GRAPHQL_PATH = '/graphql'
export const GRAPHQL_STREAM_PATH = '/graphql/stream'

type GraphqlOptions = {
  /** An explorer page on GET with a browser; sandbox only. */
  readonly graphiql: boolean
  readonly engine: Engine
}

const FIRST_QUERY = `# Put your key into the headers below: { "x-api-key": "…" }
query FirstLook {
  destinations(q: "Scenario") {
    ... on DestinationList { destinations { type id name } }
    ... on Problem { code message }
  }
}
`

/**
 * The GraphQL facade. The host authenticates before it hands a request over. A key travels in a header of its own, which no
 * page of another origin can send without asking first, so there is nothing to forge requests with.
 */
export function createGraphql({ graphiql, engine }: GraphqlOptions): YogaServerInstance<GraphqlHost, GraphqlContext> {
  const { lanes } = engine
  return createYoga<GraphqlHost, GraphqlContext>({
    schema,
    // Both paths answer alike: graphql-sse's distinct connections are what Yoga does for `Accept: text/event-stream`.
    graphqlEndpoint: `${GRAPHQL_PATH}{/stream}?`,
    // useTelling does it, for every entry alike.
    maskedErrors: false,
    // The server has read the body, and bounded it.
    maxRequestBodySize: false,
    multipart: false,
    landingPage: false,
    cors: false,
    batching: false,
    // It keeps what was refused, too: see `useKnownDocuments`.
    parserAndValidationCache: false,
    logging: false,
    graphiql: graphiql
      ? { defaultQuery: FIRST_QUERY, title: 'Hotel distribution gateway', headers: '{ "x-api-key": "" }' }
      : false,
    ...(graphiql ? { renderGraphiQL } : {}),
    context: ({ contextFor }) => contextFor(true),
    plugins: [
      useBoundedParams(),
      usePersistedQueries(engine),
      useKnownDocuments(),
      useRateOfTheRest(),
      useLimits(),
      useExecutor(engine),
      ...(lanes ? [useLane(lanes.queries), useStreamLane(lanes.subscriptions)] : []),
      useMaskedErrors(),
    ],
  })
}
