import type { SellingRules } from '../../domain/selling.ts'
import type { EnabledSupplier, Organization } from '../../store/organizations.ts'
import type { Deps } from '../deps.ts'
import type { RoomSearchInput } from '../inputs/search.ts'

/** What an organization sells, over which suppliers, and in which currency it compares. */
type SellingSettings = {
  readonly rules: SellingRules
  readonly suppliers: readonly EnabledSupplier[]
  readonly listCurrency: string
}

export async function sellingOf(
  deps: Pick<Deps, 'tenants'>,
  organizationId: string,
  { currency }: Pick<RoomSearchInput, 'currency'>,
): Promise<SellingSettings> {
  const { organization, suppliers } = await deps.tenants.of(organizationId)
  const listCurrency = currency ?? organization.listCurrency ?? 'USD'
  return { rules: rulesOf(organization), suppliers, listCurrency }
}

export function rulesOf({ rateConditions, closedUserGroup, sellingPriceRule }: Organization): SellingRules {
  return { sells: rateConditions, closedUserGroup, sellingPriceRule }
}
