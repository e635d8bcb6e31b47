export const GRAPHQL_PATH = '/graphql'
export const GRAPHQL_STREAM_PATH = '/graphql/stream'
