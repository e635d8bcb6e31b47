import type { DocumentNode } from 'graphql'
import { createBoundedMemory } from '../../platform/kept.ts'
import { excessFault } from '../limits/bounded-params.ts'

export type Variables = Readonly<Record<string, unknown>>

/** The parameters of a request, as the fast paths read them. */
export type PlainParams = {
  readonly query: unknown
  readonly operationName: string | null
  readonly variables: Variables
  readonly extensions: Variables | null
}

const PARAMETERS = new Set(['query', 'variables', 'operationName', 'extensions'])

function isObject(value: unknown): value is Variables {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Reads the parameters of a request; null when anything about them is unusual, in which case Yoga answers the request. */
export function readPlainParams(body: unknown): PlainParams | null {
  if (!isObject(body) || !Object.keys(body).every((name) => PARAMETERS.has(name))) return null
  const { query } = body
  const operationName = body['operationName'] ?? null
  const variables = body['variables'] ?? {}
  const extensions = body['extensions'] ?? null
  if (operationName !== null && typeof operationName !== 'string') return null
  if (!isObject(variables) || excessFault({ query, variables }) || (extensions !== null && !isObject(extensions)))
    return null
  return { query, operationName, variables, extensions }
}

/** Documents that Yoga has accepted, by their text. */
type LearnedDocuments = {
  readonly get: (text: unknown) => DocumentNode | null
  readonly learn: (text: string, document: DocumentNode) => void
}

/** Longer texts are always left to Yoga, so that the cache is bounded in bytes as well. */
const MAX_TEXT = 32_768

export function createLearnedDocuments(limit: number): LearnedDocuments {
  const documents = createBoundedMemory<string, DocumentNode>({ max: limit, drops: 'least-used' })
  return {
    get: (text) => (typeof text === 'string' ? (documents.get(text) ?? null) : null),
    learn: (text, document) => {
      if (text.length <= MAX_TEXT) documents.set(text, document)
    },
  }
}
