import type { HotelPriceView, SupplierPriceView } from '../../domain/contract/search.ts'
import { exchange, type UsdRates } from '../../domain/exchange.ts'
import type { Money } from '../../domain/money.ts'
import { toRfc3339 } from '../../domain/time.ts'
import type { SupplierPrice } from './hotel-prices.ts'

/** In which money a list is shown. */
export type ListMoney = { readonly currency: string; readonly rates: UsdRates }

export type SupplierNames = (supplierCode: string) => string

/** Without a usable rate a price keeps its own currency: clients read each price's currency. */
const shown = (amount: Money, { currency, rates }: ListMoney): Money => exchange(amount, currency, rates) ?? amount

/** One item a supplier that has a price, in the order given. */
export const supplierPricesView = (
  hotelId: number,
  prices: readonly SupplierPrice[],
  names: SupplierNames,
  list: ListMoney,
): SupplierPriceView[] =>
  prices.flatMap(({ supplierCode, quote, fetchedAt, rateType }) => {
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
        freeCancellationUntil: quote.freeCancellationUntilAt === null ? null : toRfc3339(quote.freeCancellationUntilAt),
      },
    ]
  })

/**
 * The price that stands for the hotel: the first supplier's, in the organization's order. The server does not choose the
 * lowest quote; all of them are in `supplier_prices`.
 */
export const hotelPriceView = (prices: readonly SupplierPriceView[]): HotelPriceView | null => {
  const [first] = prices
  if (!first) return null
  const { amount, currency, rateType, isRefundable, freeCancellationUntil } = first
  return { amount, currency, rateType, isRefundable, freeCancellationUntil }
}

/** What a hotel may cost, USD cents for the whole stay, in the money of the list. */
export const estimatedPrice = (totalUsdCents: number, list: ListMoney): HotelPriceView => {
  const { amountMinor, currency } = shown({ amountMinor: totalUsdCents, currency: 'USD' }, list)
  return { amount: amountMinor, currency, rateType: 'estimated', isRefundable: null, freeCancellationUntil: null }
}
