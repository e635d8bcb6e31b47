import { type Money, toDecimal } from '../../../domain/money.ts'
import type { Instant } from '../../../domain/time.ts'
import type { SandboxDeps } from '../exchange.ts'
import type { CancelTerms } from '../stock/cancel-terms.ts'
import type { Offer, StockRequest } from '../stock/offer.ts'
import { penaltyPoints } from '../stock/penalty-points.ts'
import { type RoomPrice, totalMinor } from '../stock/room-price.ts'
import { type Awkward, awkwardOf } from './awkward.ts'
import type { Sale } from './offer-token.ts'

/** LiteAPI writes amounts as JSON numbers. */
export function amountView(amount: Money): { amount: number; currency: string } {
  return {
    amount: Number(toDecimal(amount)),
    currency: amount.currency,
  }
}

const BOARD_NAMES: Readonly<Record<string, string>> = {
  RO: 'Room Only',
  BB: 'Bed & Breakfast',
  BI: 'Breakfast Included',
  BB1: 'Breakfast for 1',
  BB2: 'Breakfast for 2',
}
export function boardNameOf(board: string): string {
  return BOARD_NAMES[board] ?? board
}

function gmt(at: Instant): string {
  return new Date(at).toISOString().slice(0, 19).replace('T', ' ')
}

/** The amount charged from each time on. A rate that charges the full price states it as a percentage. */
export function policiesView(
  cancel: CancelTerms,
  prices: readonly RoomPrice[],
  { refundable, deadline = 'ZONED' }: { readonly refundable: boolean; readonly deadline?: Awkward['deadline'] },
): object {
  const total = prices.reduce((sum, price) => sum + totalMinor(price), 0)
  const currency = prices[0]?.currency ?? 'USD'
  return {
    cancelPolicyInfos: penaltyPoints(cancel, prices).map(({ fromAt, amountMinor }) => ({
      cancelTime: deadline === 'DATE' ? gmt(fromAt).slice(0, 10) : gmt(fromAt),
      ...(amountMinor === total
        ? { amount: 100, type: 'percent', currency }
        : { ...amountView({ amountMinor, currency }), type: 'amount' }),
      timezone: deadline === 'ZONED' ? 'GMT' : '',
    })),
    hotelRemarks: [],
    refundableTag: refundable ? 'RFN' : 'NRFN',
  }
}

function taxesView(price: RoomPrice): object[] {
  const taxMinor = price.nights.reduce((sum, night) => sum + night.taxMinor, 0)
  const included = {
    included: true,
    description: 'Tax',
    ...amountView({ amountMinor: taxMinor, currency: price.currency }),
  }
  return price.dueAtProperty
    ? [included, { included: false, description: 'City tax', ...amountView(price.dueAtProperty) }]
    : [included]
}

/** The lowest price at which the whole offer may be shown in public. */
export function suggestedView({ prices }: Offer, awkward: Awkward | null): object | null {
  if (!awkward?.suggested) return null
  const { permille, source } = awkward.suggested
  const amountMinor = Math.round((prices.reduce((sum, price) => sum + totalMinor(price), 0) * permille) / 1_000)
  return { ...amountView({ amountMinor, currency: prices[0]?.currency ?? 'USD' }), source }
}

/** What of the price is our account's own commission. */
export function commissionView({ prices }: Offer, margin: number): { amount: number; currency: string } {
  const total = prices.reduce((sum, price) => sum + totalMinor(price), 0)
  const net = Math.round(total / (1 + margin / 100))
  return amountView({ amountMinor: total - net, currency: prices[0]?.currency ?? 'USD' })
}

/** One numbered rate per room of the request. */
export function ratesView(
  deps: Pick<SandboxDeps, 'stock'>,
  { offer, request: { parties } }: { readonly offer: Offer; readonly request: StockRequest },
  { variant, margin, roomMapping }: Sale,
): object[] {
  const { prices, room, plan, cancel } = offer
  const awkward = awkwardOf(deps, offer)
  const suggested = awkward?.suggested?.form === 'RATE' ? suggestedView(offer, awkward) : null
  const boardType = awkward?.boardType ?? plan.board
  return prices.map((price, index) => {
    const party = parties[index] ?? { adults: 0, childAges: [] }
    return {
      rateId: `${plan.ratePlanCode}-${index + 1}`,
      occupancyNumber: index + 1,
      name: room.name,
      ...(roomMapping ? { mappedRoomId: room.mappedRoomId ?? null } : {}),
      maxOccupancy: room.maxOccupancy,
      adultCount: party.adults,
      childCount: party.childAges.length,
      childrenAges: party.childAges,
      boardType,
      boardName: boardNameOf(boardType),
      remarks: '<p>Check-in from 15:00.</p>',
      priceType: 'commission',
      commission: [commissionView({ ...offer, prices: [price] }, margin)],
      retailRate: {
        total: [amountView({ amountMinor: totalMinor(price), currency: price.currency })],
        taxesAndFees: taxesView(price),
        ...(suggested ? { suggestedSellingPrice: [suggested] } : {}),
        ...(awkward?.promotions.length ? { promotions: awkward.promotions } : {}),
      },
      cancellationPolicies: policiesView(cancel, [price], {
        refundable: plan.refundable,
        ...(awkward ? { deadline: awkward.deadline } : {}),
      }),
      paymentTypes: variant === 'PROPERTY_PAY' ? ['PROPERTY_PAY'] : ['NUITEE_PAY', 'PROPERTY_PAY'],
      ...(awkward?.perks.length ? { perks: awkward.perks } : {}),
    }
  })
}
