import { SANDBOX_SUPPLIERS, type SandboxSupplierCode } from '../catalogue/types.ts'
import { type Day, dateOf } from './life.ts'
import { ORDINARY } from './oddities.ts'
import type { World } from './world.ts'

/** How many listings of each supplier are awkward in which way, on a day. */
export type Summary = {
  readonly date: string
  readonly hotels: number
  /** By supplier: its listings, and those that closed before. */
  readonly listed: Readonly<Record<SandboxSupplierCode, number>>
  readonly closed: Readonly<Record<SandboxSupplierCode, number>>
  /** Hotels of which no other supplier has a listing, by the supplier that has it. */
  readonly alone: Readonly<Record<SandboxSupplierCode, number>>
  readonly twice: Readonly<Record<SandboxSupplierCode, number>>
  readonly renamed: Readonly<Record<SandboxSupplierCode, number>>
  readonly moved: Readonly<Record<SandboxSupplierCode, number>>
  /** By `kind:value`, then supplier; only what is not ordinary. */
  readonly oddities: Readonly<Record<string, Readonly<Record<SandboxSupplierCode, number>>>>
  /** Pairs of hotels that lie next door. */
  readonly neighbours: number
  readonly units: number
}

type Counts = Record<SandboxSupplierCode, number>

function zeroes(): Counts {
  return { expedia_rapid: 0, hotelbeds: 0, ratehawk: 0, liteapi: 0 }
}

export function summaryOf(world: World, day: Day): Summary {
  const [listed, closed, alone, twice, renamed, moved] = [zeroes(), zeroes(), zeroes(), zeroes(), zeroes(), zeroes()]
  const oddities: Record<string, Counts> = {}
  const sellers = new Map<number, Set<SandboxSupplierCode>>()
  for (const code of SANDBOX_SUPPLIERS)
    for (const one of world.listings(code)) {
      const life = world.life(one, day)
      if (life.closedDay !== null) closed[code] += 1
      if (!life.isListed) continue
      listed[code] += 1
      if (one.standing === 'TWICE') twice[code] += 1
      if (life.edits.isRenamed) renamed[code] += 1
      if (life.edits.isMoved) moved[code] += 1
      sellers.set(one.hotelId, (sellers.get(one.hotelId) ?? new Set()).add(code))
      for (const [kind, value] of Object.entries(world.oddities(one))) {
        if (value === Reflect.get(ORDINARY, kind)) continue
        const counts = (oddities[`${kind}:${value}`] ??= zeroes())
        counts[code] += 1
      }
    }
  for (const [code, ...others] of sellers.values()) if (code && others.length === 0) alone[code] += 1
  const besides = world.hotelIds.map((hotelId) => world.hotel(hotelId)?.beside?.kind)
  return {
    date: dateOf(day),
    hotels: sellers.size,
    listed,
    closed,
    alone,
    twice,
    renamed,
    moved,
    oddities: Object.fromEntries(Object.entries(oddities).sort(([a], [b]) => (a < b ? -1 : 1))),
    neighbours: besides.filter((kind) => kind === 'NEIGHBOUR').length,
    units: besides.filter((kind) => kind === 'UNIT').length,
  }
}
