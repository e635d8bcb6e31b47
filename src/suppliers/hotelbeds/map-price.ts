import type { Money } from '../../domain/money.ts'
import type { ChargeKind, RatePrice, TaxOrFee } from '../../domain/rate.ts'
import { readCharge, readMoney, sumOf } from '../amounts.ts'
import type { PricingModel } from './connection.ts'
import type { HotelbedsRate } from './schema.ts'

/** The price of the combined rates. Null when a part of it cannot be read: such a rate is never sold. */
export function mapPrice(rates: readonly HotelbedsRate[], currency: string, model: PricingModel): RatePrice | null {
  const total = sumOf(rates.map((rate) => positive(costOf(rate, currency, model))))
  const taxes = rates.map((rate) => taxesOf(rate, currency))
  const taxesAndFees = taxes.flatMap((one) => one ?? [])
  if (!total || taxes.some((one) => one === null)) return null
  return { total, base: null, taxesAndFees, nightly: null }
}

/** What a rate costs us: its net price, or in the commissionable model its selling price without our commission. */
export function costOf(
  { net, sellingRate, commission, commissionVAT }: HotelbedsRate,
  currency: string,
  model: PricingModel,
): Money | null {
  if (model === 'NET') return net === undefined ? null : readMoney(net, currency)
  const [sold, earned, vat] = [sellingRate, commission ?? '0', commissionVAT ?? '0'].map((amount) =>
    amount === undefined ? null : readCharge(amount, currency),
  )
  return sold && earned && vat
    ? { ...sold, amountMinor: sold.amountMinor - earned.amountMinor - vat.amountMinor }
    : null
}

function positive(amount: Money | null): Money | null {
  return amount && amount.amountMinor > 0 ? amount : null
}

const KINDS: Readonly<Record<string, readonly [kind: ChargeKind, description: string]>> = {
  TAX: ['TAX', 'Tax'],
  FEE: ['SERVICE_FEE', 'Fee'],
}
const BOTH = ['TAXES_AND_FEES', 'Taxes and fees'] as const

/**
 * The taxes of a rate. Null when a tax that is paid at the hotel cannot be read: leaving it out would make the rate look cheaper.
 * One that is part of the price is left out when its amount is not told in the price's currency.
 */
function taxesOf({ taxes }: HotelbedsRate, priceCurrency: string): TaxOrFee[] | null {
  const read: TaxOrFee[] = []
  for (const { included, amount, currency, clientAmount, clientCurrency, type } of taxes?.taxes ?? []) {
    const told = chargeOf(amount, currency)
    const compared = clientCurrency === priceCurrency ? chargeOf(clientAmount, clientCurrency) : null
    if (!included && !told) return null
    const money = told?.currency === priceCurrency ? told : (compared ?? (included ? null : told))
    const [kind, description] = KINDS[type ?? ''] ?? BOTH
    if (!money || money.amountMinor === 0) continue
    const line = { description, kind, included, amount: money } as const
    read.push(
      included || !told
        ? { ...line, due: 'AT_BOOKING' }
        : {
            ...line,
            due: 'AT_PROPERTY',
            // The desk charges the amount; the other one is Hotelbeds' conversion of it.
            atProperty: { inPropertyCurrency: told, mandatory: true, scope: 'UNKNOWN', text: null },
          },
    )
  }
  return read
}

function chargeOf(amount: string | undefined, currency: string | undefined): Money | null {
  return amount === undefined || currency === undefined ? null : readCharge(amount, currency)
}
