import {
  createSourceEventStream,
  type DocumentNode,
  defaultTypeResolver,
  type ExecutionResult,
  execute,
  extendSchema,
  type GraphQLSchema,
  getOperationAST,
  isAbstractType,
  type OperationDefinitionNode,
  parse,
  separateOperations,
  validateSubscriptionArgs,
} from 'graphql'
import { compileQuery, isCompiledQuery } from 'graphql-jit'
import { createBoundedMemory } from '../../platform/kept.ts'
import { fragmentsOf } from '../limits/fragments.ts'
import { createMeasurer } from '../limits/measure.ts'
import { reasonNotToCompile } from './compilable.ts'
import { errorsByNull } from './errors-by-null.ts'
import { COERCED, hoistVariables, type Variables } from './hoist-variables.ts'
import { LEAVES } from './leaves.ts'

/** An operation as a function. The variables are the request's; they are coerced here. */
export type CompiledOperation = {
  readonly query: (
    rootValue: unknown,
    contextValue: unknown,
    variables: Variables | null | undefined,
  ) => ExecutionResult | Promise<ExecutionResult>
}

/** Null when the reference executor has to run it. */
export type Compile = (document: DocumentNode, operationName: string | null | undefined) => CompiledOperation | null

/** Compiled operations that are kept: some tens of kilobytes of code each. */
const MAX_COMPILED = 500

/**
 * A copy with the type of coerced variables, in which no type is told by throwing: compiled code calls these from callbacks,
 * where a throw would be nobody's.
 */
export function schemaToCompile(schema: GraphQLSchema): GraphQLSchema {
  const copy = extendSchema(schema, parse(`scalar ${COERCED.name}`), { assumeValid: true })
  for (const type of Object.values(copy.getTypeMap())) {
    if (!isAbstractType(type)) continue
    const resolveType = type.resolveType ?? defaultTypeResolver
    type.resolveType = (value, context, info) => {
      try {
        return resolveType(value, context, info, type)
      } catch {
        return undefined
      }
    }
  }
  return copy
}

/** Compiles one query or mutation whatever that takes; null when the reference executor has to run it. */
export function compileOperation(
  schemas: Schemas,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): CompiledOperation | null {
  return operation.operation === 'subscription' ? null : compileRoot(schemas, document, operation)
}

type Schemas = { readonly schema: GraphQLSchema; readonly copy: GraphQLSchema }

/** Of a subscription: what makes the result of an event, which is its root. */
function compileRoot(
  { schema, copy }: Schemas,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): CompiledOperation | null {
  const root = schema.getRootType(operation.operation)
  const own = separateOperations(document)[operation.name?.value ?? '']
  if (!own || !root) return null
  const selected = { set: operation.selectionSet, type: root }
  if (reasonNotToCompile(schema, selected, fragmentsOf(own))) return null
  const { document: rewritten, read: variablesOf } = hoistVariables(schema, own, operation)
  const made = compileQuery(copy, rewritten, operation.name?.value ?? '', { customSerializers: LEAVES })
  if (!isCompiledQuery(made)) return null
  const { fieldsOf } = createMeasurer(schema, own)
  function finish(result: ExecutionResult): ExecutionResult {
    return result.errors ? { ...result, errors: errorsByNull(schema, { ...selected, fieldsOf }, result) } : result
  }
  return {
    query: (rootValue, contextValue, given) => {
      const read = variablesOf(given ?? {})
      if (read.kind === 'refused') return { errors: read.errors }
      const result =
        read.kind === 'unusual'
          ? execute({ schema, document: own, rootValue, contextValue, variableValues: given ?? {} })
          : made.query(rootValue, contextValue, read.variables)
      return result instanceof Promise ? result.then(finish) : finish(result)
    },
  }
}

/** Operations of a document by name; 'seen' has not been asked for twice. */
type ByName = Map<string, CompiledOperation | null | 'seen'>

/**
 * Compiles an operation when it is asked for the second time: a document that comes once is executed sooner than it is
 * compiled. Documents are told apart as objects: the caller keeps parsed documents by their text and hands out the same
 * object again.
 */
export function createCompiler(schema: GraphQLSchema, limit = MAX_COMPILED): Compile {
  const schemas = { schema, copy: schemaToCompile(schema) }
  const documents = createBoundedMemory<DocumentNode, ByName>({ max: limit, drops: 'least-used' })
  return (document, operationName) => {
    const operation = getOperationAST(document, operationName)
    if (!operation) return null
    const operations: ByName = documents.get(document) ?? new Map()
    if (operations.size === 0) documents.set(document, operations)
    const name = operation.name?.value ?? ''
    const known = operations.get(name)
    if (known === undefined) operations.set(name, 'seen')
    if (known === 'seen') operations.set(name, compileOperation(schemas, document, operation))
    const made = operations.get(name)
    return made === 'seen' || made === undefined ? null : made
  }
}

/** A subscription's two halves: its source, or why there is none; and the result that one event of the source makes. */
type CompiledSubscription = {
  readonly open: (context: object, variables: Variables) => Promise<AsyncIterable<unknown> | ExecutionResult>
  readonly result: CompiledOperation['query']
}

/** Null for what is no subscription, or cannot be compiled. */
export type CompileEvents = (
  document: DocumentNode,
  operationName: string | null | undefined,
) => CompiledSubscription | null

/** The source is opened by the reference executor, each event is made by compiled code. */
export function createEventCompiler(schema: GraphQLSchema, limit = MAX_COMPILED): CompileEvents {
  const schemas = { schema, copy: schemaToCompile(schema) }
  const compiled = createBoundedMemory<OperationDefinitionNode, { readonly made: CompiledSubscription | null }>({
    max: limit,
    drops: 'least-used',
  })
  function make(document: DocumentNode, operation: OperationDefinitionNode): CompiledSubscription | null {
    const made = compileRoot(schemas, document, operation)
    return (
      made && {
        open: async (contextValue, variableValues) => {
          const operationName = operation.name?.value
          const args = validateSubscriptionArgs({
            schema,
            document,
            operationName,
            contextValue,
            variableValues,
            // Yoga tells what is wrong with them.
            options: { maxCoercionErrors: 0 },
          })
          return 'schema' in args ? createSourceEventStream(args) : { errors: args }
        },
        result: made.query,
      }
    )
  }
  return (document, operationName) => {
    const operation = getOperationAST(document, operationName)
    if (operation?.operation !== 'subscription') return null
    const known = compiled.get(operation) ?? { made: make(document, operation) }
    compiled.set(operation, known)
    return known.made
  }
}
