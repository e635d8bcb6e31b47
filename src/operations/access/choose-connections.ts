import { mayBeSoldOver, mostSpecific, type SaleRoute } from '../../domain/connection-scope.ts'
import type { EnabledSupplier } from '../../store/organizations.ts'

/** A supplier with the one connection over which it is asked. */
export type ChosenSupplier = EnabledSupplier & {
  /** Set when none of the connections with it may sell to these guests there: the supplier is not asked. */
  readonly notSold?: true
}

/** One connection for each supplier, in the order of the suppliers' first connections. */
export function chooseConnections(
  connections: readonly EnabledSupplier[],
  route: SaleRoute,
): readonly ChosenSupplier[] {
  const isPlain = connections.every((one) => mayBeSoldOver(one, route)) && !hasSeveralOfOne(connections)
  if (isPlain) return connections
  return [...Map.groupBy(connections, ({ supplierCode }) => supplierCode).values()].flatMap((ofOne) => {
    const chosen = mostSpecific(ofOne, route)
    return chosen ? [chosen] : ofOne.slice(0, 1).map((first) => ({ ...first, notSold: true as const }))
  })
}

function hasSeveralOfOne(connections: readonly EnabledSupplier[]): boolean {
  return new Set(connections.map(({ supplierCode }) => supplierCode)).size < connections.length
}
