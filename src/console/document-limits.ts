import {
  type DocumentNode,
  type GraphQLError,
  type GraphQLSchema,
  Kind,
  NoFragmentCyclesRule,
  NoSchemaIntrospectionCustomRule,
  OperationTypeNode,
  parse,
  validate,
} from 'graphql'
import type { Plugin } from 'graphql-yoga'
import { createMeasurer, rootTypeOf } from '../graphql/limits/measure.ts'
import { mostOfOneName } from '../graphql/limits/most-of-one-name.ts'
import type { ConsoleHost } from './context.ts'
import { refusal } from './errors.ts'

/** What a document may have. The largest of a screen has 240 tokens, five levels, two root fields and no alias. */
export const DOCUMENT_LIMITS = {
  tokens: 1_000,
  /** Of a query, fragments expanded. A mutation has one root field: each change is a request of its own in the audit log. */
  rootFields: 10,
  aliases: 10,
  depth: 10,
  sameName: 50,
  /** Errors of validation that are told; each is compared with all similar names. */
  errors: 20,
} as const

function tooMany(what: string, limit: number, found: number): GraphQLError[] {
  return found > limit ? [refusal('BAD_INPUT', `A document may have at most ${limit} ${what}, not ${found}.`)] : []
}

/**
 * Every limit that a document's shape exceeds in any of its operations, before it is validated: the time of validation grows with the square
 * of the fields of one name, and fragments that spread each other have no end.
 */
export function documentFaults(schema: GraphQLSchema, document: DocumentNode): readonly GraphQLError[] {
  const { rootFields, aliases, depth, sameName, errors } = DOCUMENT_LIMITS
  const rules = [NoFragmentCyclesRule, NoSchemaIntrospectionCustomRule]
  const faults = [
    ...validate(schema, document, rules, { maxErrors: errors }),
    ...tooMany('fields of one name', sameName, mostOfOneName(document)),
  ]
  if (faults.length > 0) return faults
  const measurer = createMeasurer(schema, document)
  return document.definitions.flatMap((one) => {
    if (one.kind !== Kind.OPERATION_DEFINITION) return []
    const root = rootTypeOf(schema, one)
    const measure = measurer.of(one.selectionSet, root)
    const isMutation = one.operation === OperationTypeNode.MUTATION
    return [
      ...tooMany(
        isMutation ? 'mutation' : 'root fields',
        isMutation ? 1 : rootFields,
        measurer.fieldsOf(one.selectionSet, root).length,
      ),
      ...tooMany('aliases', aliases, measure.aliases),
      ...tooMany('levels', depth, measure.depth),
    ]
  })
}

/** Bounds what a document can cost, and lets subscriptions through where their streams are counted only. */
export function useDocumentLimits(schema: GraphQLSchema): Plugin<ConsoleHost, ConsoleHost> {
  function parseBounded(...[source, options]: Parameters<typeof parse>): DocumentNode {
    return parse(source, { ...options, maxTokens: DOCUMENT_LIMITS.tokens })
  }
  function validateBriefly(...[of, document, rules]: Parameters<typeof validate>): ReturnType<typeof validate> {
    return validate(of, document, rules, { maxErrors: DOCUMENT_LIMITS.errors })
  }
  return {
    onParse: ({ setParseFn }) => setParseFn(parseBounded),
    onValidate: ({ params, setResult, setValidationFn }) => {
      setValidationFn(validateBriefly)
      const faults = documentFaults(schema, params.documentAST as DocumentNode)
      if (faults.length > 0) setResult(faults)
    },
    onSubscribe: ({ args, setResultAndStopExecution }) => {
      const { isStream } = args.contextValue as ConsoleHost
      if (isStream) return
      const fault = refusal('BAD_INPUT', 'A subscription is asked for at the path graphql/stream.')
      setResultAndStopExecution({ errors: [fault] })
    },
  }
}
