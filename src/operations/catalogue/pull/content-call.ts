import { err } from '../../../domain/result.ts'
import { DAY_MS } from '../../../domain/time.ts'
import type { ContentCall, OpenFile } from '../../../suppliers/content-source.ts'
import { type SupplierCall, unsent } from '../../../suppliers/supplier-call.ts'
import type { Deps } from '../../deps.ts'
import { nobodysContext } from '../../supplier-calls.ts'
import type { Lease } from './lease.ts'

/** A dictionary is read anew when it is older. */
const DICTIONARY_MS = 7 * DAY_MS
/** A dictionary beyond that is not kept: Hotelbeds' largest have some hundred kilobytes. */
const MAX_DICTIONARY = 16 * 1024 * 1024

type CallDeps = Pick<Deps, 'store' | 'suppliers' | 'clock'>

type CallOptions = {
  readonly lease: Lease
  /** In whose time a sandbox supplier is asked; null: in real time. */
  readonly organizationId: string | null
  readonly language: string
  readonly openFile: OpenFile
  /** What the last complete pass of this kind and language has remembered. */
  readonly memory: Readonly<Record<string, string>>
  readonly remember: (name: string, value: string) => void
  readonly onUnknownField: (path: string) => void
  /** True: whatever is kept of dictionaries is used, however old. */
  readonly keepsDictionaries: boolean
}

/** How content is asked for: each exchange has the time of an operation of its own, where other calls share one. */
export async function contentCall(deps: CallDeps, options: CallOptions): Promise<ContentCall> {
  const { lease, organizationId, language, openFile, memory, remember, onUnknownField, keepsDictionaries } = options
  const { connectionId } = lease
  const context = { ...nobodysContext(`req_pull_${connectionId}`), organizationId, language }
  async function open(): Promise<SupplierCall> {
    return (await deps.suppliers.open(connectionId, 'content', context)).call
  }
  const first = await open()
  const openedAt = deps.clock.real()
  const maxAgeMs = keepsDictionaries ? 365 * DAY_MS : DICTIONARY_MS
  return {
    ...first,
    // A pass takes longer than a signature may be old.
    get nowAt() {
      return first.nowAt + (deps.clock.real() - openedAt)
    },
    // Readers ask for several hotels at once: what stops them is an answer, and ends the pass at its next row.
    fetch: async (wanted) => {
      try {
        await lease.turn()
      } catch (error) {
        return err(unsent('ABORTED', error instanceof Error ? error.message : 'the run was stopped'))
      }
      return (await open()).fetch(wanted)
    },
    openFile,
    dictionary: async <T>(name: string, load: () => Promise<T>): Promise<T> => {
      const key = `${language} ${name}`
      const kept = await deps.store.contentPasses.dictionary(connectionId, key, maxAgeMs)
      // It was kept as what `load` returns for this name.
      if (kept) return kept.content as T
      const loaded = await load()
      if (JSON.stringify(loaded).length <= MAX_DICTIONARY)
        await deps.store.contentPasses.keepDictionary(connectionId, key, loaded)
      return loaded
    },
    remembered: async (name) => memory[name] ?? null,
    remember,
    onUnknownField,
    pause: (ms) => lease.wait(ms).catch(() => undefined),
  }
}
