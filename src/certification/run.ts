import { SECOND_MS, toRfc3339 } from '../domain/time.ts'
import { type Caller, SCOPES } from '../operations/caller.ts'
import { createGateway } from '../operations/create-gateway.ts'
import { type Deps, makeId } from '../operations/deps.ts'
import type { Supplier } from '../suppliers/supplier.ts'
import type { SupplierConnection } from '../suppliers/supplier-call.ts'
import type { CertifiedHost, Evidence } from './evidence.ts'
import type { BundleFolder, MadeBooking, RunState } from './folder.ts'
import { createJourney } from './journey.ts'
import { createMasks } from './masks.ts'
import { masksOf } from './party.ts'
import { type Overlay, recordingSuppliers, type Tampering } from './recorder.ts'
import { scenariosOf } from './scenarios.ts'
import type { Hotels, Levers, Step } from './step.ts'

export type RunOptions = {
  readonly deps: Deps
  readonly supplier: Supplier
  readonly connection: Pick<SupplierConnection, 'connectionId' | 'credentials' | 'settings'>
  readonly host: CertifiedHost
  /** Where calls go, whatever the stored connection says, and with which credentials. */
  readonly place: Omit<Overlay, 'settings'>
  /** The organization of the run, which has this connection and no other. */
  readonly organizationId: string
  readonly hotels: Hotels
  readonly levers: Levers | null
  readonly folder: BundleFolder
  /** The traveller's address. */
  readonly address: string
  /** Only what these ids need; empty: everything. */
  readonly only: readonly string[]
  readonly settleMs: number
  /** After so long no further step begins; what was booked is cancelled all the same. */
  readonly limitMs: number
  readonly progress: (done: number, total: number, says: string) => void
  /** True: an operator wants the run to stop after this step. */
  readonly isStopped?: () => boolean
  readonly tampering?: Tampering
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

/** The first day of the stays: far enough ahead that cancelling is free. */
const FIRST_DAY = 60
const DAYS = 240

/** How far the sandbox's clock is moved, so that a look may trust that a booking was never made, seconds. */
const BEYOND_DOUBT_S = 31 * 60

/** The names under which is recorded what belongs to no scenario. */
const RELEASE = 'release'
const SETTINGS = 'settings'

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
  let state: RunState = (await folder.state()) ?? {
    ...NOTHING,
    connectionId: connection.connectionId,
    supplierCode: supplier.code,
    host,
    startedAt: toRfc3339(deps.clock.real()),
  }
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

/** True for what a step has recorded, under its own name or that of one of its scenes. */
function isOf(recorded: string, steps: readonly string[]): boolean {
  return steps.some((step) => recorded === step || recorded.startsWith(`${step}-`))
}

async function firstNumber(folder: BundleFolder): Promise<number> {
  const [exchanges, told] = await Promise.all([folder.exchanges(), folder.told()])
  return Math.max(0, ...exchanges.map(({ number }) => number), ...told.map(({ number }) => number)) + 1
}

/** The settings with a name that does not exist, at the top and within each of them. */
function misspelt(settings: Readonly<Record<string, unknown>>): readonly Readonly<Record<string, unknown>>[] {
  const nested = Object.entries(settings).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? [{ ...settings, [name]: { ...value, misspelt: true } }]
      : [],
  )
  return [{ ...settings, misspelt: true }, ...nested]
}

type Bookings = {
  readonly bookings: () => readonly MadeBooking[]
  readonly put: (booking: MadeBooking) => Promise<void>
}

/** The gateway as the run sees it, with everything recorded under the scene that is being played. */
function createStage(options: RunOptions, firstNumber: number, { bookings, put }: Bookings) {
  const { deps, connection, folder, host, place, organizationId, address, hotels, levers } = options
  const masked = createMasks(masksOf({ ...connection, credentials: place.credentials }, address))
  let scene = 'start'
  let session = makeId(deps, 'request')
  let overlay: Partial<Overlay> = {}
  let number = firstNumber
  let day = FIRST_DAY
  function begin(name: string): void {
    scene = name
    session = makeId(deps, 'request')
  }
  function settingsNow(): Readonly<Record<string, unknown>> {
    return { ...connection.settings, ...overlay.settings }
  }
  const recorded: Deps = {
    ...deps,
    suppliers: recordingSuppliers({
      suppliers: deps.suppliers,
      connectionId: connection.connectionId,
      world: host === 'SANDBOX' ? organizationId : null,
      now: deps.clock.real,
      worldNow: () => deps.clock.of(organizationId).now(),
      overlay: () => ({ ...place, ...overlay, settings: settingsNow() }),
      step: () => scene,
      nextNumber: () => number++,
      masked: () => masked,
      write: folder.writeExchange,
      ...(options.tampering ? { tampering: options.tampering } : {}),
    }),
  }
  const caller: Caller = {
    organizationId,
    keyId: null,
    actor: 'operator:certification',
    environment: 'sandbox',
    scopes: SCOPES,
    requestId: makeId(deps, 'request'),
    language: 'en',
    ip: address,
    signal: null,
  }
  const journey = createJourney({
    deps: recorded,
    gateway: createGateway(recorded),
    caller,
    address,
    step: () => scene,
    session: () => session,
    write: (told) => folder.writeTold(masked({ ...told, number: number++, step: scene, settings: settingsNow() })),
    bookings: { made: bookings, put },
    settleMs: options.settleMs,
  })
  async function under<T>(changes: Partial<Overlay>, work: () => Promise<T>): Promise<T> {
    overlay = changes
    try {
      return await work()
    } finally {
      overlay = {}
    }
  }
  /** What the adapter says to settings of which one is misspelt; nothing else of them is told. */
  async function tellMisspelt(supplier: Supplier): Promise<void> {
    const known = supplier.checkConnection({ ...connection, baseUrl: place.baseUrl })
    for (const settings of misspelt(connection.settings)) {
      const faults = supplier.checkConnection({ ...connection, settings, baseUrl: place.baseUrl })
      const value = faults.filter((fault) => !known.includes(fault))
      const told = { operation: 'checkConnection', input: { settings }, ok: true, value }
      await folder.writeTold(masked({ ...told, number: number++, step: SETTINGS, settings: connection.settings }))
    }
  }
  const context = { journey, hotels, levers, days: () => FIRST_DAY + (day++ % DAYS), under, scene: begin }
  return { begin, journey, context, masked, tellMisspelt }
}

export const SETTLE_MS = 15 * SECOND_MS
