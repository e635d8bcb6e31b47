import type { Money } from '../../domain/money.ts'
import type { Occupancy } from '../../domain/occupancy.ts'
import type { RatePrice, RoomRate, TaxOrFee } from '../../domain/rate.ts'
import type { SellingTerms } from '../../domain/selling.ts'
import type { Stay } from '../../domain/stay.ts'
import type { Instant } from '../../domain/time.ts'
import { readMoney, sumOf } from '../amounts.ts'
import { plainText } from '../plain-text.ts'
import { boardOf } from './map-board.ts'
import { mapPolicy } from './map-policy.ts'
import { mapSelling, type OfferSale } from './map-selling.ts'
import type { LiteApiRate, RatePayload } from './schema.ts'

export type OfferContext = {
  readonly stay: Stay
  readonly occupancy: Occupancy
  readonly timeZone: string | null
  readonly configuredZone: string | null
  readonly nowAt: Instant
  /** True: the connection sells in closed user groups only, whom no lowest public price binds. */
  readonly closedUserGroup: boolean
}

type Offer = {
  readonly payload: RatePayload
  readonly name: string | null
  readonly rates: readonly LiteApiRate[]
  /** The total of the whole offer, when the offer states it. */
  readonly total: Money | null
  readonly sale: OfferSale
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
  const { closedUserGroup } = context
  const selling = mapSelling(told, offer.sale, { currency: price.total.currency, closedUserGroup })
  return policy && selling && toRoomRate(offer, told, { price, policy, selling, context })
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
  readonly selling: SellingTerms
  readonly context: OfferContext
}

function toRoomRate(
  { payload, name }: Offer,
  rates: readonly LiteApiRate[],
  { price, policy, selling, context: { occupancy } }: RateParts,
): RoomRate {
  const remarks = [...new Set(rates.map(({ remarks: html }) => plainText(html)))]
  return {
    ...selling,
    supplierPayload: payload,
    rooms: occupancy.map((party, roomIndex) => ({
      roomIndex,
      occupancy: party,
      providerRoom: {
        code: codeOf(rates[roomIndex], payload),
        name: rates[roomIndex]?.name || name || '',
        beds: [],
      },
    })),
    board: boardOf(rates, occupancy),
    price,
    policy,
    bookingModes: ['INSTANT'],
    holdDeadlineAt: null,
    roomsLeft: null,
    expiresAt: null,
    remarks: remarks.filter((text) => text !== ''),
  }
}

/**
 * The room of LiteAPI's content, which the catalogue maps. Without it the code is that of the offer, by which no content has a room:
 * it identifies the room in this answer only.
 */
function codeOf(rate: LiteApiRate | undefined, { roomTypeId }: RatePayload): string {
  return rate?.mappedRoomId == null ? roomTypeId : String(rate.mappedRoomId)
}
