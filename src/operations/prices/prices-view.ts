import type { HotelPriceView, RefundableFromView, SupplierPriceView } from '../../domain/contract/search.ts'
import { exchange, type UsdRates } from '../../domain/exchange.ts'
import type { Money } from '../../domain/money.ts'
import { type Instant, toRfc3339 } from '../../domain/time.ts'
import type { SupplierPrice } from './known-price.ts'

/** The currency and exchange rates with which a list is shown. */
export type ListMoney = { readonly currency: string; readonly rates: UsdRates }

export type SupplierNames = (supplierCode: string) => string

/** Without a usable rate a price keeps its own currency; clients read the currency of each price. */
function shown(amount: Money, { currency, rates }: ListMoney): Money {
  return exchange(amount, currency, rates) ?? amount
}

/** One item per supplier that has a price, in the given order. */
export function supplierPricesView(
  { hotelId, suppliers }: { readonly hotelId: number; readonly suppliers: readonly SupplierPrice[] },
  list: ListMoney,
  names: SupplierNames,
): SupplierPriceView[] {
  return suppliers.flatMap(({ supplierCode, quote, fetchedAt, rateType }) => {
    if (!quote) return []
    const { amountMinor, currency } = shown(quote.total, list)
    return [
      {
        hotelId: String(hotelId),
        supplierCode,
        supplierName: names(supplierCode),
        amount: amountMinor,
        currency,
        rateType,
        fetchedAt: toRfc3339(fetchedAt),
        isRefundable: quote.refundable,
        freeCancellationUntil: timeOrNull(quote.freeCancellationUntilAt),
      },
    ]
  })
}

/**
 * The price that represents the hotel: that of the first supplier in the organization's order. The server does not choose the
 * lowest quote; all of them are in `supplier_prices`.
 */
export function hotelPriceView(prices: readonly SupplierPriceView[]): HotelPriceView | null {
  const [first] = prices
  return first ? standingFor(first) : null
}

function standingFor(price: SupplierPriceView): HotelPriceView {
  const { amount, currency, rateType, isRefundable, freeCancellationUntil } = price
  return { amount, currency, rateType, isRefundable, freeCancellationUntil }
}

/** The cheapest price; of equal ones the first. Prices that could not be converted to the list's currency are not compared. */
export function lowestPriceView(prices: readonly SupplierPriceView[], { currency }: ListMoney): HotelPriceView | null {
  let lowest: SupplierPriceView | null = null
  for (const price of prices)
    if (price.currency === currency && (!lowest || price.amount < lowest.amount)) lowest = price
  return lowest && standingFor(lowest)
}

/** The cheapest refundable rate of all suppliers, in the list's currency. */
export function refundableFromView(prices: readonly SupplierPrice[], list: ListMoney): RefundableFromView | null {
  let lowest: RefundableFromView | null = null
  for (const { quote, rateType } of prices) {
    const rate = quote?.cheapestRefundable
    if (!rate) continue
    const { amountMinor: amount, currency } = shown(rate.total, list)
    if (currency !== list.currency || (lowest && lowest.amount <= amount)) continue
    lowest = { amount, currency, rateType, freeCancellationUntil: timeOrNull(rate.freeCancellationUntilAt) }
  }
  return lowest
}

function timeOrNull(at: Instant | null): string | null {
  return at === null ? null : toRfc3339(at)
}

/** The estimated price of a hotel in the list's currency; `totalUsdCents` is for the whole stay. */
export function estimatedPrice(totalUsdCents: number, list: ListMoney): HotelPriceView {
  const { amountMinor, currency } = shown({ amountMinor: totalUsdCents, currency: 'USD' }, list)
  return { amount: amountMinor, currency, rateType: 'estimated', isRefundable: null, freeCancellationUntil: null }
}
