/** What one of something costs: processor time in ms by whoever spends it, and bytes of Postgres. */
export type Cost = {
  readonly api: number
  readonly relay: number
  readonly worker: number
  readonly postgres: number
  readonly redis: number
  /** Growth of the database, and of its log. */
  readonly databaseBytes: number
  readonly walBytes: number
}

export const ACTIONS = ['search', 'autocomplete', 'rooms and prebook', 'booking'] as const
export type Costs = Readonly<Record<(typeof ACTIONS)[number], Cost>>

/** How many of each a second. */
export type Rates = Readonly<Record<(typeof ACTIONS)[number], number>>

/** The three sizes of docs/scaling.md: five prebooks a booking, an autocomplete a search. */
export const SIZES: Readonly<Record<'1×' | '10×' | '1,000×', Rates>> = {
  '1×': { search: 100, autocomplete: 100, 'rooms and prebook': 50, booking: 10 },
  '10×': { search: 1_000, autocomplete: 1_000, 'rooms and prebook': 500, booking: 100 },
  '1,000×': { search: 100_000, autocomplete: 100_000, 'rooms and prebook': 50_000, booking: 10_000 },
}

/** Half of each core is kept free, for peaks and for the death of another one. */
const USED_OF_A_CORE = 0.5
const DAY_S = 86_400

export type Needs = {
  /** Cores by who needs them, head-room included. */
  readonly api: number
  readonly relay: number
  readonly worker: number
  readonly postgres: number
  readonly redis: number
  readonly gbADay: number
  readonly walMbASecond: number
}

/** What so many a second need. */
export function needsOf(costs: Costs, rates: Rates): Needs {
  function sum(part: keyof Cost): number {
    return ACTIONS.reduce((total, action) => total + rates[action] * costs[action][part], 0)
  }
  function cores(part: keyof Cost): number {
    return sum(part) / 1_000 / USED_OF_A_CORE
  }
  return {
    api: cores('api'),
    relay: cores('relay'),
    worker: cores('worker'),
    postgres: cores('postgres'),
    redis: cores('redis'),
    gbADay: (sum('databaseBytes') * DAY_S) / 1e9,
    walMbASecond: sum('walBytes') / 1e6,
  }
}
