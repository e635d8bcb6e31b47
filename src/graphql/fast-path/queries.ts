import type { DocumentNode, ExecutionResult } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import type { Problem } from '../../domain/errors.ts'
import { createBoundedMemory } from '../../platform/kept.ts'
import type { GraphqlContext } from '../../resolvers/context.ts'
import { errorReporterOf, errorsAsText } from '../errors.ts'
import type { Compile, CompiledOperation } from '../execution/compile.ts'
import type { CompileLists, ListOperation } from '../hotel-lists/hotel-lists.ts'
import { checkLimits } from '../limits/limits.ts'
import type { PersistedDocuments } from '../persisted.ts'
import { createLearnedDocuments, type PlainParams, readPlainParams, type Variables } from './learned-documents.ts'

/**
 * A fast path for repeated queries: a document that Yoga has parsed, validated and begun to execute once is executed here the
 * next time, without Yoga's request and response objects. The limits, the cache of persisted documents, the compiled code and the
 * masking are the same. Anything unusual, such as a new document or an invalid variable, is left to Yoga.
 */
export type Lane = {
  /** Returns the answer; null when Yoga must handle the request, in which case nothing has been executed. */
  readonly run: (body: unknown, host: LaneHost) => Promise<LaneAnswer | null>
  /** Called when Yoga is about to execute this document for this text. */
  readonly learn: (text: string, document: DocumentNode) => void
  /** The media type with which Yoga has answered this Accept header before; null when it has not. */
  readonly mediaTypeFor: (accept: string | undefined) => string | null
  readonly learnMediaType: (accept: string | undefined, mediaType: string) => void
}

/** The host's functions for one request: its context, and its organization's turn on the event loop. */
export type LaneHost = {
  readonly contextFor: (isHeavy: boolean) => GraphqlContext
  /** Waits for the organization's turn; returns a refusal when too many of its requests wait already. */
  readonly enter: () => Promise<Problem | null>
}

/** The JSON of an HTTP 200 answer, or the reason why nothing was executed. */
type LaneAnswer = { readonly bytes: Buffer } | { readonly refused: Problem }

/** A document that costs at most this many points takes a fraction of a millisecond once it is compiled, so it needs no turn. */
const LIGHT_COST = 100
const MAX_DOCUMENTS = 500
const MAX_ACCEPTS = 100
const MAX_ACCEPT = 200
const MEDIA_TYPES: ReadonlySet<string> = new Set([
  'application/graphql-response+json; charset=utf-8',
  'application/json; charset=utf-8',
])

type Prepared = {
  readonly query: CompiledOperation
  /** The compiled operation with its hotel lists, which are written as text; null when it has none. */
  readonly lists: ListOperation | null
  readonly variables: Variables
  readonly cost: number
}

type LaneOptions = {
  readonly persisted: PersistedDocuments
  readonly compile: Compile
  readonly compileLists: CompileLists
}

export function createLane({ persisted, compile, compileLists }: LaneOptions): Lane {
  const documents = createLearnedDocuments(MAX_DOCUMENTS)
  const mediaTypes = createBoundedMemory<string, string>({ max: MAX_ACCEPTS, drops: 'least-used' })

  /** The names of operations, by document, for which compiling is finished. */
  const settled = new WeakMap<DocumentNode, Set<string | null>>()

  function find(params: PlainParams): DocumentNode | null {
    const text = params.extensions ? (persisted.lookUp(params) ?? params.query) : params.query
    return documents.get(text)
  }

  function prepare(document: DocumentNode, { operationName, variables }: PlainParams): Prepared | null {
    const query = compile(document, operationName)
    if (!query) return null
    const { cost, faults } = checkLimits(document, operationName, variables)
    return faults.length > 0 ? null : { query, lists: compileLists(document, operationName), variables, cost }
  }

  return {
    run: async (body, { contextFor, enter }) => {
      const params = readPlainParams(body)
      const document = params && find(params)
      if (!document) return null
      const compiled = settled.get(document) ?? new Set()
      const isNew = !compiled.has(params.operationName)
      const refused = isNew ? await enter() : null
      if (refused) return { refused }
      const prepared = prepare(document, params)
      if (!prepared) return null
      settled.set(document, compiled.add(params.operationName))
      const { query, lists, variables, cost } = prepared
      const isHeavy = cost > LIGHT_COST
      const tooMany = isHeavy && !isNew ? await enter() : null
      if (tooMany) return { refused: tooMany }
      const context = contextFor(isHeavy)
      const result = await (lists ?? query).query(undefined, context, variables)
      // A result without data means that nothing was executed because the variables are invalid; Yoga reports that.
      if (result.data === undefined) return null
      const extensions = { cost }
      function tell({ data, errors }: ExecutionResult): string {
        return errors?.length
          ? errorsAsText({ data: data ?? null, errors }, extensions, errorReporterOf(context))
          : JSON.stringify({ data, extensions })
      }
      return { bytes: lists ? lists.write(result, tell) : Buffer.from(tell(result)) }
    },
    learn: documents.learn,
    mediaTypeFor: (accept = '') => mediaTypes.get(accept) ?? null,
    learnMediaType: (accept = '', mediaType) => {
      if (accept.length <= MAX_ACCEPT && MEDIA_TYPES.has(mediaType)) mediaTypes.set(accept, mediaType)
    },
  }
}

/** Passes the documents that Yoga executes to the lane. */
export function useLane({ learn }: Pick<Lane, 'learn'>): Plugin {
  return {
    onExecute: ({ args }) => {
      const { params } = args.contextValue
      if (typeof params?.query === 'string') learn(params.query, args.document)
    },
  }
}
