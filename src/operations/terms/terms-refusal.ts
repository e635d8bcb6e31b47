import { type Problem, problem } from '../../domain/errors.ts'
import { inLanguage } from '../../domain/supplier-terms.ts'
import type { EnabledSupplier } from '../../store/organizations.ts'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { termsOver } from './terms-of-organization.ts'

/** Why nothing can be booked over a connection yet: its supplier demands that the organization accepts terms first. Null otherwise. */
export async function termsRefusal(
  deps: Pick<Deps, 'suppliers' | 'store'>,
  { organizationId, environment, language }: Caller,
  connected: EnabledSupplier,
): Promise<Problem | null> {
  const { supplierCode } = connected
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
