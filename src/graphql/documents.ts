import { type Compile, type CompileEvents, createCompiler, createEventCompiler } from './execution/compile.ts'
import { type CompileLists, createListCompiler } from './hotel-lists/hotel-lists.ts'
import { createPersistedDocuments, type PersistedDocuments } from './persisted.ts'
import { schema } from './schema.ts'

/** What every entry to the facade shares: one memory of persisted documents, one of compiled ones. */
export type Documents = {
  readonly persisted: PersistedDocuments
  readonly compile: Compile
  readonly compileLists: CompileLists
  readonly compileEvents: CompileEvents
}

export function createDocuments(): Documents {
  return {
    persisted: createPersistedDocuments(),
    compile: createCompiler(schema),
    compileLists: createListCompiler(schema),
    compileEvents: createEventCompiler(schema),
  }
}
