import { SECOND_MS } from '../../domain/time.ts'
import type { Background } from '../../platform/background.ts'
import { isOutage } from '../../platform/outage.ts'
import type { Store } from '../../store/store.ts'
import type { NewExchange } from '../../store/supplier-traffic.ts'

/** What waits to be written, in one process: so many, and so many characters. */
const MOST_WAITING = 200
const MOST_CHARACTERS = 8 * 1024 * 1024
/** Of one statement. */
const BATCH = 25
const FLUSH_AFTER_MS = SECOND_MS

type BufferDeps = {
  readonly store: Pick<Store, 'traffic'>
  readonly background: Pick<Background, 'follow'>
  readonly onKept: (rows: readonly NewExchange[]) => void
  /** Postgres has not taken so many. */
  readonly onLost: (count: number, error: unknown) => void
}

export type TrafficBuffer = {
  /** Whether there is room for one more besides those that will come. */
  readonly hasRoom: (coming: number) => boolean
  readonly add: (row: NewExchange) => void
  readonly flush: () => Promise<void>
}

/** Gathers exchanges and writes them a second later, one statement after the other: a database that is slow gets no more of it at once. */
export function createTrafficBuffer({ store, background, onKept, onLost }: BufferDeps): TrafficBuffer {
  let waiting: { readonly row: NewExchange; readonly size: number }[] = []
  let characters = 0
  let timer: NodeJS.Timeout | null = null
  let writing: Promise<void> = Promise.resolve()

  async function put(rows: readonly NewExchange[]): Promise<void> {
    try {
      await store.traffic.add(rows)
      onKept(rows)
    } catch (error) {
      // A row that Postgres refuses takes none of the others with it; where it takes nothing, each would only wait anew.
      if (rows.length === 1 || isOutage(error)) return onLost(rows.length, error)
      for (const row of rows) await put([row])
    }
  }

  async function write(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH)
      await put(batch.map(({ row }) => row))
      waiting = waiting.slice(batch.length)
      characters -= batch.reduce((sum, { size }) => sum + size, 0)
    }
  }

  function flush(): Promise<void> {
    if (timer) clearTimeout(timer)
    timer = null
    writing = writing.then(write)
    return writing
  }

  return {
    hasRoom: (coming) => waiting.length + coming < MOST_WAITING && characters < MOST_CHARACTERS,
    add: (row) => {
      const size = JSON.stringify([row.request, row.answer]).length
      waiting.push({ row, size })
      characters += size
      timer ??= setTimeout(() => background.follow('keep-traffic', flush()), FLUSH_AFTER_MS).unref()
    },
    flush,
  }
}
