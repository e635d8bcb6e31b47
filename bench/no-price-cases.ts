import { SIZED_CITIES } from './make-catalogue.ts'
import { API_KEY } from './process.ts'
import type { City } from './search-data.ts'
import { sized } from './size.ts'

export const HOTELS = sized(10_000, 1_000)
export const CITY: City = sized<City>(SIZED_CITIES[1], SIZED_CITIES[0])
/** `BENCH_CHRONIC=0,100000`: hotels in an organization's memory, none first. */
const CHRONIC = process.env['BENCH_CHRONIC']?.split(',').map(Number) ?? sized([0, 1_000, 10_000, 100_000], [0, 2_000])
export const LARGEST = Math.max(...CHRONIC)
/** Hotels of the searched city that are left out, where there are any. */
export const IN_CITY = CITY.hotels / 10

export const WARM_MS = sized(15_000, 2_000)
export const SETTLE_MS = sized(500, 0)
export const ROUNDS = sized(7, 1)
export const ROUND_MS = sized(2_000, 200)
export const CONNECTIONS = 4

/** Hotels a time, and times a second, that are recorded while searches go on; a tenth of them in the searched city. */
export const CHURN = { hotels: 20, everyMs: 200 }

/** An organization of its own for each row: its memory is nobody else's. */
type Case = {
  readonly name: string
  readonly chronic: number
  readonly mode: 'instant' | 'live'
  readonly churns: boolean
}

export const CASES: readonly Case[] = [
  ...CHRONIC.map((chronic) => ({ name: 'instant', chronic, mode: 'instant' as const, churns: false })),
  ...[0, LARGEST].map((chronic) => ({ name: 'live, suppliers away', chronic, mode: 'live' as const, churns: false })),
  ...[0, LARGEST].map((chronic) => ({
    name: `instant, ${(CHURN.hotels * 1_000) / CHURN.everyMs} records/s`,
    chronic,
    mode: 'instant' as const,
    churns: true,
  })),
]

export function organizationOf(index: number): string {
  return `org_no_price_${index}`
}
export function keyOf(index: number): string {
  return `${API_KEY}_${index}`
}
