import type { Occupancy } from '../../domain/occupancy.ts'
import type { Bed, RatePrice, RoomRate } from '../../domain/rate.ts'
import type { SellingTerms } from '../../domain/selling.ts'
import type { Stay } from '../../domain/stay.ts'
import type { Instant } from '../../domain/time.ts'
import { mapBoard } from './map-board.ts'
import { mapNoShow, noShowRemarks } from './map-no-show.ts'
import { mapPolicy } from './map-policy.ts'
import { mapPrice } from './map-price.ts'
import { mapTerms } from './map-terms.ts'
import { roomCode } from './room-code.ts'
import { type PaymentType, type RateHawkRate, type RatePayload, rateSchema } from './schema.ts'

type RateContext = {
  readonly stay: Stay
  readonly occupancy: Occupancy
  readonly timeZone: string | null
  readonly nowAt: Instant
}

/**
 * Maps a rate for all rooms of the request. Undefined when it can only be paid with a guest's card at RateHawk, null when anything
 * that money or dates depend on cannot be read. Rates for packages, and those that are paid at the hotel, say so.
 */
export function mapRate(raw: unknown, context: RateContext): RoomRate | null | undefined {
  const parsed = rateSchema.safeParse(raw)
  if (!parsed.success) return null
  const rate = parsed.data
  const payments = rate.payment_options.payment_types
  const payment = payments.find(isOurs) ?? payments.find(({ type }) => type === 'hotel')
  if (!payment) return undefined
  const price = mapPrice(rate, payment)
  const terms = mapTerms(rate, payment)
  const policy =
    price &&
    mapPolicy(payment.cancellation_penalties, {
      stay: context.stay,
      total: price.total,
      knownAt: context.nowAt,
      timeZone: context.timeZone,
      noShow: mapNoShow(rate.no_show, { ...context, currency: price.total.currency }),
    })
  return price && policy && terms ? toRoomRate(rate, { price, policy, terms }, context.occupancy) : null
}

/** True when our deposit pays. Type `now` needs the guest's card, and type `hotel` is paid by the guest at the hotel. */
function isOurs({ type, is_need_credit_card_data: needsCard }: PaymentType): boolean {
  return type === 'deposit' && needsCard !== true
}

type Mapped = { readonly price: RatePrice; readonly policy: RoomRate['policy']; readonly terms: SellingTerms }

function toRoomRate(rate: RateHawkRate, { price, policy, terms }: Mapped, occupancy: Occupancy): RoomRate {
  const payload: RatePayload = { bookHash: rate.book_hash ?? '' }
  const beds = (rate.room_data_trans?.beds ?? []).map(toBed)
  return {
    ...terms,
    supplierPayload: payload,
    rooms: occupancy.map((party, roomIndex) => ({
      roomIndex,
      occupancy: party,
      providerRoom: { code: rate.rg_ext ? roomCode(rate.rg_ext) : rate.room_name, name: rate.room_name, beds },
    })),
    board: mapBoard(rate, occupancy),
    price,
    policy,
    bookingModes: ['INSTANT'],
    holdDeadlineAt: null,
    roomsLeft: rate.allotment ?? null,
    expiresAt: null,
    remarks: noShowRemarks(rate.no_show, price.total.currency),
  }
}

function toBed({ bed, count }: { bed: string; count: number }): Bed {
  return {
    type: bed.toUpperCase().replace(/[\s-]+/g, '_'),
    count,
  }
}
