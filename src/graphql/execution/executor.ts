import { type DocumentNode, type ExecutionResult, execute, type GraphQLSchema, getOperationAST } from 'graphql'
import { variableErrors } from './coerce.ts'
import type { Compile } from './compile.ts'
import type { Variables } from './hoist-variables.ts'

/** One operation of a document with the parameters of a request. */
type Execution = {
  /** Optional when the document has only one operation. */
  readonly operationName?: string | null | undefined
  /** The variables as the client sent them; the executor coerces them. */
  readonly variables?: Variables | null | undefined
  /** The context that resolvers receive. */
  readonly context: unknown
  /** The value that root fields are read from: for a subscription the event. */
  readonly root?: unknown
}

/**
 * Executes documents that were validated and are within the limits. The result has no `data` when nothing was executed because
 * the variables are invalid. Errors are not masked yet. `test/graphql/executor.test.ts` runs the same cases on both executors.
 */
export type Executor = {
  readonly execute: (document: DocumentNode, execution: Execution) => ExecutionResult | Promise<ExecutionResult>
}

/** The executor of graphql-js, with shorter errors about variables: see `coerceVariables`. */
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

/** Runs compiled code when an operation has it, otherwise the reference executor. */
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
