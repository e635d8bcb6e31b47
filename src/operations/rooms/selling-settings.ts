import type { SellingRules } from '../../domain/selling.ts'
import type { Hotel } from '../../store/hotels.ts'
import type { Organization } from '../../store/organizations.ts'
import { type Tenant, tenantFor } from '../access/tenants.ts'
import type { Deps } from '../deps.ts'
import type { RoomSearchInput } from '../inputs/search.ts'

/** What an organization sells, over which suppliers, and in which currency it compares. */
type SellingSettings = {
  readonly rules: SellingRules
  readonly tenant: Tenant
  readonly listCurrency: string
}

export async function sellingOf(
  deps: Pick<Deps, 'tenants' | 'catalogue'>,
  organizationId: string,
  {
    input: { currency, nationality },
    hotel: { placeId },
  }: { readonly input: Pick<RoomSearchInput, 'currency' | 'nationality'>; readonly hotel: Pick<Hotel, 'placeId'> },
): Promise<SellingSettings> {
  const [connected, place] = await Promise.all([deps.tenants.of(organizationId), deps.catalogue.place(placeId)])
  const { organization } = connected
  const listCurrency = currency ?? organization.listCurrency ?? 'USD'
  const tenant = tenantFor(connected, { nationality, countryCode: place?.countryCode ?? '' })
  return { rules: rulesOf(organization), tenant, listCurrency }
}

export function rulesOf({ rateConditions, closedUserGroup, sellingPriceRule }: Organization): SellingRules {
  return { sells: rateConditions, closedUserGroup, sellingPriceRule }
}
