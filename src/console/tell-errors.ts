import { type ExecutionResult, GraphQLError } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import { UsageError } from '../admin/command.ts'
import type { Logger } from '../platform/logger.ts'
import { failureCode } from '../platform/outage.ts'
import type { ConsoleHost } from './context.ts'

/** What is said of an error that nobody foresaw. */
const UNFORESEEN = 'This could not be done, and it is no fault of yours. It is in the log under the id of the request.'

function told(error: GraphQLError, log: Logger, requestId: string): GraphQLError {
  const { message, extensions, path } = error
  const original = error.originalError
  // A fault of the document has no error behind it; a refusal of ours is one itself.
  const isForeseen = original === undefined || original === null || original instanceof GraphQLError
  if (isForeseen) return located(message, { code: 'BAD_INPUT', ...extensions, requestId }, path)
  if (original instanceof UsageError) return located(original.message, { code: 'BAD_INPUT', requestId }, path)
  log.error({ err: original, requestId, path }, 'a screen could not be answered')
  return located(UNFORESEEN, { code: failureCode(original), requestId }, path)
}

function located(message: string, extensions: Record<string, unknown>, path: GraphQLError['path']): GraphQLError {
  return new GraphQLError(message, { extensions, path: path ?? null })
}

/** Gives each error of an answer its code and the request's id, and says nothing of those that nobody foresaw. */
export function useToldErrors(log: Logger): Plugin<object, ConsoleHost> {
  function tell(result: ExecutionResult, requestId: string): ExecutionResult {
    const { errors } = result
    return errors ? { ...result, errors: errors.map((error) => told(error, log, requestId)) } : result
  }
  return {
    onResultProcess: (processing) => {
      const { result, serverContext } = processing
      const { requestId } = serverContext
      if (Symbol.asyncIterator in result) return processing.setResult(each(result, (one) => tell(one, requestId)))
      if (!Array.isArray(result)) processing.setResult(tell(result as ExecutionResult, requestId))
    },
  }
}

async function* each<Item>(items: AsyncIterable<Item>, change: (item: Item) => Item): AsyncGenerator<Item> {
  for await (const item of items) yield change(item)
}
