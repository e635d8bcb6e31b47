import type { UsdRates } from '../../domain/exchange.ts'
import type { RatePrice, RoomRate } from '../../domain/rate.ts'
import {
  breaksLimit,
  type SellingRules,
  type SellingTerms,
  type Sells,
  sellingPriceFor,
  withheldFor,
} from '../../domain/selling.ts'
import type { Deps } from '../deps.ts'

/** What of a rate decides whether it may be sold. */
type Sold = SellingTerms & { readonly price: RatePrice }

/** Returns a function that says why a rate may not be offered to who sells by the rules; null when it may. */
export function withholding(rules: SellingRules, usd: UsdRates) {
  const sells: Sells = new Set(rules.sells)
  function isHidden({ price, sellingPrice }: Sold): boolean {
    return rules.sellingPriceRule === 'HIDE' && breaksLimit(price.total, sellingPriceFor(sellingPrice, rules), usd)
  }
  return (rate: Sold) => withheldFor(rate, sells) ?? (isHidden(rate) ? 'SELLING_PRICE' : null)
}

type Selling = { readonly rates: readonly RoomRate[]; readonly rules: SellingRules }

/**
 * The rates that may be offered to who sells by the rules, with their selling prices as they bind it. Suppliers send others in spite of
 * what they were asked; those are counted by reason, and left out.
 */
export async function offeredRates(
  { metrics, exchangeRates }: Pick<Deps, 'metrics' | 'exchangeRates'>,
  supplierCode: string,
  { rates, rules }: Selling,
): Promise<RoomRate[]> {
  const reasonOf = withholding(rules, await exchangeRates.usd())
  return rates.flatMap((rate) => {
    const reason = reasonOf(rate)
    if (reason) metrics.countWithheldRate(supplierCode, reason)
    return reason === null ? [{ ...rate, sellingPrice: sellingPriceFor(rate.sellingPrice, rules) }] : []
  })
}
