import { createCompiler, createEventCompiler } from './execution/compile.ts'
import { createCompiledExecutor, createReferenceExecutor, type Executor } from './execution/executor.ts'
import { createLane, type Lane } from './fast-path/queries.ts'
import { createStreamLane, type StreamLane } from './fast-path/subscriptions.ts'
import { createListCompiler } from './hotel-lists/hotel-lists.ts'
import { createPersistedDocuments, type PersistedDocuments } from './persisted.ts'
import { schema } from './schema.ts'

/**
 * How documents are executed: by the executor within Yoga, or past Yoga by a lane, where there are lanes. All share one memory of
 * persisted documents. README.md has the parts, and what each of them brings.
 */
export type Engine = {
  readonly persisted: PersistedDocuments
  readonly executor: Executor
  /** Null: Yoga answers every request. */
  readonly lanes: { readonly queries: Lane; readonly subscriptions: StreamLane } | null
}

/**
 * The setting GRAPHQL_ENGINE: `reference` is Yoga and graphql-js alone, `compiled` is everything that makes it faster. The two
 * between them are there to be measured; each has what the one before it has.
 */
export const ENGINES = ['reference', 'compiled-execution', 'lanes', 'compiled'] as const
export type EngineName = (typeof ENGINES)[number]

export function createEngine(name: EngineName): Engine {
  const persisted = createPersistedDocuments()
  if (name === 'reference') return { persisted, executor: createReferenceExecutor(schema), lanes: null }
  const compile = createCompiler(schema)
  const executor = createCompiledExecutor(schema, compile)
  if (name === 'compiled-execution') return { persisted, executor, lanes: null }
  const compileLists = name === 'compiled' ? createListCompiler(schema) : () => null
  const queries = createLane({ persisted, compile, compileLists })
  return { persisted, executor, lanes: { queries, subscriptions: createStreamLane(createEventCompiler(schema)) } }
}
