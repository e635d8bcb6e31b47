import { type DocumentNode, type ExecutionResult, GraphQLError } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import type { GraphqlContext } from '../../resolvers/context.ts'
import { errorReporterOf, errorsAsText } from '../errors.ts'
import type { CompileEvents } from '../execution/compile.ts'
import { checkLimits } from '../limits/limits.ts'
import { createLearnedDocuments, readPlainParams } from './learned-documents.ts'

/**
 * The lane of subscriptions: a document that Yoga has subscribed to once is subscribed to here the next time, each event made
 * by compiled code and written as graphql-sse has it, without a response that is a stream of streams. Whatever is not plain is
 * Yoga's.
 */
export type StreamLane = {
  /** Every message of a subscription; null when the request is Yoga's, in which case nothing has been subscribed to. */
  readonly subscribe: (
    body: unknown,
    contextFor: (isHeavy: boolean) => GraphqlContext,
  ) => Promise<AsyncIterable<Message> | null>
  readonly learn: (text: string, document: DocumentNode) => void
}

/** Makes the text when it is to be sent: a thousand streams that hear of something together do not hold a thousand texts. */
export type Message = () => string | Promise<string>

const MAX_DOCUMENTS = 200

/** What a result becomes on its way out. */
type Finish = (result: ExecutionResult) => string

/** As Yoga tells it: what it costs with each event, faults of ours as a code alone. */
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
      // A refusal has the place of its field; variables that do not fit have none, and Yoga says so.
      return opened.errors?.every(({ path }) => path) ? refused(opened, finish) : null
    },
    learn: documents.learn,
  }
}

/** Shows the lane what Yoga subscribes to. */
export function useStreamLane({ learn }: Pick<StreamLane, 'learn'>): Plugin {
  return {
    onSubscribe: ({ args }) => {
      const { params } = args.contextValue
      if (typeof params?.query === 'string') learn(params.query, args.document)
    },
  }
}
