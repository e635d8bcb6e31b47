import type { RoomRate } from '../../domain/rate.ts'
import { breaksLimit, type SellingRules, type Sells, sellingPriceFor, withheldFor } from '../../domain/selling.ts'
import type { Deps } from '../deps.ts'

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
  const usd = await exchangeRates.usd()
  const sells: Sells = new Set(rules.sells)
  return rates.flatMap((rate) => {
    const sellingPrice = sellingPriceFor(rate.sellingPrice, rules)
    const isHidden = rules.sellingPriceRule === 'HIDE' && breaksLimit(rate.price.total, sellingPrice, usd)
    const reason = withheldFor(rate, sells) ?? (isHidden ? 'SELLING_PRICE' : null)
    if (reason) metrics.countWithheldRate(supplierCode, reason)
    return reason === null ? [{ ...rate, sellingPrice }] : []
  })
}
