import { type DocumentNode, type ExecutionResult, GraphQLError } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import type { GraphqlContext } from '../../resolvers/context.ts'
import { errorReporterOf, errorsAsText } from '../errors.ts'
import type { CompileEvents } from '../execution/compile.ts'
import { checkLimits } from '../limits/limits.ts'
import { createLearnedDocuments, readPlainParams } from './learned-documents.ts'

/**
 * A fast path for subscriptions: a document that Yoga has subscribed to once is handled here the next time. Compiled code makes
 * the result of each event, which is written in the format of graphql-sse without an intermediate response stream. Anything
 * unusual is left to Yoga.
 */
export type StreamLane = {
  /**
   * Returns the messages of a subscription; null when Yoga must handle the request, in which case nothing has been subscribed to.
   */
  readonly subscribe: (
    body: unknown,
    contextFor: (isHeavy: boolean) => GraphqlContext,
  ) => Promise<AsyncIterable<Message> | null>
  readonly learn: (text: string, document: DocumentNode) => void
}

/** A message makes its text only when it is sent: a thousand streams with the same event must not hold a thousand texts. */
export type Message = () => string | Promise<string>

const MAX_DOCUMENTS = 200

/** Turns a result into the text that is sent. */
type Finish = (result: ExecutionResult) => string

/** Writes events as Yoga does: each has its cost, and errors of ours show only a code. */
function finishFor(context: GraphqlContext, cost: number): Finish {
  const teller = errorReporterOf(context)
  return (result) => `event: next\ndata: ${errorsAsText(result, { cost }, teller)}\n\n`
}

async function* messages(
  source: AsyncIterable<unknown>,
  resultOf: (event: unknown) => ExecutionResult | Promise<ExecutionResult>,
  finish: Finish,
): AsyncGenerator<Message> {
  function failed(error: unknown): string {
    const originalError = error instanceof Error ? error : new Error(String(error))
    return finish({ data: null, errors: [new GraphQLError('the source failed', { originalError })] })
  }
  function tell(event: unknown): string | Promise<string> {
    try {
      const result = resultOf(event)
      return result instanceof Promise ? result.then(finish, failed) : finish(result)
    } catch (error) {
      return failed(error)
    }
  }
  try {
    for await (const event of source) yield () => tell(event)
  } catch (error) {
    yield () => failed(error)
  }
  yield complete
}

const complete: Message = () => 'event: complete\ndata:\n\n'

async function* refused(result: ExecutionResult, finish: Finish): AsyncGenerator<Message> {
  yield () => finish(result)
  yield complete
}

export function createStreamLane(compile: CompileEvents): StreamLane {
  const documents = createLearnedDocuments(MAX_DOCUMENTS)
  return {
    subscribe: async (body, contextFor) => {
      const params = readPlainParams(body)
      const document = params && !params.extensions && documents.get(params.query)
      if (!params || !document) return null
      const { operationName, variables } = params
      const subscription = compile(document, operationName)
      const { cost, faults } = checkLimits(document, operationName, variables)
      if (!subscription || faults.length > 0) return null
      const context = contextFor(false)
      const finish = finishFor(context, cost)
      const opened = await subscription.open(context, variables)
      if (Symbol.asyncIterator in opened)
        return messages(opened, (event) => subscription.result(event, context, variables), finish)
      // A refusal has the path of its field; errors about variables have no path, and Yoga reports them.
      return opened.errors?.every(({ path }) => path) ? refused(opened, finish) : null
    },
    learn: documents.learn,
  }
}

/** Passes the subscriptions that Yoga opens to the lane. */
export function useStreamLane({ learn }: Pick<StreamLane, 'learn'>): Plugin {
  return {
    onSubscribe: ({ args }) => {
      const { params } = args.contextValue
      if (typeof params?.query === 'string') learn(params.query, args.document)
    },
  }
}
