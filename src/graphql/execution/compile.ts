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

/** An operation as a function. It coerces the variables of the request itself. */
export type CompiledOperation = {
  readonly query: (
    rootValue: unknown,
    contextValue: unknown,
    variables: Variables | null | undefined,
  ) => ExecutionResult | Promise<ExecutionResult>
}

/** Compiles an operation; null when the reference executor must run it. */
export type Compile = (document: DocumentNode, operationName: string | null | undefined) => CompiledOperation | null

/** How many compiled operations are cached; each is some tens of kilobytes of code. */
const MAX_COMPILED = 500

/**
 * Copies the schema, and adds the type of coerced variables. In the copy no type resolver throws: compiled code calls type
 * resolvers from callbacks, where an exception would be uncaught.
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

/** Compiles one query or mutation immediately; null when the reference executor must run it. */
export function compileOperation(
  schemas: Schemas,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): CompiledOperation | null {
  return operation.operation === 'subscription' ? null : compileRoot(schemas, document, operation)
}

type Schemas = { readonly schema: GraphQLSchema; readonly copy: GraphQLSchema }

/** For a subscription: compiles the function that makes the result of an event. The event is the root value. */
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

/** The operations of a document by name; 'seen' means requested only once so far. */
type ByName = Map<string, CompiledOperation | null | 'seen'>

/**
 * Compiles an operation the second time that it is requested, because executing once is faster than compiling. Documents are
 * compared by object identity: the caller caches parsed documents by text and passes the same object again.
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

/**
 * The two parts of a subscription: `open` returns its source, or the errors that prevent it; `result` makes the result of one
 * event.
 */
type CompiledSubscription = {
  readonly open: (context: object, variables: Variables) => Promise<AsyncIterable<unknown> | ExecutionResult>
  readonly result: CompiledOperation['query']
}

/** Compiles a subscription; null for other operations, or when it cannot be compiled. */
export type CompileEvents = (
  document: DocumentNode,
  operationName: string | null | undefined,
) => CompiledSubscription | null

/** The reference executor opens the source, and compiled code makes the result of each event. */
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
            // Yoga reports the errors of the variables.
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
