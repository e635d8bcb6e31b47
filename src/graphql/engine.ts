import { createCompiler, createEventCompiler } from './execution/compile.ts'
import { createCompiledExecutor, createReferenceExecutor, type Executor } from './execution/executor.ts'
import { createLane, type Lane } from './fast-path/queries.ts'
import { createStreamLane, type StreamLane } from './fast-path/subscriptions.ts'
import { createListCompiler } from './hotel-lists/hotel-lists.ts'
import { createPersistedDocuments, type PersistedDocuments } from './persisted.ts'
import { schema } from './schema.ts'

/**
 * How documents are executed: by the executor inside Yoga, or by a lane (a fast path around Yoga) when lanes are enabled. All
 * share one cache of persisted documents. README.md lists the parts, and what each contributes.
 */
export type Engine = {
  readonly persisted: PersistedDocuments
  readonly executor: Executor
  /** The fast paths; null: Yoga answers every request. */
  readonly lanes: { readonly queries: Lane; readonly subscriptions: StreamLane } | null
}

/**
 * The values of the setting GRAPHQL_ENGINE: `reference` uses only Yoga and graphql-js, `compiled` uses every optimization. The
 * two between exist for benchmarks; each includes the optimizations of the one before.
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
