import type { AcceptedTermsView } from '../../domain/contract/supplier-terms.ts'
import { type ContractTerms, contractTerms, inLanguage } from '../../domain/supplier-terms.ts'
import { toRfc3339 } from '../../domain/time.ts'
import type { EnabledSupplier } from '../../store/organizations.ts'
import type { TermsAcceptance } from '../../store/terms-acceptances.ts'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'

/** Terms with the supplier whose they are. */
type TermsOfSupplier = { readonly supplierCode: string; readonly terms: ContractTerms }

type Connected = Pick<EnabledSupplier, 'supplierCode' | 'terms'>

/** The terms of a contract with a supplier; null when there are none. */
export function termsOver(
  { suppliers }: Pick<Deps, 'suppliers'>,
  { supplierCode, terms = null }: Connected,
  environment: string,
): ContractTerms | null {
  const demands = suppliers.find(supplierCode)?.capabilities.demandsTerms === true
  return contractTerms(terms, { demands, environment })
}

/** The terms of each enabled supplier that has any: of each version, when its contracts name several. */
export async function termsOfAll(
  deps: Pick<Deps, 'suppliers' | 'tenants'>,
  { organizationId, environment }: Pick<Caller, 'organizationId' | 'environment'>,
): Promise<TermsOfSupplier[]> {
  const { connections } = await deps.tenants.of(organizationId)
  return versionsOf(deps, connections, environment)
}

/** The terms over these connections, each version of a supplier's once. A version that one contract demands is demanded. */
export function versionsOf(
  deps: Pick<Deps, 'suppliers'>,
  connections: readonly Connected[],
  environment: string,
): TermsOfSupplier[] {
  const versions = new Map<string, TermsOfSupplier>()
  for (const connected of connections) {
    const { supplierCode } = connected
    const terms = termsOver(deps, connected, environment)
    if (!terms) continue
    const key = `${supplierCode} ${terms.version}`
    const known = versions.get(key)?.terms
    versions.set(key, { supplierCode, terms: known ? { ...known, demanded: known.demanded || terms.demanded } : terms })
  }
  return [...versions.values()]
}

/** Terms as a partner sees them. */
export function termsView(
  { suppliers }: Pick<Deps, 'suppliers'>,
  { supplierCode, terms }: TermsOfSupplier,
  { acceptance, language }: { readonly acceptance: TermsAcceptance | null; readonly language: string },
): AcceptedTermsView {
  const { version, supplierTermsUrl, agentAgreementUrl, demanded } = terms
  const [kind, keyId] = acceptance?.actor.split(/:(.*)/s) ?? []
  return {
    supplierCode,
    supplierName: suppliers.find(supplierCode)?.name ?? supplierCode,
    version,
    supplierTermsUrl: inLanguage(supplierTermsUrl, language),
    agentAgreementUrl: inLanguage(agentAgreementUrl, language),
    demanded,
    acceptedAt: acceptance && toRfc3339(acceptance.acceptedAt),
    acceptedByKeyId: kind === 'key' ? (keyId ?? null) : null,
  }
}
