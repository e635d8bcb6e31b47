/** The terms of a supplier that an organization sells, and whether it has accepted them. */
export type AcceptedTermsView = {
  readonly supplierCode: string
  readonly supplierName: string
  readonly version: string
  readonly supplierTermsUrl: string | null
  readonly agentAgreementUrl: string | null
  readonly demanded: boolean
  readonly acceptedAt: string | null
  /** Null when an operator has accepted them, or nobody. */
  readonly acceptedByKeyId: string | null
}

export type AcceptedTermsList = { readonly terms: readonly AcceptedTermsView[] }
