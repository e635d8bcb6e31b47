import type { Money } from '../../domain/money.ts'
import {
  type Deposit,
  type Payment,
  PREPAID,
  type Promotion,
  type RateCondition,
  type SellingPrice,
  type SellingTerms,
  type SupplierTerms,
  type Trader,
} from '../../domain/selling.ts'
import { type Instant, instantOfLocal, isCalendarDate, parseRfc3339 } from '../../domain/time.ts'
import { readCharge, sumOf } from '../amounts.ts'
import type { Guarantees, RapidSale, RoomPricing, TraderInformation } from './schema.ts'

/** Where a day begins first: a date without a zone is never told later than it is. */
const FIRST_ZONE = '+14:00'

/** What a rate says about how it may be sold. Null when a deposit cannot be read: the guest would owe an unknown sum. */
export function mapSale(
  rate: RapidSale,
  pricing: readonly RoomPricing[],
  timeZone: string | null,
): Pick<SellingTerms, 'conditions' | 'payment' | 'promotions' | 'sellingPrice'> | null {
  const payment = mapPayment(rate, isPaidAtProperty(rate), timeZone)
  const sellingPrice = mapSellingPrice(pricing)
  if (!payment || sellingPrice === undefined) return null
  return { conditions: conditionsOf(rate), payment, promotions: promotionsOf(rate), sellingPrice }
}

/** Expedia takes the money of all rates that do not say otherwise; a word that is not known is no promise of that. */
export function isPaidAtProperty({ merchant_of_record: merchant = 'expedia' }: RapidSale): boolean {
  return merchant !== 'expedia'
}

/**
 * Who is paid, and what the guest leaves at the hotel: deposits that it takes in advance, and sums against damage, which it gives
 * back. Null when one cannot be read.
 */
export function mapPayment(guarantees: Guarantees, isAtProperty: boolean, timeZone: string | null): Payment | null {
  const { deposits = [], refundable_damage_deposit: damage, card_on_file_limit: limit } = guarantees
  const told = [
    ...deposits.map(({ due, ...amount }) => depositOf(amount, { dueAt: dueAt(due, timeZone), refundable: null })),
    ...(damage ? [depositOf(damage, { dueAt: null, refundable: true })] : []),
    ...(limit ? [depositOf(limit, { dueAt: null, refundable: true })] : []),
  ]
  if (told.some((one) => one === null)) return null
  const known = told.filter((one) => one !== null)
  if (!isAtProperty) return known.length === 0 ? PREPAID : { ...PREPAID, deposits: known }
  return { type: deposits.length > 0 ? 'DEPOSIT' : 'AT_PROPERTY', deposits: known, cardsAccepted: [] }
}

function depositOf(
  { value, currency }: { readonly value: string; readonly currency: string },
  more: Omit<Deposit, 'amount'>,
): Deposit | null {
  const amount = readCharge(value, currency)
  return amount && { amount, ...more }
}

/** An instant, or the beginning of a date at the hotel. */
function dueAt(due: string | undefined, timeZone: string | null): Instant | null {
  if (due === undefined) return null
  return isCalendarDate(due) ? instantOfLocal(`${due}T00:00`, timeZone ?? FIRST_ZONE) : parseRfc3339(due)
}

function conditionsOf({ sale_scenario: scenario = {} }: RapidSale): RateCondition[] {
  return [
    ...(scenario.package === true ? (['PACKAGE_ONLY'] as const) : []),
    ...(scenario.mobile_promotion === true ? (['MOBILE_ONLY'] as const) : []),
    ...(scenario.member === true ? (['MEMBER_ONLY'] as const) : []),
  ]
}

/** A deal has lowered the price already; what is added to a rate lowers nothing. */
function promotionsOf({ promotions }: RapidSale): Promotion[] {
  const { deal, value_adds: added = {} } = promotions ?? {}
  return [
    ...(deal?.description
      ? [{ id: deal.id ?? null, name: deal.description, kind: 'DISCOUNT' as const, amount: null }]
      : []),
    ...Object.entries(added).flatMap(([key, { id = key, description }]) =>
      description ? [{ id, name: description, kind: 'PERK' as const, amount: null }] : [],
    ),
  ]
}

/** The least price of all rooms together, which the contract demands. Undefined when there is one that cannot be read. */
export function mapSellingPrice(rooms: readonly RoomPricing[]): SellingPrice | null | undefined {
  const told = rooms.flatMap(({ totals }) => totals.minimum_selling_price ?? [])
  if (told.length === 0) return null
  const minimum =
    told.length === rooms.length
      ? sumOf(told.map(({ billable_currency: { value, currency } }): Money | null => readCharge(value, currency)))
      : null
  return minimum
    ? { minimum, suggested: null, maximum: null, binding: true, openChannelsOnly: true, source: null }
    : undefined
}

const ADDRESS_PARTS = ['line_1', 'line_2', 'line_3', 'postal_code', 'city', 'state_province_code', 'country_code']

/** The first trader; Rapid's own texts say what the law demands of each. */
export function mapTrader(told: TraderInformation): Trader | null {
  const trader = told?.traders[0]
  if (!trader?.name) return null
  const address = ADDRESS_PARTS.map((part) => trader.address?.[part]).filter((part) => typeof part === 'string')
  return {
    name: trader.name,
    address: address.join(', ') || null,
    registerName: trader.business_register_name ?? null,
    registerNumber: trader.business_register_number ?? null,
    email: trader.email ?? null,
    phone: trader.phone ?? null,
    texts: [trader.contact_message, trader.right_to_withdraw_message].filter((text) => text !== undefined),
  }
}

export function mapSupplierTerms(told: TraderInformation): SupplierTerms | null {
  const url = told?.terms_and_conditions
  return url !== undefined && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
    ? { supplierTermsUrl: url, agentAgreementUrl: null, text: null }
    : null
}
