import type { Problem } from '../../domain/errors.ts'
import { ok, type Result } from '../../domain/result.ts'
import type { LeftOut } from '../../hotel-index/left-out.ts'
import type { Deps } from '../deps.ts'
import { askLeftOut } from '../prices/no-price.ts'
import type { SearchSession } from './search-session.ts'
import { type Selection, type Similar, selectHotels, similarHotels } from './select-hotels.ts'
import type { Ranked } from './walk.ts'

/** The chosen hotels, before anything is known about their prices. */
export type Chosen = {
  readonly selection: Selection
  /** Neighbours that are shown next to the results. */
  readonly near: readonly Similar[]
  /** The results to be priced, in order, from the start of the page. */
  readonly results: readonly Ranked[]
  /** True when further results follow. */
  readonly more: boolean
}

/** Chooses the hotels that a search shows when it leaves the given hotels out. */
export async function chooseHotels(
  deps: Deps,
  session: SearchSession,
  leftOut: LeftOut,
): Promise<Result<Chosen, Problem>> {
  const { input, tenant, nights, destination, sort, seal } = session
  const supplierCodes = tenant.suppliers.map(({ supplierCode }) => supplierCode)
  const choice = { input, nights, supplierCodes, leftOut }
  const cursor = { text: input.cursor ?? null, seal }
  const selected = await selectHotels(deps, destination, { choice, sort, center: input.center, cursor })
  if (!selected.ok) return selected
  const selection = selected.value
  const near = await similarHotels(destination, choice, selection)
  return ok({ selection, near, ...selection.take(pricedAtOnce(deps, session)) })
}

/** Finds out which hotels of the page are left out, for a process that has no complete copy of the no-price memory. */
export function askAboutPage(deps: Deps, session: SearchSession): Promise<LeftOut> {
  async function choose(leftOut: LeftOut, ahead: number) {
    const chosen = await chooseHotels(deps, session, leftOut)
    if (!chosen.ok) return { shown: [], results: [] }
    const { selection, near, results } = chosen.value
    return { shown: idsOf([...results, ...near]), results: idsOf(selection.take(ahead).results) }
  }
  return askLeftOut(deps, session, { count: pricedAtOnce(deps, session), choose })
}

export function idsOf(hotels: readonly Pick<Ranked, 'hotelId'>[]): number[] {
  return hotels.map(({ hotelId }) => hotelId)
}

/**
 * How many results are priced together: one page. A live search prices as many as fit into the suppliers' batches, if that is
 * more.
 */
function pricedAtOnce({ suppliers }: Pick<Deps, 'suppliers'>, { isLive, limit, tenant }: SearchSession): number {
  if (!isLive) return limit
  const batches = tenant.suppliers.map(
    ({ supplierCode }) => suppliers.find(supplierCode)?.capabilities.hotelsPerSearch ?? 0,
  )
  return Math.max(limit, Math.min(...batches, MAX_PRICED_AT_ONCE))
}

const MAX_PRICED_AT_ONCE = 250
