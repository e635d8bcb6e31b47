import { createHash } from 'node:crypto'
import { GraphQLError } from 'graphql'
import { createBoundedMemory } from '../platform/kept.ts'

/** The parameters of a request that identify or contain a document. */
type PersistedParams = {
  readonly query?: unknown
  readonly extensions?: unknown
}

export type PersistedDocuments = {
  /** Returns the text to execute, or the error when it is unknown; null when the request does not use persisted queries. */
  readonly lookUp: (params: PersistedParams) => string | GraphQLError | null
}

/** How many documents are cached. Together with the limit on bodies, this bounds the memory. */
const MAX_PERSISTED = 1_000

/** A longer text is executed, but not cached; any document within the token limit is far shorter. */
const MAX_TEXT = 32_768

const SHA256 = /^[0-9a-f]{64}$/

/** Automatic persisted queries: a hash identifies a document that was sent to this process before. */
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

/** A refusal with status 400, or 200 for clients of the older media type, which read the code only after a 200. */
function refusal(message: string, code: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code, retryable: false, http: { spec: true, status: 400 } } })
}
