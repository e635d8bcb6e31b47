import { useGraphQLSSE } from '@graphql-yoga/plugin-graphql-sse'
import { renderGraphiQL } from '@graphql-yoga/render-graphiql'
import { createYoga, type YogaServerInstance } from 'graphql-yoga'
import type { GraphqlContext } from './context.ts'
import { useCompiledExecution, useLimits, usePersistedQueries } from './plugins.ts'
import { schema } from './schema.ts'

export const GRAPHQL_PATH = '/graphql'
export const GRAPHQL_STREAM_PATH = '/graphql/stream'

/** What the host hands over with each request. */
export type GraphqlHost = { readonly contextFor: () => GraphqlContext }

export type GraphqlOptions = {
  /** An explorer page on GET with a browser; sandbox only. */
  readonly graphiql: boolean
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
export const createGraphql = ({ graphiql }: GraphqlOptions): YogaServerInstance<GraphqlHost, GraphqlContext> =>
  createYoga<GraphqlHost, GraphqlContext>({
    schema,
    graphqlEndpoint: GRAPHQL_PATH,
    landingPage: false,
    cors: false,
    batching: false,
    logging: false,
    graphiql: graphiql
      ? { defaultQuery: FIRST_QUERY, title: 'Hotel distribution gateway', headers: '{ "x-api-key": "" }' }
      : false,
    ...(graphiql ? { renderGraphiQL } : {}),
    context: ({ contextFor }) => contextFor(),
    plugins: [
      usePersistedQueries(),
      useLimits(),
      useCompiledExecution(),
      useGraphQLSSE({ endpoint: GRAPHQL_STREAM_PATH }),
    ],
  })
