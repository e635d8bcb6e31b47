import type { Money } from '../../domain/money.ts'
import {
  type Payment,
  PLAIN_TERMS,
  PREPAID,
  type SellingPrice,
  type SellingTerms,
  type Trader,
} from '../../domain/selling.ts'
import { readCharge, readMoney } from '../amounts.ts'
import type { PaymentType, RateHawkRate } from './schema.ts'
import { titleOf } from './title.ts'

/** How a rate may be sold. Null when a limit of its price cannot be read: it is not sold past a limit that we do not know. */
export function mapTerms(rate: RateHawkRate, payment: PaymentType): SellingTerms | null {
  const sellingPrice = mapLimits(rate, payment)
  if (sellingPrice === 'UNREADABLE') return null
  return {
    ...PLAIN_TERMS,
    sellingPrice,
    conditions: rate.is_package === true ? ['PACKAGE_ONLY'] : [],
    payment: mapPayment(rate, payment),
    promotions: Object.entries(payment.perks ?? {}).flatMap(([id, perk]) =>
      isGranted(perk) ? [{ id, name: titleOf(id, 'Perk'), kind: 'PERK' as const, amount: null }] : [],
    ),
    trader: mapTrader(rate),
  }
}

/** The limits are in the currency of the search, which is the displayed one; the contract's may be another. */
function mapLimits(
  { sell_price_limits: limits }: RateHawkRate,
  payment: PaymentType,
): SellingPrice | null | 'UNREADABLE' {
  const { min_price, max_price } = limits ?? {}
  if (min_price == null && max_price == null) return null
  const currency = payment.show_currency_code ?? payment.currency_code
  const minimum = readLimit(min_price, currency)
  const maximum = readLimit(max_price, currency)
  if (minimum === undefined || maximum === undefined) return 'UNREADABLE'
  return { minimum, suggested: null, maximum, binding: true, openChannelsOnly: true, source: null }
}

/** Null for a limit that is not set, undefined for one that cannot be read. */
function readLimit(text: string | null | undefined, currency: string): Money | null | undefined {
  return text == null ? null : (readCharge(text, currency) ?? undefined)
}

/** A rate of the type `hotel` is paid there, and its deposit is taken from the guest's card. */
function mapPayment({ deposit }: RateHawkRate, { type }: PaymentType): Payment {
  if (type === 'deposit') return PREPAID
  const amount = deposit ? readMoney(deposit.amount, deposit.currency_code) : null
  return amount && amount.amountMinor > 0
    ? {
        type: 'DEPOSIT',
        deposits: [{ amount, dueAt: null, refundable: deposit?.is_refundable ?? null }],
        cardsAccepted: [],
      }
    : { type: 'AT_PROPERTY', deposits: [], cardsAccepted: [] }
}

function isGranted(perk: unknown): boolean {
  return typeof perk === 'object' && perk !== null && Object.keys(perk).length > 0
}

/** The legal person behind the stay: the provider where it is named, else the hotel. Numbers of zeros are not known. */
function mapTrader({ legal_info: legal }: RateHawkRate): Trader | null {
  const person = [legal?.provider, legal?.hotel].find((one) => one?.name)
  if (!person?.name) return null
  const taxpayer = numberIn(person.taxpayer_number)
  return {
    name: person.name,
    address: person.address || null,
    registerName: null,
    registerNumber: numberIn(person.state_registration_number),
    email: null,
    phone: null,
    texts: taxpayer === null ? [] : [`Taxpayer number ${taxpayer}`],
  }
}

function numberIn(text: string | null | undefined): string | null {
  return text && !/^0*$/.test(text) ? text : null
}
