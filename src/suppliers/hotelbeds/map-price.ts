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
  const read = (taxes?.taxes ?? []).map((tax) =>
    tax.included ? included(tax, priceCurrency) : atHotel(tax, priceCurrency),
  )
  const lines = read.filter((line) => line !== null)
  return lines.length === read.length ? lines.filter(({ amount }) => amount.amountMinor > 0) : null
}

type Tax = NonNullable<HotelbedsRate['taxes']>['taxes'][number]

/** What a tax is called, and what it comes to in the price's currency where that is told. */
function lineOf({ type, amount, currency, clientAmount, clientCurrency }: Tax, priceCurrency: string) {
  const [kind, description] = KINDS[type ?? ''] ?? BOTH
  const told = chargeOf(amount, currency)
  const converted = clientCurrency === priceCurrency ? chargeOf(clientAmount, clientCurrency) : null
  return { kind, description, told, inPrice: told?.currency === priceCurrency ? told : converted }
}

function included(tax: Tax, priceCurrency: string): TaxOrFee {
  const { kind, description, inPrice } = lineOf(tax, priceCurrency)
  const amount = inPrice ?? { amountMinor: 0, currency: priceCurrency }
  return { kind, description, included: true, due: 'AT_BOOKING', amount }
}

/** The desk charges the amount; the other one is Hotelbeds' conversion of it. */
function atHotel(tax: Tax, priceCurrency: string): TaxOrFee | null {
  const { kind, description, told, inPrice } = lineOf(tax, priceCurrency)
  if (!told) return null
  const atProperty = { inPropertyCurrency: told, mandatory: true, scope: 'UNKNOWN', text: null } as const
  return { kind, description, included: false, due: 'AT_PROPERTY', amount: inPrice ?? told, atProperty }
}

function chargeOf(amount: string | undefined, currency: string | undefined): Money | null {
  return amount === undefined || currency === undefined ? null : readCharge(amount, currency)
}
