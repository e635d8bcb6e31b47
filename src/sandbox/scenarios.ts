import { NORMAL, type SandboxBehaviour } from './behaviour.ts'
import { SANDBOX_SUPPLIERS, type SandboxSupplierCode } from './catalogue/types.ts'
import { DEFAULT_HOLD_WINDOW_MS, SCENARIO_ROWS, type ScenarioRow } from './scenario-rows.ts'

export type SandboxScenario = {
  readonly slug: string
  readonly hotelId: number
  readonly supplierCode: SandboxSupplierCode
  readonly supplierHotelId: string
  /** One sentence that describes the scenario to a partner's developer. */
  readonly happens: string
  /** The currency that the supplier charges in. */
  readonly currency: string
  readonly verification: 'VERIFIED' | 'PENDING' | 'UNVERIFIED'
  readonly roomMapping: 'MATCHED' | 'AMBIGUOUS' | 'UNMAPPED' | 'CONFLICT'
  readonly behaviour: SandboxBehaviour
}

const FIRST_SCENARIO_HOTEL_ID = 900_001

/** Ids above all those that `scatter` gives to ordinary hotels. */
const supplierIdOf: Readonly<Record<SandboxSupplierCode, (index: number) => string>> = {
  expedia_rapid: (index) => String(91_000_117 + index * 31),
  hotelbeds: (index) => String(9_100_113 + index * 29),
  ratehawk: (index) => String(98_000_119 + index * 37),
  liteapi: (index) => `lp${(0xf00_0113 + index * 41).toString(16)}`,
}

function playedBy(
  supplierCode: SandboxSupplierCode,
  [slug, happens, traits]: ScenarioRow,
  index: number,
): SandboxScenario {
  return {
    slug,
    hotelId: FIRST_SCENARIO_HOTEL_ID + index,
    supplierCode,
    supplierHotelId: (supplierCode === 'ratehawk' ? traits.hid : undefined) ?? supplierIdOf[supplierCode](index),
    happens,
    currency: traits.currency ?? 'USD',
    verification: traits.verification ?? 'VERIFIED',
    roomMapping: traits.roomMapping ?? 'MATCHED',
    behaviour: { ...NORMAL, ...traits.behaviour },
  }
}

/** Each scenario at the one supplier that it needs. Only these are mapped, so that partners can reach them. */
export const SCENARIOS: readonly SandboxScenario[] = SCENARIO_ROWS.map((row, index) =>
  playedBy(row[2].supplier ?? 'expedia_rapid', row, index),
)

/** Each scenario at every supplier, as far as the supplier's protocol can express it. */
export const SCENARIO_PLAYS: readonly SandboxScenario[] = SANDBOX_SUPPLIERS.flatMap((supplierCode) =>
  SCENARIO_ROWS.map((row, index) => playedBy(supplierCode, row, index)),
)

function keyOf(supplierCode: string, supplierHotelId: string): string {
  return `${supplierCode}/${supplierHotelId}`
}
const BY_KEY: ReadonlyMap<string, SandboxScenario> = new Map(
  SCENARIO_PLAYS.map((scenario) => [keyOf(scenario.supplierCode, scenario.supplierHotelId), scenario]),
)

/** The scenario of a supplier's hotel; null for an ordinary hotel. O(1). */
export function scenarioOf(supplierCode: string, supplierHotelId: string): SandboxScenario | null {
  return BY_KEY.get(keyOf(supplierCode, supplierHotelId)) ?? null
}

/** How a supplier behaves for a hotel; without faults for an ordinary or unknown one. O(1). */
export function behaviourOf(supplierCode: string, supplierHotelId: string): SandboxBehaviour {
  const scenario = scenarioOf(supplierCode, supplierHotelId)
  if (scenario) return scenario.behaviour
  return supplierCode === 'expedia_rapid' ? NORMAL_WITH_HOLDS : NORMAL
}

const NORMAL_WITH_HOLDS: SandboxBehaviour = { ...NORMAL, holdWindowMs: DEFAULT_HOLD_WINDOW_MS }
