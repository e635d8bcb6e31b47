import type { Money } from '../../domain/money.ts'
import type { Occupancy } from '../../domain/occupancy.ts'
import type { Board, BoardCode, RatePrice, RoomRate, TaxOrFee } from '../../domain/rate.ts'
import { PLAIN_TERMS } from '../../domain/selling.ts'
import type { Stay } from '../../domain/stay.ts'
import type { Instant } from '../../domain/time.ts'
import { readMoney, sumOf } from '../amounts.ts'
import { plainText } from '../plain-text.ts'
import { mapPolicy } from './map-policy.ts'
import type { LiteApiRate, RatePayload } from './schema.ts'

export type OfferContext = {
  readonly stay: Stay
  readonly occupancy: Occupancy
  readonly timeZone: string | null
  readonly configuredZone: string | null
  readonly nowAt: Instant
}

type Offer = {
  readonly payload: RatePayload
  readonly name: string | null
  readonly rates: readonly LiteApiRate[]
  /** The total of the whole offer, when the offer states it. */
  readonly total: Money | null
}

/** Maps an offer for all rooms of the request; null when anything that money or dates depend on cannot be read. */
export function mapOffer(offer: Offer, context: OfferContext): RoomRate | null {
  const rates = context.occupancy.map((_, index) =>
    offer.rates.find(({ occupancyNumber }) => occupancyNumber === index + 1),
  )
  const told = rates.filter((rate) => rate !== undefined)
  const prices = told.map(priceOf)
  const price = told.length === rates.length ? mapPrice(offer, told, sumOf(prices)) : null
  if (!price) return null
  const policy = mapPolicy(
    told.map((rate, index) => ({ price: prices[index] ?? price.total, policies: rate.cancellationPolicies })),
    { ...context, total: price.total, knownAt: context.nowAt },
  )
  return policy && toRoomRate(offer, told, { price, policy, context })
}

function priceOf({ retailRate }: LiteApiRate): Money | null {
  const [total] = retailRate.total
  return total ? readMoney(total.amount, total.currency) : null
}

function mapPrice({ total: told }: Offer, rates: readonly LiteApiRate[], sum: Money | null): RatePrice | null {
  const total = told ?? sum
  const taxesAndFees = taxesOf(rates)
  if (!sum || !total || total.amountMinor <= 0 || total.currency !== sum.currency || !taxesAndFees) return null
  return { total, base: null, taxesAndFees, nightly: null }
}

/**
 * The taxes of an offer. Null when a fee that is paid at the hotel cannot be read: leaving it out would make the rate look
 * cheaper.
 */
function taxesOf(rates: readonly LiteApiRate[]): TaxOrFee[] | null {
  const taxes: TaxOrFee[] = []
  for (const { included, description, amount, currency } of rates.flatMap(
    (rate) => rate.retailRate.taxesAndFees ?? [],
  )) {
    const money = readMoney(amount, currency)
    const isReadable = money !== null && money.amountMinor >= 0
    if (!isReadable && !included) return null
    if (isReadable && money.amountMinor > 0)
      taxes.push({
        description: description || 'Taxes and fees',
        kind: 'TAXES_AND_FEES',
        included,
        due: included ? 'AT_BOOKING' : 'AT_PROPERTY',
        amount: money,
      })
  }
  return taxes
}

interface RateParts {
  readonly price: RatePrice
  readonly policy: RoomRate['policy']
  readonly context: OfferContext
}

function toRoomRate(
  { payload, name }: Offer,
  rates: readonly LiteApiRate[],
  { price, policy, context: { occupancy } }: RateParts,
): RoomRate {
  const remarks = [...new Set(rates.map(({ remarks: html }) => plainText(html)))]
  return {
    ...PLAIN_TERMS,
    supplierPayload: payload,
    rooms: occupancy.map((party, roomIndex) => ({
      roomIndex,
      occupancy: party,
      providerRoom: { code: payload.roomTypeId, name: rates[roomIndex]?.name || name || '', beds: [] },
    })),
    board: boardOf(rates[0]),
    price,
    policy,
    bookingModes: ['INSTANT'],
    holdDeadlineAt: null,
    roomsLeft: null,
    expiresAt: null,
    remarks: remarks.filter((text) => text !== ''),
  }
}

const BOARDS: Readonly<Record<string, { readonly code: BoardCode; readonly name: string }>> = {
  RO: { code: 'RO', name: 'Room only' },
  BI: { code: 'BB', name: 'Bed and breakfast' },
  BB: { code: 'BB', name: 'Bed and breakfast' },
  HB: { code: 'HB', name: 'Half board' },
  FB: { code: 'FB', name: 'Full board' },
  AI: { code: 'AI', name: 'All inclusive' },
}

function boardOf(rate: LiteApiRate | undefined): Board {
  return BOARDS[rate?.boardType ?? ''] ?? { code: null, name: rate?.boardName || rate?.boardType || 'Meals not told' }
}
