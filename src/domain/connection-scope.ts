/** What a connection may sell: to guests of which nationalities, in which countries (both ISO 3166-1 alpha-2). Null allows all. */
export type ConnectionScope = {
  readonly markets: readonly string[] | null
  readonly countries?: readonly string[] | null
}

/** Who stays where, as far as it decides over which connection a supplier is asked. */
export type SaleRoute = { readonly nationality: string; readonly countryCode: string }

export function mayBeSoldOver(
  { markets, countries }: ConnectionScope,
  { nationality, countryCode }: SaleRoute,
): boolean {
  return (markets?.includes(nationality) ?? true) && (countries?.includes(countryCode) ?? true)
}

/** A connection for market and country goes before one for a market, that before one for a country, and that before the rest. */
function specificity({ markets, countries }: ConnectionScope): number {
  return (markets === null ? 0 : 2) + (countries == null ? 0 : 1)
}

/** The connection that a sale goes over, the first of several that suit it equally; null when none may sell it. */
export function mostSpecific<Scope extends ConnectionScope>(scopes: readonly Scope[], route: SaleRoute): Scope | null {
  return scopes
    .filter((scope) => mayBeSoldOver(scope, route))
    .reduce<Scope | null>((best, one) => (best && specificity(best) >= specificity(one) ? best : one), null)
}

/** True when some sale would suit both connections equally, so that nothing decides between them. */
export function areAmbiguous(a: ConnectionScope, b: ConnectionScope): boolean {
  return (
    specificity(a) === specificity(b) &&
    overlap(a.markets, b.markets) &&
    overlap(a.countries ?? null, b.countries ?? null)
  )
}

function overlap(a: readonly string[] | null, b: readonly string[] | null): boolean {
  return a === null || b === null || a.some((one) => b.includes(one))
}
