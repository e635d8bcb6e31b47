import type { ProviderOutcome, UnansweredOutcome, Warning, WarningCode } from '../../domain/contract/warning.ts'

const SAYS: Readonly<Record<UnansweredOutcome, string>> = {
  TIMEOUT: 'did not answer in time',
  ERROR: 'could not be asked, or its answer not be used',
  RATE_LIMITED: 'could not be asked because of too many requests',
  SUPPRESSED_NO_PRICE: 'was not asked, because its hotels recently had no price',
  STAY_NOT_SUPPORTED: 'does not take stays of this length, lead time or number of rooms',
  MARKET_NOT_SOLD: 'does not sell to this nationality in this country',
  CREDENTIALS_REFUSED: 'refuses the credentials of the contract with it',
  BUDGET_SPENT: 'was not asked: the agreed number of questions is used up for now',
}

function isUnanswered(outcome: ProviderOutcome): outcome is UnansweredOutcome {
  return Object.hasOwn(SAYS, outcome)
}

/** One warning for each supplier that brought nothing, and may have something to sell all the same. */
export function supplierWarnings(
  providers: readonly { readonly supplierCode: string; readonly outcome: ProviderOutcome }[],
): (Warning & { readonly code: WarningCode })[] {
  return providers.flatMap(({ supplierCode, outcome }) =>
    isUnanswered(outcome)
      ? [
          {
            code: `SUPPLIER_${outcome}` as const,
            message: `${supplierCode} ${SAYS[outcome]}`,
            path: null,
            supplierCode,
          },
        ]
      : [],
  )
}
