import type { SupplierTerms } from './selling.ts'

/**
 * The terms of a contract with a supplier, which those who sell over it accept. `{language}` in a URL stands for the language of who
 * reads it.
 */
export type ContractTerms = {
  /** What was accepted: another version has to be accepted again. */
  readonly version: string
  readonly supplierTermsUrl: string | null
  readonly agentAgreementUrl: string | null
  /** True: an organization that has not accepted them cannot book. */
  readonly demanded: boolean
}

/** The terms as the settings of a connection have them. */
export type ConfiguredTerms = {
  readonly version: string
  readonly supplierTermsUrl?: string
  readonly agentAgreementUrl?: string
  readonly demanded?: true
}

/** The version of terms that no connection gives one. */
const FIRST_VERSION = '1'

/** Null when there is nothing to accept: the supplier demands nothing, and the connection names no terms. */
export function contractTerms(
  configured: ConfiguredTerms | null,
  { demands, environment }: { readonly demands: boolean; readonly environment: string },
): ContractTerms | null {
  if (!configured && !demands) return null
  return {
    version: configured?.version ?? FIRST_VERSION,
    supplierTermsUrl: configured?.supplierTermsUrl ?? null,
    agentAgreementUrl: configured?.agentAgreementUrl ?? null,
    // Nothing is sold for real in a sandbox, unless its connection wants it to be tried.
    demanded: configured?.demanded === true || (demands && environment === 'production'),
  }
}

export function inLanguage(url: string | null, language: string): string | null {
  return url && url.replaceAll('{language}', language)
}

/** What a rate says of its terms, completed with those of the contract. */
export function withContractTerms(
  told: SupplierTerms | null,
  contract: ContractTerms | null,
  language: string,
): SupplierTerms | null {
  const supplierTermsUrl = told?.supplierTermsUrl ?? inLanguage(contract?.supplierTermsUrl ?? null, language)
  const agentAgreementUrl = told?.agentAgreementUrl ?? inLanguage(contract?.agentAgreementUrl ?? null, language)
  const text = told?.text ?? null
  return supplierTermsUrl === null && agentAgreementUrl === null && text === null
    ? null
    : { supplierTermsUrl, agentAgreementUrl, text }
}
