import { type CancellationPolicy, freeCancellationUntil } from '../../domain/cancellation.ts'
import type { Occupancy } from '../../domain/occupancy.ts'
import type { Bed, BookingMode, RatePrice, RoomRate } from '../../domain/rate.ts'
import { PLAIN_TERMS, type SellingTerms } from '../../domain/selling.ts'
import type { Stay } from '../../domain/stay.ts'
import { type Instant, parseRfc3339 } from '../../domain/time.ts'
import { mapBoard } from './map-board.ts'
import { mapPolicy } from './map-policy.ts'
import { mapPrice, pricingOfRooms } from './map-price.ts'
import { isPaidAtProperty, mapSale } from './map-sale.ts'
import { type RapidRate, type RatePayload, rateSchema } from './schema.ts'
import { isFollowable } from './send.ts'

type RateContext = {
  readonly propertyId: string
  readonly room: { readonly id: string; readonly name: string }
  readonly stay: Stay
  readonly occupancy: Occupancy
  readonly timeZone: string | null
  readonly nowAt: Instant
  /** How long the supplier keeps a hold under this contract. */
  readonly holdWindowMs: number
  /** True for accounts whose rates never say whether they can be held. */
  readonly holdWithoutFlag?: boolean
  /** The language that names are in: only English ones are understood. */
  readonly language?: string
}

/** Rapid sends this number when it does not know how many rooms are left. */
const UNKNOWN_ROOMS = 2_147_483_647

/** One room rate for each bed group of a rate; null when anything that money or dates depend on cannot be read. */
export function mapRate(raw: unknown, context: RateContext): RoomRate[] | null {
  const parsed = rateSchema.safeParse(raw)
  if (!parsed.success) return null
  const rate = parsed.data
  if (rate.status === 'sold_out') return []
  const price = mapPrice(rate.occupancy_pricing, context.occupancy)
  const policy = price && mapPolicy(rate, policyContext(context, price))
  const sale = mapSale(rate, pricingOfRooms(rate.occupancy_pricing, context.occupancy) ?? [], context.timeZone)
  if (!price || !policy || !sale) return null
  const groups = Object.values(rate.bed_groups).filter(({ links }) => isFollowable(links.price_check.href))
  return groups.length === 0 ? null : groups.map((group) => toRoomRate(rate, group, { price, policy, sale, context }))
}

function policyContext({ stay, occupancy, nowAt, timeZone }: RateContext, price: RatePrice) {
  return {
    stay,
    price,
    rooms: occupancy.length,
    knownAt: nowAt,
    timeZone,
  }
}

type BedGroup = RapidRate['bed_groups'][string]

interface RateParts {
  readonly price: RatePrice
  readonly policy: CancellationPolicy
  readonly sale: Partial<SellingTerms>
  readonly context: RateContext
}

function toRoomRate(rate: RapidRate, group: BedGroup, { price, policy, sale, context }: RateParts): RoomRate {
  const payload: RatePayload = {
    propertyId: context.propertyId,
    roomId: context.room.id,
    rateId: rate.id,
    bedGroupId: group.id,
    priceCheckHref: group.links.price_check.href,
    bookHref: null,
    holdable: rate.holdable ?? (context.holdWithoutFlag === true && rate.refundable),
    paidAtProperty: isPaidAtProperty(rate),
    terms: {
      refundable: rate.refundable,
      cancel_penalties: rate.cancel_penalties,
      nonrefundable_date_ranges: rate.nonrefundable_date_ranges,
      ...(rate.current_refundability ? { current_refundability: rate.current_refundability } : {}),
    },
    knownAt: context.nowAt,
  }
  const expires = group.links.price_check.expires
  return {
    ...PLAIN_TERMS,
    ...sale,
    supplierPayload: payload,
    rooms: context.occupancy.map((occupancy, roomIndex) => ({
      roomIndex,
      occupancy,
      providerRoom: { code: context.room.id, name: context.room.name, beds: group.configuration.map(toBed) },
    })),
    board: mapBoard(rate, {
      occupancy: context.occupancy,
      isEnglish: (context.language ?? 'en') === 'en',
    }),
    price,
    policy,
    ...holdOf(payload, policy, context),
    roomsLeft: rate.available_rooms === UNKNOWN_ROOMS ? null : (rate.available_rooms ?? null),
    expiresAt: expires === undefined ? null : parseRfc3339(expires),
    remarks: [],
  }
}

/**
 * Holds are possible for a single room on a rate with free cancellation, and end with the free period at the latest: otherwise a
 * penalty could be due for a booking that was never confirmed.
 */
export function holdOf(
  { holdable }: RatePayload,
  policy: CancellationPolicy,
  { occupancy, nowAt, holdWindowMs }: Pick<RateContext, 'occupancy' | 'nowAt' | 'holdWindowMs'>,
): { readonly bookingModes: readonly BookingMode[]; readonly holdDeadlineAt: Instant | null } {
  const freeUntilAt = freeCancellationUntil(policy, nowAt)
  if (!holdable || occupancy.length !== 1 || freeUntilAt === null)
    return { bookingModes: ['INSTANT'], holdDeadlineAt: null }
  return { bookingModes: ['INSTANT', 'HOLD'], holdDeadlineAt: Math.min(nowAt + holdWindowMs, freeUntilAt) }
}

function toBed({ type, size, quantity }: BedGroup['configuration'][number]): Bed {
  return {
    type: (/sofa/i.test(type) ? 'SOFA_BED' : size).toUpperCase().replace(/[\s-]+/g, '_'),
    count: quantity,
  }
}
