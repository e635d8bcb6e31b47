import type { RateCondition } from '../../domain/selling.ts'
import type { Deps } from '../deps.ts'
import type { RoomSearchInput } from '../inputs/search.ts'

/** What an organization sells, and in which currency it compares. */
type SellingSettings = { readonly sells: readonly RateCondition[]; readonly listCurrency: string }

export async function sellingOf(
  deps: Pick<Deps, 'tenants'>,
  organizationId: string,
  { currency }: Pick<RoomSearchInput, 'currency'>,
): Promise<SellingSettings> {
  const { organization } = await deps.tenants.of(organizationId)
  return { sells: organization.rateConditions, listCurrency: currency ?? organization.listCurrency ?? 'USD' }
}
