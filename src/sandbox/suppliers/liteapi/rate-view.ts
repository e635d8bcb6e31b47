import { type Money, toDecimal } from '../../../domain/money.ts'
import type { Instant } from '../../../domain/time.ts'
import type { CancelTerms } from '../stock/cancel-terms.ts'
import type { Offer, StockRequest } from '../stock/offer.ts'
import { penaltyPoints } from '../stock/penalty-points.ts'
import { type RoomPrice, totalMinor } from '../stock/room-price.ts'

/** LiteAPI writes amounts as JSON numbers. */
export function amountView(amount: Money): { amount: number; currency: string } {
  return {
    amount: Number(toDecimal(amount)),
    currency: amount.currency,
  }
}

const BOARD_NAMES: Readonly<Record<string, string>> = { RO: 'Room Only', BB: 'Bed & Breakfast' }
export function boardNameOf(board: string): string {
  return BOARD_NAMES[board] ?? board
}

function gmt(at: Instant): string {
  return new Date(at).toISOString().slice(0, 19).replace('T', ' ')
}

/** The amount charged from each time on. A rate that charges the full price states it as a percentage. */
export function policiesView(cancel: CancelTerms, prices: readonly RoomPrice[], refundable: boolean): object {
  const total = prices.reduce((sum, price) => sum + totalMinor(price), 0)
  const currency = prices[0]?.currency ?? 'USD'
  return {
    cancelPolicyInfos: penaltyPoints(cancel, prices).map(({ fromAt, amountMinor }) => ({
      cancelTime: gmt(fromAt),
      ...(amountMinor === total
        ? { amount: 100, type: 'percent', currency }
        : { ...amountView({ amountMinor, currency }), type: 'amount' }),
      timezone: 'GMT',
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

/** One numbered rate per room of the request. */
export function ratesView({ prices, room, plan, cancel }: Offer, { parties }: StockRequest): object[] {
  return prices.map((price, index) => {
    const party = parties[index] ?? { adults: 0, childAges: [] }
    return {
      rateId: `${plan.ratePlanCode}-${index + 1}`,
      occupancyNumber: index + 1,
      name: room.name,
      maxOccupancy: room.maxOccupancy,
      adultCount: party.adults,
      childCount: party.childAges.length,
      childrenAges: party.childAges,
      boardType: plan.board,
      boardName: boardNameOf(plan.board),
      remarks: '<p>Check-in from 15:00.</p>',
      priceType: 'commission',
      retailRate: {
        total: [amountView({ amountMinor: totalMinor(price), currency: price.currency })],
        taxesAndFees: taxesView(price),
      },
      cancellationPolicies: policiesView(cancel, [price], plan.refundable),
      paymentTypes: ['NUITEE_PAY'],
    }
  })
}
