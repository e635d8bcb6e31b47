import type { Money } from '../../domain/money.ts'
import type { Occupancy } from '../../domain/occupancy.ts'
import type { Bed, Board, BoardCode, RatePrice, RoomRate, TaxOrFee } from '../../domain/rate.ts'
import { PLAIN_TERMS } from '../../domain/selling.ts'
import type { Stay } from '../../domain/stay.ts'
import type { Instant } from '../../domain/time.ts'
import { readMoney, sumOf } from '../amounts.ts'
import { mapPolicy } from './map-policy.ts'
import { type PaymentType, type RateHawkRate, type RatePayload, rateSchema } from './schema.ts'

type RateContext = {
  readonly stay: Stay
  readonly occupancy: Occupancy
  readonly timeZone: string | null
  readonly nowAt: Instant
}

/**
 * Maps a rate for all rooms of the request. Undefined when we cannot sell it (package rates, rates that the guest pays), null
 * when anything that money or dates depend on cannot be read.
 */
export function mapRate(raw: unknown, context: RateContext): RoomRate | null | undefined {
  const parsed = rateSchema.safeParse(raw)
  if (!parsed.success) return null
  const rate = parsed.data
  const payment = rate.payment_options.payment_types.find(isOurs)
  if (rate.is_package === true || !payment) return undefined
  const price = mapPrice(rate, payment)
  const policy =
    price &&
    mapPolicy(payment.cancellation_penalties, {
      stay: context.stay,
      total: price.total,
      knownAt: context.nowAt,
      timeZone: context.timeZone,
    })
  return price && policy ? toRoomRate(rate, price, { policy, context }) : null
}

/** True when our deposit pays. Type `now` needs the guest's card, and type `hotel` is paid by the guest at the hotel. */
function isOurs({ type, is_need_credit_card_data: needsCard }: PaymentType): boolean {
  return type === 'deposit' && needsCard !== true
}

function toRoomRate(
  rate: RateHawkRate,
  price: RatePrice,
  { policy, context: { occupancy } }: { readonly policy: RoomRate['policy']; readonly context: RateContext },
): RoomRate {
  const payload: RatePayload = { bookHash: rate.book_hash ?? '' }
  const beds = (rate.room_data_trans?.beds ?? []).map(toBed)
  return {
    ...PLAIN_TERMS,
    supplierPayload: payload,
    // RateHawk has no room ids: its static data too identifies rooms by name.
    rooms: occupancy.map((party, roomIndex) => ({
      roomIndex,
      occupancy: party,
      providerRoom: { code: rate.room_name, name: rate.room_name, beds },
    })),
    board: boardOf(rate.meal),
    price,
    policy,
    bookingModes: ['INSTANT'],
    holdDeadlineAt: null,
    roomsLeft: rate.allotment ?? null,
    expiresAt: null,
    remarks: [],
  }
}

function toBed({ bed, count }: { bed: string; count: number }): Bed {
  return {
    type: bed.toUpperCase().replace(/[\s-]+/g, '_'),
    count,
  }
}

/** What we are charged, in the contract's currency; the displayed price may be in another. Null when a part cannot be read. */
function mapPrice({ daily_prices }: RateHawkRate, payment: PaymentType): RatePrice | null {
  const currency = payment.currency_code
  const total = readMoney(payment.amount, currency)
  if (!total || total.amountMinor <= 0) return null
  const taxesAndFees = taxesOf(payment)
  if (!taxesAndFees) return null
  return { total, base: null, taxesAndFees, nightly: nightlyOf(daily_prices, payment, total) }
}

/** Nightly prices come in the display currency. They are used only if they add up to what we are charged. */
function nightlyOf(daily: readonly string[], payment: PaymentType, total: Money): Money[] | null {
  if (payment.show_currency_code !== total.currency) return null
  const nights = daily.map((amount) => readMoney(amount, total.currency))
  const known = nights.filter((night) => night !== null && night.amountMinor >= 0)
  return known.length === nights.length && sumOf(nights)?.amountMinor === total.amountMinor
    ? nights.filter((night) => night !== null)
    : null
}

/**
 * The taxes of a rate. Null when a tax that is paid at the hotel cannot be read: leaving it out would make the rate look cheaper.
 */
function taxesOf({ tax_data }: PaymentType): TaxOrFee[] | null {
  const taxes: TaxOrFee[] = []
  for (const { name, included_by_supplier: included, amount, currency_code } of tax_data?.taxes ?? []) {
    const money = readMoney(amount, currency_code)
    const isReadable = money !== null && money.amountMinor >= 0
    if (!isReadable && !included) return null
    if (isReadable && money.amountMinor > 0)
      taxes.push({
        description: titleOf(name),
        kind: 'TAX',
        included,
        due: included ? 'AT_BOOKING' : 'AT_PROPERTY',
        amount: money,
      })
  }
  return taxes
}

/** Turns `city_tax` into "City tax". */
function titleOf(name: string): string {
  const words = name.replaceAll(/[_-]+/g, ' ').trim()
  return words === '' ? 'Tax' : words.charAt(0).toUpperCase() + words.slice(1)
}

/** Our codes for RateHawk's meals. It has dozens; a meal that is not listed keeps its name and gets no code. */
const BOARDS: readonly (readonly [RegExp, BoardCode, string])[] = [
  [/all-inclusive/, 'AI', 'All inclusive'],
  [/full-board/, 'FB', 'Full board'],
  [/half-board/, 'HB', 'Half board'],
  [/breakfast/, 'BB', 'Bed and breakfast'],
  [/^nomeal$/, 'RO', 'Room only'],
]

function boardOf(meal: string | undefined): Board {
  const known = BOARDS.find(([pattern]) => pattern.test(meal ?? ''))
  return known ? { code: known[1], name: known[2] } : { code: null, name: titleOf(meal ?? 'Meals not told') }
}
