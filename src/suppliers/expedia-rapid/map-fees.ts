import type { ChargeKind, TaxOrFee } from '../../domain/rate.ts'
import { readCharge, sumOf } from '../amounts.ts'
import type { RoomPricing } from './schema.ts'

type Fee = NonNullable<RoomPricing['fees']>[string]

const FEES: Readonly<Record<string, { readonly description: string; readonly kind: ChargeKind }>> = {
  mandatory_fee: { description: 'Mandatory fee', kind: 'MANDATORY_FEE' },
  resort_fee: { description: 'Resort fee', kind: 'RESORT_FEE' },
  mandatory_tax: { description: 'Tax due at the property', kind: 'TAX' },
}
const OTHER = { description: 'Fee due at the property', kind: 'OTHER' } as const

/**
 * What the guest owes at the hotel, one line a kind over all rooms. Null when a fee cannot be read: leaving it out would make the
 * rate look cheaper.
 */
export function propertyFees(rooms: readonly RoomPricing[], totalCurrency: string): TaxOrFee[] | null {
  const byName = Map.groupBy(
    rooms.flatMap(({ fees = {} }) => Object.entries(fees)),
    ([name]) => name,
  )
  const lines = [...byName].map(([name, fees]) =>
    feeLine(
      name,
      fees.map(([, fee]) => fee),
      totalCurrency,
    ),
  )
  const read = lines.filter((line) => line !== null)
  return read.length < lines.length ? null : read.filter(({ amount }) => amount.amountMinor > 0)
}

/**
 * The amount is in the currency of the price, where Rapid tells it in that. Rapid's billing currency, where it is another, is
 * taken for the hotel's own: no text in reach says which of the two the desk asks for.
 */
function feeLine(name: string, fees: readonly Fee[], totalCurrency: string): TaxOrFee | null {
  const billed = sumOf(fees.map(({ billable_currency: { value, currency } }) => readCharge(value, currency)))
  if (!billed) return null
  const asked = sumOf(
    fees.map(({ request_currency: fee }) => (fee === undefined ? null : readCharge(fee.value, fee.currency))),
  )
  const isForeign = billed.currency !== totalCurrency
  return {
    ...(FEES[name] ?? OTHER),
    included: false,
    due: 'AT_PROPERTY',
    amount: isForeign && asked?.currency === totalCurrency ? asked : billed,
    atProperty: { inPropertyCurrency: isForeign ? billed : null, mandatory: true, scope: 'UNKNOWN', text: null },
  }
}
