import {
  type DocumentNode,
  type GraphQLError,
  Kind,
  NoFragmentCyclesRule,
  type OperationDefinitionNode,
  validate,
  visit,
} from 'graphql'
import { schema } from '../schema.ts'
import { LIMITS, limitError } from './limits.ts'
import { createMeasurer, type Measure, type Measurer, rootTypeOf } from './measure.ts'
import { mostOfOneName } from './most-of-one-name.ts'

function operationsOf(document: DocumentNode): OperationDefinitionNode[] {
  return document.definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION)
}

function tooMany(what: string, limit: number, found: number): GraphQLError[] {
  return found > limit ? [limitError(`at most ${limit} ${what}, not ${found}`)] : []
}

/** The length of the longest name in a document. */
function longestName(document: DocumentNode): number {
  let longest = 0
  visit(document, { Name: ({ value }) => void (longest = Math.max(longest, value.length)) })
  return longest
}

/** Counts `__schema` fields: returning the whole schema is the longest answer without a list. */
function wholeSchemas(measurer: Measurer, operation: OperationDefinitionNode): number {
  return measurer
    .fieldsOf(operation.selectionSet, rootTypeOf(schema, operation))
    .filter(({ field }) => field.name.value === '__schema').length
}

/**
 * Finds every limit that a document's shape exceeds in any of its operations. This runs before validation, whose time grows with
 * the square of the number of fields of one name, and whose stack overflows on fragments that spread each other.
 */
export function shapeFaults(document: DocumentNode): readonly GraphQLError[] {
  const known = looked.get(document)
  if (known) return known
  const faults = lookAt(document)
  looked.set(document, faults)
  return faults
}

/** A document that is sent again is not checked again. An entry lives as long as its document. */
const looked = new WeakMap<DocumentNode, readonly GraphQLError[]>()

function lookAt(document: DocumentNode): readonly GraphQLError[] {
  // This fault is returned alone, because other errors would quote the long name.
  const tooLong = tooMany('characters in a name', LIMITS.nameLength, longestName(document))
  if (tooLong.length > 0) return tooLong
  const measurer = createMeasurer(schema, document)
  function most(count: (measure: Measure) => number): number {
    return Math.max(
      0,
      ...operationsOf(document).map((one) => count(measurer.of(one.selectionSet, rootTypeOf(schema, one)))),
    )
  }
  return [
    ...validate(schema, document, [NoFragmentCyclesRule]),
    ...tooMany('fields of one name', LIMITS.sameName, mostOfOneName(document)),
    ...tooMany('__schema', 1, Math.max(0, ...operationsOf(document).map((one) => wholeSchemas(measurer, one)))),
    ...tooMany(
      'aliases',
      LIMITS.aliases,
      most(({ aliases }) => aliases),
    ),
    ...tooMany(
      'directives',
      LIMITS.directives,
      most(({ directives }) => directives),
    ),
    ...tooMany(
      'levels deep',
      LIMITS.depth,
      most(({ depth }) => depth),
    ),
  ]
}
