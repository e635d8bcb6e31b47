import { type DocumentNode, type ExecutionResult, execute, type GraphQLSchema, getOperationAST } from 'graphql'
import { variableErrors } from './coerce.ts'
import type { Compile } from './compile.ts'
import type { Variables } from './hoist-variables.ts'

/** One operation of a document, as one request asks for it. */
type Execution = {
  /** May be left out when the document has one operation. */
  readonly operationName?: string | null | undefined
  /** As the client sent them; they are coerced here. */
  readonly variables?: Variables | null | undefined
  /** What resolvers get as their context. */
  readonly context: unknown
  /** What the root fields are read from: the event, for an operation that is a subscription. */
  readonly root?: unknown
}

/**
 * Executes documents that were validated and are within the limits. The result has no `data` when nothing was executed, because
 * the variables do not fit. Errors are not masked yet. `test/graphql/executor.test.ts` runs the same cases over both executors.
 */
export type Executor = {
  readonly execute: (document: DocumentNode, execution: Execution) => ExecutionResult | Promise<ExecutionResult>
}

/** graphql-js, with briefer errors of variables: see `coerceVariables`. */
export function createReferenceExecutor(schema: GraphQLSchema): Executor {
  return {
    execute: (document, { operationName, variables, context, root }) => {
      const definitions = getOperationAST(document, operationName)?.variableDefinitions ?? []
      const errors = variableErrors(schema, definitions, variables ?? {})
      if (errors) return { errors }
      return execute({
        schema,
        document,
        operationName,
        rootValue: root,
        contextValue: context,
        variableValues: variables ?? {},
      })
    },
  }
}

/** Runs compiled code where there is some, and leaves the rest to the reference executor. */
export function createCompiledExecutor(schema: GraphQLSchema, compile: Compile): Executor {
  const reference = createReferenceExecutor(schema)
  return {
    execute: (document, execution) => {
      const { operationName, variables, context, root } = execution
      const compiled = compile(document, operationName)
      return compiled ? compiled.query(root, context, variables) : reference.execute(document, execution)
    },
  }
}
