import { createHash } from 'node:crypto'
import { GraphQLError } from 'graphql'
import { createBoundedMemory } from '../platform/kept.ts'

/** The part of a request's parameters that names or carries a document. */
type PersistedParams = {
  readonly query?: unknown
  readonly extensions?: unknown
}

export type PersistedDocuments = {
  /** The text to execute, or why there is none; null when the request does not speak of persisted queries. */
  readonly lookUp: (params: PersistedParams) => string | GraphQLError | null
}

/** Documents that are kept. With the bound of a body, what they take in memory is bounded too. */
const MAX_PERSISTED = 1_000

/** A text above it is executed, but not kept: any document within the token limit is far shorter. */
const MAX_TEXT = 32_768

const SHA256 = /^[0-9a-f]{64}$/

/** Automatic persisted queries: a hash stands for a document that was sent once, to this process. */
export function createPersistedDocuments(limit = MAX_PERSISTED): PersistedDocuments {
  const documents = createBoundedMemory<string, string>({ max: limit, drops: 'least-used' })
  return {
    lookUp: ({ query, extensions }) => {
      const asked = property(extensions, 'persistedQuery')
      if (asked === undefined || asked === null) return null
      const hash = property(asked, 'sha256Hash')
      if (property(asked, 'version') !== 1 || typeof hash !== 'string' || !SHA256.test(hash))
        return refusal('PersistedQueryNotSupported', 'PERSISTED_QUERY_NOT_SUPPORTED')
      if (typeof query !== 'string' || query === '')
        return documents.get(hash) ?? refusal('PersistedQueryNotFound', 'PERSISTED_QUERY_NOT_FOUND')
      if (createHash('sha256').update(query).digest('hex') !== hash)
        return refusal('provided sha does not match query', 'PERSISTED_QUERY_MISMATCH')
      if (query.length <= MAX_TEXT) documents.set(hash, query)
      return query
    },
  }
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
}

/** 400, or 200 to clients of the older media type, which give up on anything else before they read the code. */
function refusal(message: string, code: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code, retryable: false, http: { spec: true, status: 400 } } })
}
