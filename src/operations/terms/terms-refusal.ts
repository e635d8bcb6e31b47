import { type Problem, problem } from '../../domain/errors.ts'
import type { Offer } from '../../domain/offer.ts'
import { type ConfiguredTerms, inLanguage } from '../../domain/supplier-terms.ts'
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
  const terms = termsOver(deps, { supplierCode, terms: await configuredOver(deps, offer) }, environment)
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

/**
 * The terms that the offer's connection names: it is booked over that one, even if the supplier was disabled, or connected anew,
 * after the prebook.
 */
async function configuredOver(
  { tenants, store }: Pick<Deps, 'tenants' | 'store'>,
  { organizationId, connectionId }: Offer,
): Promise<ConfiguredTerms | null> {
  const { connections } = await tenants.of(organizationId)
  const enabled = connections.find((one) => one.connectionId === connectionId)
  if (enabled) return enabled.terms ?? null
  const connection = await store.connections.find(connectionId)
  return connection && configuredTerms(connection.settings)
}
