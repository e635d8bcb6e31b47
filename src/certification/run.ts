import { toRfc3339 } from '../domain/time.ts'
import type { CertifiedHost, Evidence } from './evidence.ts'
import type { BundleFolder, MadeBooking, RunState } from './folder.ts'
import { scenariosOf } from './scenarios.ts'
import { createStage, type StageOptions } from './stage.ts'
import type { Step } from './step.ts'

export type RunOptions = StageOptions & {
  /** Only what these ids need; empty: everything. */
  readonly only: readonly string[]
  /** After so long no further step begins; what was booked is cancelled all the same. */
  readonly limitMs: number
  readonly progress: (done: number, total: number, says: string) => void
  /** True: an operator wants the run to stop after this step. */
  readonly isStopped?: () => boolean
}

/** What a run has left behind. Empty `left` and `undone`: it is complete. */
export type RunEnd = {
  readonly startedAt: string
  readonly evidence: Evidence
  /** Bookings that could not be cancelled yet. */
  readonly left: readonly MadeBooking[]
  /** Steps that are still to be done, because the time was over or the operator stopped the run. */
  readonly undone: readonly string[]
  /** Steps that threw, with what they said. */
  readonly broken: readonly string[]
}

/** How far the sandbox's clock is moved, so that a look may trust that a booking was never made, seconds. */
const BEYOND_DOUBT_S = 31 * 60

/** The name under which is recorded what cleans up after scenarios. */
const RELEASE = 'release'

const NOTHING: Omit<RunState, 'connectionId' | 'supplierCode' | 'host' | 'startedAt'> = {
  finishedAt: null,
  doneSteps: [],
  bookings: [],
  memory: {},
}

/** The steps that a run has: those of the ids that were asked for, or all. */
export function stepsOf(supplierCode: string, host: CertifiedHost, only: readonly string[]): readonly Step[] {
  const possible = scenariosOf(supplierCode).filter(({ sandboxOnly }) => host === 'SANDBOX' || !sandboxOnly)
  if (only.length === 0) return possible
  const named = possible.filter(({ shows = [] }) => shows.some((id) => only.includes(id)))
  const isNamed = only.every((id) => named.some(({ shows = [] }) => shows.includes(id)))
  return isNamed ? named : possible.filter((step) => named.includes(step) || !step.shows)
}

/**
 * Runs the scenarios that are not done yet, one after the other. Done steps are not repeated; one that was interrupted is done again,
 * after its bookings were cancelled. A booking is written down before it is made, and cancelled at the end of every run.
 */
export async function runScenarios(options: RunOptions): Promise<RunEnd> {
  const { deps, supplier, folder, host, connection, levers } = options
  let state = (await folder.state()) ?? newState(options)
  async function save(changes: Partial<RunState>): Promise<void> {
    state = { ...state, ...changes }
    await folder.save(state)
  }
  await folder.create()
  await save({})
  const steps = stepsOf(supplier.code, host, options.only)
  const stage = createStage(options, await firstNumber(folder), {
    bookings: () => state.bookings,
    put: (booking) => save({ bookings: [...state.bookings.filter(({ key }) => key !== booking.key), booking] }),
  })

  async function release(): Promise<readonly MadeBooking[]> {
    const open = state.bookings.filter(({ over }) => !over)
    if (open.length === 0) return []
    stage.begin(RELEASE)
    await levers?.advance(BEYOND_DOUBT_S)
    for (const booking of open) await stage.journey.release(booking).catch(() => false)
    return state.bookings.filter(({ over }) => !over)
  }

  const until = performance.now() + options.limitMs
  const broken: string[] = []
  // What a process has left that died, or was stopped, within a step.
  await release()
  await folder.forget((step) => !isOf(step, [...state.doneSteps, RELEASE]))
  await stage.tellMisspelt(supplier)
  for (const [index, step] of steps.entries()) {
    if (state.doneSteps.includes(step.name)) continue
    if (performance.now() >= until || options.isStopped?.()) break
    options.progress(index, steps.length, step.says)
    stage.begin(step.name)
    const memory: Record<string, unknown> = { ...state.memory }
    try {
      await step.run({
        ...stage.context,
        remember: (name, value) => void (memory[name] = value),
        recall: (name) => memory[name],
      })
      await save({ doneSteps: [...state.doneSteps, step.name], memory })
    } catch (error) {
      broken.push(`${step.name}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  options.progress(steps.length, steps.length, 'cancelling what is left')
  const left = await release()
  const undone = steps.map(({ name }) => name).filter((name) => !state.doneSteps.includes(name))
  if (undone.length === 0 && left.length === 0) await save({ finishedAt: toRfc3339(deps.clock.real()) })
  const [exchanges, told] = await Promise.all([folder.exchanges(), folder.told()])
  const settings = stage.masked(connection.settings)
  const { startedAt } = state
  return { startedAt, evidence: { supplierCode: supplier.code, host, settings, exchanges, told }, left, undone, broken }
}

function newState({ deps, connection, supplier, host }: RunOptions): RunState {
  const { connectionId } = connection
  const startedAt = toRfc3339(deps.clock.real())
  return { ...NOTHING, connectionId, supplierCode: supplier.code, host, startedAt }
}

/** True for what a step has recorded, under its own name or that of one of its scenes. */
function isOf(recorded: string, steps: readonly string[]): boolean {
  return steps.some((step) => recorded === step || recorded.startsWith(`${step}-`))
}

async function firstNumber(folder: BundleFolder): Promise<number> {
  const [exchanges, told] = await Promise.all([folder.exchanges(), folder.told()])
  return Math.max(0, ...exchanges.map(({ number }) => number), ...told.map(({ number }) => number)) + 1
}
