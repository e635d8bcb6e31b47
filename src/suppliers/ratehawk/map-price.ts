import type { Money } from '../../domain/money.ts'
import type { ChargeKind, RatePrice, TaxOrFee } from '../../domain/rate.ts'
import { readCharge, readMoney, sumOf } from '../amounts.ts'
import type { PaymentType, RateHawkRate } from './schema.ts'
import { titleOf } from './title.ts'

/** What we are charged, in the contract's currency; the displayed price may be in another. Null when a part cannot be read. */
export function mapPrice({ daily_prices }: RateHawkRate, payment: PaymentType): RatePrice | null {
  const total = readMoney(payment.amount, payment.currency_code)
  if (!total || total.amountMinor <= 0) return null
  const taxesAndFees = taxesOf(payment)
  if (!taxesAndFees) return null
  return {
    total,
    base: null,
    taxesAndFees: fitting(taxesAndFees, total),
    nightly: nightlyOf(daily_prices, payment, total),
  }
}

/** Nightly prices come in the display currency. They are used only if they add up to what we are charged. */
function nightlyOf(daily: readonly string[], payment: PaymentType, total: Money): Money[] | null {
  if (payment.show_currency_code !== total.currency) return null
  const nights = daily.map((amount) => readCharge(amount, total.currency))
  const known = nights.filter((night) => night !== null)
  return known.length === nights.length && sumOf(nights)?.amountMinor === total.amountMinor ? known : null
}

/** RateHawk's names of charges; those that are not listed are a tax or something else, as their name ends. */
const KINDS: Readonly<Record<string, ChargeKind>> = {
  city_tax: 'CITY_TAX',
  vat: 'VAT',
  sales_tax: 'SALES_TAX',
  service_fee: 'SERVICE_FEE',
  resort_fee: 'RESORT_FEE',
  property_fee: 'PROPERTY_FEE',
  deposit: 'DEPOSIT',
}

function kindOf(name: string): ChargeKind {
  return KINDS[name] ?? (/(^|_)tax(es)?$/.test(name) ? 'TAX' : 'OTHER')
}

/**
 * The taxes and fees of a rate. Null when one that is paid at the hotel cannot be read: leaving it out would make the rate look
 * cheaper. What is paid there is told in the currency that the desk asks for.
 */
function taxesOf({ tax_data }: PaymentType): TaxOrFee[] | null {
  const lines: TaxOrFee[] = []
  for (const { name, included_by_supplier: included, amount: text, currency_code } of tax_data?.taxes ?? []) {
    const amount = readCharge(text, currency_code)
    if (!amount && !included) return null
    if (!amount || amount.amountMinor === 0) continue
    const line = { description: titleOf(name, 'Tax'), kind: kindOf(name), included, amount }
    lines.push(
      included
        ? { ...line, due: 'AT_BOOKING' }
        : {
            ...line,
            due: 'AT_PROPERTY',
            atProperty: { inPropertyCurrency: amount, mandatory: true, scope: 'UNKNOWN', text: null },
          },
    )
  }
  return lines
}

/** Lines of the price that are more than the price do not break it down: they are left out. */
function fitting(lines: readonly TaxOrFee[], total: Money): readonly TaxOrFee[] {
  const inPrice = lines.filter(({ included, amount }) => included && amount.currency === total.currency)
  const sum = inPrice.reduce((minor, { amount }) => minor + amount.amountMinor, 0)
  return sum < total.amountMinor ? lines : lines.filter(({ included }) => !included)
}
