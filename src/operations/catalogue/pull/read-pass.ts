import { MINUTE_MS, SECOND_MS } from '../../../domain/time.ts'
import type { PassKind, StoredPass } from '../../../store/content-passes.ts'
import {
  type ContentCall,
  ContentError,
  type ContentItem,
  type ContentMark,
  type ContentPass,
  type ContentSource,
} from '../../../suppliers/content-source.ts'
import { createBatch } from './batch.ts'
import { brakeWhileReading } from './brakes.ts'
import { PullError } from './pull-error.ts'
import { type Staging, stageBatch } from './stage-batch.ts'
import { addDrift, type Tally, toTally } from './tally.ts'

/** So many times, one after the other, a pass is tried again without coming any further. */
const TRIES = 5
const FIRST_PAUSE_MS = 500
/** A supplier that wants to be asked later than that is asked by a later run. */
const LONGEST_PAUSE_MS = 2 * MINUTE_MS
/** A mark is stored after this long, however few rows came before it. */
const SAVE_EVERY_MS = 2 * SECOND_MS

export type PassProgress = {
  readonly kind: PassKind
  readonly language: string
  /** Rows, or bytes of the packed file; null while nobody knows it. */
  readonly done: number
  readonly total: number | null
  readonly tally: Tally
}

/** A pass that is being read, by whoever holds the lease of its connection. */
export type Reading = Omit<Staging, 'pass'> & {
  readonly pass: StoredPass
  readonly source: ContentSource
  readonly isAccepted: boolean
  /** When the pass began: ACTIVE listings, and the rows of the last whole pass in this language. */
  readonly known: { readonly active: number; readonly lastRows: number | null }
  readonly openCall: (told: Pick<ContentCall, 'remember' | 'onUnknownField'>) => Promise<ContentCall>
  readonly runCounts: (tally: Tally) => Readonly<Record<string, unknown>>
  readonly onProgress: (progress: PassProgress) => void
}

export type ReadEnd = { readonly tally: Tally; readonly isUnchanged: boolean }

/**
 * Reads a pass to its end, and stages what it yields. What is cut off goes on from its last mark, at once as long as that helps, else by
 * the next run: then a `PullError` says why. A `BrakeError` when what it reads cannot be right.
 */
export async function readPass(reading: Reading): Promise<ReadEnd> {
  const state = createState(reading)
  let tries = 0
  for (;;) {
    const from = JSON.stringify(state.mark())
    try {
      const isUnchanged = await readOnce(reading, state)
      return { tally: state.tally(), isUnchanged }
    } catch (error) {
      if (!(error instanceof ContentError)) throw error
      await state.save()
      tries = JSON.stringify(state.mark()) === from ? tries + 1 : 1
      await pauseAfter(error, tries, reading)
    }
  }
}

async function pauseAfter(error: ContentError, tries: number, { lease }: Reading): Promise<void> {
  const { kind, message, retryAfterMs } = error
  const pauseMs = retryAfterMs ?? FIRST_PAUSE_MS * 2 ** (tries - 1)
  if (kind === 'REFUSED' || tries >= TRIES || pauseMs > LONGEST_PAUSE_MS)
    throw new PullError(`${kind}: ${message}`, kind === 'REFUSED' ? null : Math.max(retryAfterMs ?? 0, 15 * MINUTE_MS))
  await lease.wait(pauseMs)
}

/** True when the supplier has nothing newer. */
async function readOnce(reading: Reading, state: ReturnType<typeof createState>): Promise<boolean> {
  const { source, pass, lease } = reading
  const call = await reading.openCall(state)
  const wanted: ContentPass = {
    kind: pass.kind,
    language: reading.language,
    since: pass.since,
    resume: state.mark(),
  }
  for await (const item of source.read(call, wanted)) {
    if (item.type === 'UNCHANGED') return true
    await lease.turn()
    await state.take(item)
  }
  await state.save(true)
  return false
}

/** What was read and not stored, and where it leads to. */
function createState(reading: Reading) {
  const { pass, runCounts, onProgress, isAccepted, known } = reading
  const batch = createBatch()
  const since = performance.now()
  let tally = toTally(pass.counts)
  const secondsBefore = tally.seconds
  let mark: ContentMark | null = pass.mark
  let memory = pass.memory
  let savedAt = performance.now()
  let shown: Pick<PassProgress, 'done' | 'total'> = { done: 0, total: null }

  /** `isLast`: also when nothing came, for what the reader wants to be remembered. */
  async function save(isLast = false): Promise<void> {
    if (batch.isEmpty() && !isLast) return
    const taken = batch.take()
    const next = structuredClone(tally)
    next.seconds = secondsBefore + Math.round((performance.now() - since) / 100) / 10
    await stageBatch(reading, taken, { mark: taken.mark ?? mark, memory, tally: next, runCounts, brakeOf })
    tally = next
    mark = taken.mark ?? mark
    savedAt = performance.now()
    onProgress({ kind: pass.kind, language: pass.language, ...shown, tally })
  }

  function brakeOf(counted: Tally): string | null {
    return isAccepted ? null : brakeWhileReading(counted, known)
  }

  return {
    save,
    tally: () => tally,
    mark: () => mark,
    take: async (item: ContentItem): Promise<void> => {
      batch.add(item)
      if (item.type === 'MARK') shown = { done: item.done, total: item.total }
      const isTime = item.type === 'MARK' && performance.now() - savedAt > SAVE_EVERY_MS
      if (batch.isFull() || isTime) await save()
    },
    remember: (name: string, value: string): void => {
      memory = { ...memory, [name]: value }
    },
    onUnknownField: (path: string): void => addDrift(tally, path),
  }
}
