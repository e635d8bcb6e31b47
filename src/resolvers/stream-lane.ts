import { type DocumentNode, type ExecutionResult, GraphQLError } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import type { CompileEvents } from './compile.ts'
import type { GraphqlContext } from './context.ts'
import { createLearnedDocuments, readPlainParams } from './learned.ts'
import { checkLimits } from './limits.ts'
import { tellAsText, tellerOf } from './told.ts'

/**
 * The lane of subscriptions: a document that Yoga has subscribed to once is subscribed to here the next time, each event made
 * by compiled code and written as graphql-sse has it, without a response that is a stream of streams. Whatever is not plain is
 * Yoga's.
 */
export type StreamLane = {
  /** Every message of a subscription, as text; null when the request is Yoga's, in which case nothing has been subscribed to. */
  readonly subscribe: (body: unknown, contextFor: () => GraphqlContext) => Promise<AsyncIterable<string> | null>
  readonly learn: (text: string, document: DocumentNode) => void
}

const MAX_DOCUMENTS = 200

const COMPLETE = 'event: complete\ndata:\n\n'

/** What a result becomes on its way out. */
type Finish = (result: ExecutionResult) => string

/** As Yoga tells it: what it costs with each event, faults of ours as a code alone. */
const finishFor = (context: GraphqlContext, cost: number): Finish => {
  const teller = tellerOf(context)
  return (result) => `event: next\ndata: ${tellAsText(result, { cost }, teller)}\n\n`
}

/** An event becomes text in one turn where it can: a thousand streams that hear of something together hold a thousand texts. */
async function* messages(
  source: AsyncIterable<unknown>,
  resultOf: (event: unknown) => ExecutionResult | Promise<ExecutionResult>,
  finish: Finish,
): AsyncGenerator<string> {
  try {
    for await (const event of source) {
      const result = resultOf(event)
      yield finish(result instanceof Promise ? await result : result)
    }
  } catch (error) {
    const originalError = error instanceof Error ? error : new Error(String(error))
    yield finish({ data: null, errors: [new GraphQLError('the source failed', { originalError })] })
  }
  yield COMPLETE
}

async function* refused(result: ExecutionResult, finish: Finish): AsyncGenerator<string> {
  yield finish(result)
  yield COMPLETE
}

export const createStreamLane = (compile: CompileEvents): StreamLane => {
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
      const context = contextFor()
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
export const useStreamLane = ({ learn }: Pick<StreamLane, 'learn'>): Plugin => ({
  onSubscribe: ({ args }) => {
    const { params } = args.contextValue
    if (typeof params?.query === 'string') learn(params.query, args.document)
  },
})
