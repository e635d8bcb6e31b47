import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { SECOND_MS } from '../domain/time.ts'
import type { CountExported } from '../platform/export-gauges.ts'
import type { Logger } from '../platform/logger.ts'
import type { EventExportStore, ExportedEvent } from '../store/event-exports.ts'
import { createOwnTries, type OwnTries } from './own-tries.ts'
import type { ExportTarget } from './target.ts'
import { toWaves, wholeBeginning } from './waves.ts'

type ExportDeps = {
  readonly exports: EventExportStore
  readonly target: ExportTarget
  readonly log: Logger
  readonly count: CountExported
  /** A named point at which a test may kill the process; otherwise it does nothing. Each is passed only when events were exported. */
  readonly killPoint: (point: `export:${'published' | 'advanced'}`) => void
}

export type EventExport = {
  /** What is wrong, as far as this process has found out; null: nothing, or another process exports. */
  readonly fault: () => string | null
  readonly stop: () => Promise<void>
}

const BATCH = 500
const LEASE_MS = 30 * SECOND_MS
/** For how long a wave may be begun: it takes 10 s at the most, and then the lease is still held. */
const USED_MS = LEASE_MS - 10 * SECOND_MS
/** How often the log is looked at when it had nothing new, and the lease when another process had it. */
const IDLE_MS = SECOND_MS / 2

/** What is told of each failure, in readiness and in the log. */
const FAULT = 'events could not be exported: they are kept and tried again'

/**
 * Exports the log until it is stopped. Any number of processes may: one holds the lease, the others wait for it. States: waiting for
 * the lease; exporting from the place that its row names; pausing after a failure, without the lease, which another process may
 * take that reaches the target.
 */
export function startEventExport(deps: ExportDeps): EventExport {
  const { exports, target, log, count } = deps
  const over = new AbortController()
  const tries = createOwnTries(() => performance.now())
  async function pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: over.signal }).catch(() => undefined)
  }
  async function run(): Promise<void> {
    while (!over.signal.aborted) {
      const lease = { target: target.name, leaseId: randomUUID() }
      const failure = await exportWhileLeased(deps, { lease, over: over.signal, tries, pause }).catch(toError)
      const pauseMs = failure === null ? IDLE_MS : tries.failed()
      if (failure !== null) {
        count('failed', 1)
        log.warn({ err: failure, target: target.name, failures: tries.failures() }, FAULT)
      }
      await exports.release(lease).catch(() => undefined)
      await pause(pauseMs)
    }
  }
  const running = run()
  return {
    fault: () => (tries.failures() > 0 ? FAULT : null),
    stop: async () => {
      over.abort()
      await running
      await target.close()
    },
  }
}

type Turn = {
  readonly lease: { readonly target: string; readonly leaseId: string }
  readonly over: AbortSignal
  readonly tries: OwnTries
  readonly pause: (ms: number) => Promise<void>
}

/** Returns what went wrong; null when another process has the lease, or it is over. */
async function exportWhileLeased(deps: ExportDeps, { lease, over, tries, pause }: Turn): Promise<Error | null> {
  const { exports, count, killPoint } = deps
  // Before the question: the lease ends LEASE_MS after Postgres heard it, and not earlier than this.
  let until = performance.now() + USED_MS
  let place = await exports.claim(lease, LEASE_MS)
  if (place === null) tries.elsewhere()
  while (place !== null && !over.aborted) {
    const events = await exports.after(place, BATCH)
    const { done, failure } = await publish(deps.target, events, () => !over.aborted && performance.now() < until)
    const last = done.at(-1)
    if (last) killPoint('export:published')
    count('exported', done.length)
    // Where nothing was exported the lease alone is held on, when half of it is used up.
    if (last || performance.now() > until - USED_MS / 2) {
      const usedUntil = performance.now() + USED_MS
      place = last ?? place
      if (!(await exports.advance(lease, { place, exported: done.length, leaseMs: LEASE_MS }))) return null
      if (last) killPoint('export:advanced')
      until = usedUntil
    }
    if (last || failure === null) tries.wentWell()
    if (failure !== null) return failure
    if (events.length < BATCH) await pause(IDLE_MS)
  }
  return null
}

type Published = { readonly done: readonly ExportedEvent[]; readonly failure: Error | null }

/** Publishes wave by wave, until one fails or `mayGoOn` says no. `done` is what is whole from the beginning. */
async function publish(
  target: ExportTarget,
  events: readonly ExportedEvent[],
  mayGoOn: () => boolean,
): Promise<Published> {
  const acknowledged = new Set<string>()
  let failure: Error | null = null
  for (const wave of toWaves(events)) {
    if (failure !== null || !mayGoOn()) break
    const answers = await target.publish(wave)
    for (const [place, { id }] of wave.entries()) {
      const wrong = answers[place] ?? null
      if (wrong === null) acknowledged.add(id)
      else failure ??= wrong
    }
  }
  return { done: wholeBeginning(events, acknowledged), failure }
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}
