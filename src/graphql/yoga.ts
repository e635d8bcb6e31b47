import { createYoga, type GraphiQLOptions, type YogaServerInstance, type YogaServerOptions } from 'graphql-yoga'
import type { ShownKey } from '../http/shown-key.ts'
import type { GraphqlContext } from '../resolvers/context.ts'
import type { Engine } from './engine.ts'
import { useLane } from './fast-path/queries.ts'
import { useStreamLane } from './fast-path/subscriptions.ts'
import type { GraphqlHost } from './host-port.ts'
import { useKnownDocuments } from './known-documents.ts'
import { GRAPHQL_PATH } from './paths.ts'
import {
  useBoundedParams,
  useExecutor,
  useLimits,
  useMaskedErrors,
  usePersistedQueries,
  useRateOfTheRest,
} from './plugins.ts'
import { schema } from './schema.ts'

type GraphqlOptions = {
  /** A browser's GET gets the explorer page, with this key in its headers; null: there is no page. */
  readonly explorer: ShownKey | null
  readonly engine: Engine
}

const FIRST_QUERY = `query FirstLook {
  me {
    ... on Me { organizationName environment suppliers { supplierName } limits { rateClass limit remaining } }
    ... on Problem { code message }
  }
  destinations(q: "London") {
    ... on DestinationList { destinations { type id name hotelCount } }
    ... on Problem { code message }
  }
}
`

function explorerOptions(key: string | null): GraphiQLOptions {
  const whose = key === null ? 'Put your key into the headers below.' : 'The key stands in the headers below.'
  return {
    defaultQuery: `# ${whose} Run this, then look at the schema at the left.\n${FIRST_QUERY}`,
    title: 'Hotel distribution gateway',
    headers: JSON.stringify({ 'x-api-key': key ?? '' }, null, 2),
    shouldPersistHeaders: false,
  }
}

/**
 * Creates the GraphQL facade. The host authenticates each request before it passes it on. API keys are sent in a custom header,
 * which a page of another origin cannot send without a CORS preflight, so cross-site request forgery is not possible.
 */
/** The scripts of the explorer take 18 MB on disk and 33 MB in memory, so they are loaded when the page is opened. */
const renderLazily: YogaServerOptions<object, object>['renderGraphiQL'] = async (options) => {
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql')
  return renderGraphiQL(options)
}

export function createGraphql({ explorer, engine }: GraphqlOptions): YogaServerInstance<GraphqlHost, GraphqlContext> {
  const { lanes } = engine
  return createYoga<GraphqlHost, GraphqlContext>({
    schema,
    // Both paths behave the same: graphql-sse's distinct connections are what Yoga does for `Accept: text/event-stream`.
    graphqlEndpoint: `${GRAPHQL_PATH}{/stream}?`,
    // `useMaskedErrors` masks them, for all entry points.
    maskedErrors: false,
    // The server has already read the body, and limited its size.
    maxRequestBodySize: false,
    multipart: false,
    landingPage: false,
    cors: false,
    batching: false,
    // Yoga's cache would also store refused documents: see `useKnownDocuments`.
    parserAndValidationCache: false,
    logging: false,
    graphiql: explorer !== null && ((request) => explorerOptions(explorer(Object.fromEntries(request.headers)))),
    ...(explorer ? { renderGraphiQL: renderLazily } : {}),
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
