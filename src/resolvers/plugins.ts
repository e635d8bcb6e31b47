import { type DocumentNode, GraphQLError, type GraphQLSchema, parse, type ValidationContext } from 'graphql'
import { compileQuery, type CompiledQuery, isCompiledQuery } from 'graphql-jit'
import type { Plugin } from 'graphql-yoga'
import { createHash } from 'node:crypto'
import { LIMITS, liveSearches, operationCost, requestFaults, shapeFaults } from './limits.ts'

const asItIs = (value: unknown): unknown => value

/** Views are typed and made by ourselves: leaves go out as they are. Enums keep their serializer, which renames. */
const TRUSTED = Object.fromEntries(
  'String Int Float Boolean ID Date DateTime LocalDateTime CountryCode CurrencyCode URL SafeInt JSON'
    .split(' ')
    .map((name) => [name, asItIs]),
)

/**
 * Documents compiled to functions. Yoga keeps parsed documents by their text and hands out the same object again, so the
 * compiled form lives exactly as long as that.
 */
export const useCompiledExecution = (): Plugin => {
  const compiled = new WeakMap<DocumentNode, Map<string, CompiledQuery | null>>()

  const compile = (schema: GraphQLSchema, document: DocumentNode, operationName: string): CompiledQuery | null => {
    const byName = compiled.get(document) ?? new Map<string, CompiledQuery | null>()
    compiled.set(document, byName)
    const known = byName.get(operationName)
    if (known !== undefined) return known
    const made = compileQuery(schema, document, operationName, { customSerializers: TRUSTED })
    const query = isCompiledQuery(made) ? made : null
    byName.set(operationName, query)
    return query
  }

  return {
    onExecute: ({ args, setExecuteFn }) => {
      const { schema, document, operationName } = args
      const query = compile(schema, document, operationName ?? '')
      if (query)
        setExecuteFn(({ rootValue, contextValue, variableValues }) =>
          query.query(rootValue, contextValue, variableValues ?? {}),
        )
    },
  }
}

/** Limits before execution; what an operation costs is told with its answer. */
export const useLimits = (): Plugin => ({
  onParse: ({ setParseFn }) =>
    setParseFn((source: Parameters<typeof parse>[0], options?: Parameters<typeof parse>[1]) =>
      parse(source, { ...options, maxTokens: LIMITS.tokens }),
    ),
  onValidate: ({ addValidationRule }) => {
    addValidationRule((context: ValidationContext) => {
      for (const fault of shapeFaults(context.getDocument())) context.reportError(fault)
      return {}
    })
  },
  onExecute: ({ args, setResultAndStopExecution }) => {
    const { document, operationName, variableValues } = args
    const variables = variableValues ?? {}
    const cost = operationCost(document, operationName, variables)
    const faults = requestFaults(cost, liveSearches(document, operationName, variables))
    if (faults.length > 0) return setResultAndStopExecution({ errors: faults })
    return {
      onExecuteDone: ({ result, setResult }) => {
        if (result && typeof result === 'object' && !(Symbol.asyncIterator in result))
          setResult({ ...result, extensions: { ...result.extensions, cost } })
      },
    }
  },
})

const MAX_PERSISTED = 1_000

/** Automatic persisted queries: a hash stands for a document that was sent once. */
export const usePersistedQueries = (): Plugin => {
  const documents = new Map<string, string>()
  return {
    onParams: ({ params, setParams }) => {
      const { persistedQuery } = (params.extensions ?? {}) as { persistedQuery?: { sha256Hash?: unknown } }
      const hash = persistedQuery?.sha256Hash
      if (typeof hash !== 'string') return
      if (!params.query) {
        const known = documents.get(hash)
        if (known === undefined) throw persistedError('PersistedQueryNotFound', 'PERSISTED_QUERY_NOT_FOUND')
        return setParams({ ...params, query: known })
      }
      if (createHash('sha256').update(params.query).digest('hex') !== hash)
        throw persistedError('the hash is not the query’s', 'PERSISTED_QUERY_MISMATCH')
      if (documents.size >= MAX_PERSISTED) documents.delete(documents.keys().next().value ?? '')
      documents.set(hash, params.query)
    },
  }
}

const persistedError = (message: string, code: string): GraphQLError =>
  new GraphQLError(message, { extensions: { code, retryable: false, http: { status: 400 } } })
