import { type Problem, problem } from '../../domain/errors.ts'
import type { Offer } from '../../domain/offer.ts'
import { inLanguage } from '../../domain/supplier-terms.ts'
import { configuredTerms } from '../../store/organizations.ts'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { termsOver } from './terms-of-organization.ts'

/** Why an offer cannot be booked yet: its supplier demands that the organization accepts terms first. Null when nothing is missing. */
export async function termsRefusal(
  deps: Pick<Deps, 'suppliers' | 'tenants' | 'store'>,
  { organizationId, environment, language }: Caller,
  offer: Offer,
): Promise<Problem | null> {
  const { supplierCode } = offer
  const terms = termsOver(deps, await connectedAs(deps, organizationId, offer), environment)
  if (!terms?.demanded) return null
  const { version, supplierTermsUrl, agentAgreementUrl } = terms
  const accepted = await deps.store.termsAcceptances.find({ organizationId, environment, supplierCode, version })
  return accepted
    ? null
    : problem('SUPPLIER_TERMS_NOT_ACCEPTED', undefined, {
        supplierCode,
        version,
        supplierTermsUrl: inLanguage(supplierTermsUrl, language),
        agentAgreementUrl: inLanguage(agentAgreementUrl, language),
        acceptAt: `/supplier-terms/${supplierCode}/accept`,
      })
}

/** The connection of an offer with its terms, which it keeps when the organization has lost it since the prebook. */
async function connectedAs(
  { tenants, store }: Pick<Deps, 'tenants' | 'store'>,
  organizationId: string,
  { supplierCode, connectionId }: Offer,
): Promise<Parameters<typeof termsOver>[1]> {
  const { suppliers } = await tenants.of(organizationId)
  const enabled = suppliers.find((one) => one.connectionId === connectionId)
  if (enabled) return enabled
  const lost = await store.connections.find(connectionId)
  return { supplierCode, terms: lost && configuredTerms(lost.settings) }
}
