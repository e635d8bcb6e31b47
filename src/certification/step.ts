import type { SandboxControls } from '../operations/operator/sandbox-controls.ts'
import type { Journey } from './journey.ts'
import type { Overlay } from './recorder.ts'

/** The sandbox's levers, for what cannot be had otherwise; null at a supplier's own test host. */
export type Levers = {
  /** Makes the next calls of an operation fail. */
  readonly fault: (operation: string, fault: string, count: number) => Promise<void>
  readonly advance: (seconds: number) => Promise<void>
  /** What a connection has whose contract comes with a profile; null where a supplier has no such thing. */
  readonly profileAccount: Partial<Overlay> | null
}

type LeversOf = {
  readonly organizationId: string
  readonly supplierCode: string
  readonly profileAccount: Partial<Overlay> | null
}

/** The hotels that a run shops: by the ids of the catalogue. */
export type Hotels = {
  /** The cities that are searched; what the hotels of one are asked for differs from country to country. */
  readonly placeIds: readonly number[]
  /** Where the run books. */
  readonly booked: number
  /** Where holds are possible, for suppliers that have them. */
  readonly held: number
  /** How many ordinary hotels of each city are looked at. */
  readonly lookedInCity: number
}

export type StepContext = {
  readonly journey: Journey
  readonly hotels: Hotels
  readonly levers: Levers | null
  /** What this step has found out for later ones, also for those of a process that goes on. */
  readonly remember: (name: string, value: unknown) => void
  readonly recall: (name: string) => unknown
  /** Days ahead that no other step uses. */
  readonly days: () => number
  /** Does something with a connection that differs, for example one that forces an outcome. */
  readonly under: <T>(overlay: Partial<Overlay>, work: () => Promise<T>) => Promise<T>
  /** Begins a new session of the traveller, and names what follows in the evidence. */
  readonly scene: (name: string) => void
}

/** A part of a run that is done as a whole or, after an interruption, again. */
export type Step = {
  readonly name: string
  /** What it shows, for the operator and the README of the bundle. */
  readonly says: string
  /** The ids that need it: `--only` runs no other steps. Absent: every id. */
  readonly shows?: readonly string[]
  /** True: it needs the sandbox's levers, and is left out elsewhere. */
  readonly sandboxOnly?: true
  readonly run: (context: StepContext) => Promise<void>
}

export function leversOf(
  controls: SandboxControls,
  { organizationId, supplierCode, profileAccount }: LeversOf,
): Levers {
  function must(result: { readonly ok: boolean; readonly error?: unknown }): void {
    if (!result.ok) throw new Error(`the sandbox refused its lever: ${JSON.stringify(result)}`)
  }
  return {
    profileAccount,
    fault: async (operation, fault, count) =>
      must(await controls.changeFaults(organizationId, { supplierCode, operation, fault, count })),
    advance: async (advanceSeconds) => must(await controls.moveClock(organizationId, { advanceSeconds })),
  }
}
