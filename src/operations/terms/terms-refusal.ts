import { type Problem, problem } from '../../domain/errors.ts'
import type { Offer } from '../../domain/offer.ts'
import { inLanguage } from '../../domain/supplier-terms.ts'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { termsOver } from './terms-of-organization.ts'

/** Why an offer cannot be booked yet: its supplier demands that the organization accepts terms first. Null when nothing is missing. */
export async function termsRefusal(
  deps: Pick<Deps, 'suppliers' | 'tenants' | 'store'>,
  { organizationId, environment, language }: Caller,
  { supplierCode, connectionId }: Offer,
): Promise<Problem | null> {
  const { connections } = await deps.tenants.of(organizationId)
  const connected = connections.find((one) => one.connectionId === connectionId) ?? { supplierCode }
  const terms = termsOver(deps, connected, environment)
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
