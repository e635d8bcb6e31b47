import { type Problem, problem } from '../../domain/errors.ts'
import type { Offer } from '../../domain/offer.ts'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { withholding } from '../prices/offered-rates.ts'
import { rulesOf } from '../rooms/selling-settings.ts'
import { termsRefusal } from '../terms/terms-refusal.ts'

const UNSOLD = 'The offer has expired: its supplier is no longer sold; ask for the rooms again'
const WITHHELD = 'The offer has expired: the organization no longer sells its rate; ask for the rooms again'

/**
 * Why the organization does not sell what it was offered any more, or not yet; null when it does. An operator may have switched the
 * supplier off, or changed how the organization sells, since the prebook.
 */
export async function saleRefusal(
  deps: Pick<Deps, 'suppliers' | 'tenants' | 'store' | 'exchangeRates'>,
  caller: Caller,
  offer: Offer,
): Promise<Problem | null> {
  const [{ organization, connections }, usd] = await Promise.all([
    deps.tenants.of(offer.organizationId),
    deps.exchangeRates.usd(),
  ])
  const connected = connections.find(({ connectionId }) => connectionId === offer.connectionId)
  if (!connected) return problem('OFFER_NOT_FOUND', UNSOLD)
  if (withholding(rulesOf(organization), usd)(offer.terms) !== null) return problem('OFFER_NOT_FOUND', WITHHELD)
  return termsRefusal(deps, caller, connected)
}

/**
 * Why a booking was not written though its offer was sold when that was checked: what is known of an organization is kept for some seconds,
 * and it may have been erased since. Null: it still sells over the connection, so that is not why.
 */
export async function unlinkedRefusal(
  { store }: Pick<Deps, 'store'>,
  { keyId }: Caller,
  { organizationId, connectionId }: Offer,
): Promise<Problem | null> {
  const links = await store.organizations.listSuppliers(organizationId)
  if (links.some((link) => link.connectionId === connectionId)) return null
  const key = keyId === null ? null : await store.apiKeys.find(keyId)
  return key === null || key.revokedAt === null ? problem('OFFER_NOT_FOUND', UNSOLD) : problem('UNAUTHENTICATED')
}
