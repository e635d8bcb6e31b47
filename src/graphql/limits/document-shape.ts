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

function operationsOf(document: DocumentNode): OperationDefinitionNode[] {
  return document.definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION)
}

function tooMany(what: string, limit: number, found: number): GraphQLError[] {
  return found > limit ? [limitError(`at most ${limit} ${what}, not ${found}`)] : []
}

/** Of the fields of one name in the answer, wherever in the document, the most. */
function mostOfOneName(document: DocumentNode): number {
  const counts = new Map<string, number>()
  visit(document, {
    Field: ({ alias, name }) => {
      const key = (alias ?? name).value
      counts.set(key, (counts.get(key) ?? 0) + 1)
    },
  })
  return Math.max(0, ...counts.values())
}

/** The longest name in a document, wherever it stands. */
function longestName(document: DocumentNode): number {
  let longest = 0
  visit(document, { Name: ({ value }) => void (longest = Math.max(longest, value.length)) })
  return longest
}

/** Telling the whole schema is the longest answer that there is without a list of anything. */
function wholeSchemas(measurer: Measurer, operation: OperationDefinitionNode): number {
  return measurer
    .fieldsOf(operation.selectionSet, rootTypeOf(schema, operation))
    .filter(({ field }) => field.name.value === '__schema').length
}

/**
 * Every limit that a document breaks by its shape alone, in whichever of its operations. Looked at before it is validated: to
 * compare fields of one name takes the square of their number, and fragments that spread each other the whole stack.
 */
export function shapeFaults(document: DocumentNode): readonly GraphQLError[] {
  const known = looked.get(document)
  if (known) return known
  const faults = lookAt(document)
  looked.set(document, faults)
  return faults
}

/** A document that is asked again is looked at once. Lives as long as the document does. */
const looked = new WeakMap<DocumentNode, readonly GraphQLError[]>()

function lookAt(document: DocumentNode): readonly GraphQLError[] {
  // Alone: what else is wrong would be told with the name.
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
