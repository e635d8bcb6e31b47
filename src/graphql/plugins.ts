import {
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  getOperationAST,
  parse,
  subscribe,
  validate,
} from 'graphql'
import type { Plugin } from 'graphql-yoga'
import type { Engine } from './engine.ts'
import { maskErrors } from './errors.ts'
import { variableErrors } from './execution/coerce.ts'
import type { GraphqlHost } from './host-port.ts'
import { excessFault } from './limits/bounded-params.ts'
import { shapeFaults } from './limits/document-shape.ts'
import { checkLimits, LIMITS } from './limits/limits.ts'
import { refusalBody } from './refusal.ts'

/** Subscribes with graphql-js when the variables are valid; otherwise returns their errors. */
function subscribeWhenFitting(args: ExecutionArgs): ReturnType<typeof subscribe> | ExecutionResult {
  const operation = getOperationAST(args.document, args.operationName)
  const definitions = operation?.variableDefinitions ?? []
  const errors = variableErrors(args.schema, definitions, args.variableValues ?? {})
  return errors ? { errors } : subscribe(args)
}

/** Passes the documents that Yoga would execute to the engine's executor. */
export function useExecutor({ executor }: Pick<Engine, 'executor'>): Plugin {
  function execute({ document, operationName, variableValues, contextValue, rootValue }: ExecutionArgs) {
    return executor.execute(document, {
      operationName,
      variables: variableValues,
      context: contextValue,
      root: rootValue,
    })
  }
  return {
    onExecute: ({ setExecuteFn }) => setExecuteFn(execute),
    onSubscribe: ({ setSubscribeFn }) => setSubscribeFn(subscribeWhenFitting),
  }
}

/** Masks the errors of results and events: each gets a code, and unexpected errors show nothing else. */
export function useMaskedErrors(): Plugin<object, GraphqlHost> {
  return {
    onResultProcess: (processing) => {
      const { result, serverContext } = processing
      const { teller } = serverContext
      if (Symbol.asyncIterator in result) return processing.setResult(each(result, (one) => maskErrors(one, teller)))
      // Batches were refused before.
      if (!Array.isArray(result)) processing.setResult(maskErrors(result as ExecutionResult, teller))
    },
  }
}

/** Maps the items. It also passes on the end of the iteration, so that the source is closed when the reader leaves. */
function each<Item>(items: AsyncIterable<Item>, change: (item: Item) => Item): AsyncIterable<Item> {
  return {
    [Symbol.asyncIterator]: () => {
      const iterator = items[Symbol.asyncIterator]()
      return {
        next: async () => {
          const next = await iterator.next()
          return next.done ? next : { done: false, value: change(next.value) }
        },
        return: async () => (await iterator.return?.()) ?? { done: true, value: undefined },
      }
    },
  }
}

/** The most validation errors in an answer; beyond that, it only says that there are more. */
const MAX_VALIDATION_ERRORS = 20

/**
 * Validates with a limit on errors. Each error is compared with all similar names, located, created twice and serialized: a
 * hundred take milliseconds.
 */
function validateBriefly(...[of, document, rules]: Parameters<typeof validate>): ReturnType<typeof validate> {
  return validate(of, document, rules, { maxErrors: MAX_VALIDATION_ERRORS })
}

/** Checks the limits before execution, and adds the cost of an operation to its answer. */
export function useLimits(): Plugin {
  return {
    onParse: ({ setParseFn }) =>
      setParseFn((source: Parameters<typeof parse>[0], options?: Parameters<typeof parse>[1]) =>
        parse(source, { ...options, maxTokens: LIMITS.tokens }),
      ),
    onValidate: ({ params, setResult, setValidationFn }) => {
      setValidationFn(validateBriefly)
      const faults = shapeFaults(params.documentAST as DocumentNode)
      if (faults.length > 0) setResult(faults)
    },
    onExecute: ({ args, setResultAndStopExecution }) => {
      const { cost, faults } = checkLimits(args.document, args.operationName, args.variableValues ?? {})
      if (faults.length > 0) return setResultAndStopExecution({ errors: faults })
      return {
        onExecuteDone: ({ result, setResult }) => {
          if (result && typeof result === 'object' && !(Symbol.asyncIterator in result))
            setResult({ ...result, extensions: { ...result.extensions, cost } })
        },
      }
    },
    onSubscribe: ({ args, setResultAndStopExecution }) => {
      const { cost, faults } = checkLimits(args.document, args.operationName, args.variableValues ?? {})
      if (faults.length > 0) return setResultAndStopExecution({ errors: faults })
      return {
        onSubscribeResult: () => ({
          onNext: ({ result, setResult }) => setResult({ ...result, extensions: { ...result.extensions, cost } }),
        }),
      }
    },
  }
}

/** Refuses documents and variables with far more content than any valid request, before they are processed. */
export function useBoundedParams(): Plugin {
  return {
    onParams: ({ params }) => {
      const fault = excessFault(params)
      if (fault) throw fault
    },
  }
}

/** Applies the rate limit to documents that call no operation: see `consumeRest`. */
export function useRateOfTheRest(): Plugin<object, GraphqlHost> {
  return {
    onResponse: async (hook) => {
      const refused = await hook.serverContext.consumeRest()
      if (!refused) return
      const body = JSON.stringify(refusalBody(refused, hook.serverContext.teller.requestId))
      const headers = { 'content-type': 'application/json; charset=utf-8' }
      hook.setResponse(new Response(body, { status: refused.status, headers }))
    },
  }
}

/** Automatic persisted queries: a hash identifies a document that was sent before. */
export function usePersistedQueries({ persisted }: Pick<Engine, 'persisted'>): Plugin {
  return {
    onParams: ({ params, setParams }) => {
      const query = persisted.lookUp(params)
      if (query instanceof Error) throw query
      if (query !== null) setParams({ ...params, query })
    },
  }
}
