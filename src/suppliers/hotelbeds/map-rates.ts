import type { Occupancy } from '../../domain/occupancy.ts'
import { occupancyKey } from '../../domain/occupancy.ts'
import type { RateRoom, RoomRate } from '../../domain/rate.ts'
import type { Stay } from '../../domain/stay.ts'
import type { Instant } from '../../domain/time.ts'
import { plainText } from '../plain-text.ts'
import type { PricingModel } from './connection.ts'
import { boardOf } from './map-board.ts'
import { mapPolicy } from './map-policy.ts'
import { costOf, mapPrice } from './map-price.ts'
import { mapSelling } from './map-selling.ts'
import { type PartyGroup, partyGroups, partyKeyOf } from './occupancy.ts'
import { type HotelbedsHotel, type HotelbedsRate, type RatePayload, rateSchema } from './schema.ts'

export type RateContext = {
  readonly stay: Stay
  readonly occupancy: Occupancy
  readonly timeZone: string | null
  readonly nowAt: Instant
  readonly pricing: PricingModel
}

/** A rate for one kind of party, with its room. */
type Part = {
  readonly group: PartyGroup
  readonly roomCode: string
  readonly roomName: string
  readonly rate: HotelbedsRate
}

type CostOf = (part: Part) => number

type MappedRates = { readonly rates: readonly RoomRate[]; readonly droppedRates: number }

/**
 * The options of a hotel for the whole request. Hotelbeds prices different parties separately. Rates of the same board and class
 * that together serve every party are combined: in the same room where possible, else each party's cheapest rate.
 */
export function mapRates(hotel: HotelbedsHotel, context: RateContext): MappedRates {
  const groups = partyGroups(context.occupancy)
  const { parts, droppedRates } = readParts(hotel, groups)
  function costOfPart({ rate }: Part): number {
    return costOf(rate, hotel.currency, context.pricing)?.amountMinor ?? Number.POSITIVE_INFINITY
  }
  let dropped = droppedRates
  const rates = combinations(parts, groups, costOfPart).flatMap((combined) => {
    const rate = toRoomRate(combined, hotel.currency, context)
    if (!rate) dropped += 1
    return rate ?? []
  })
  return { rates, droppedRates: dropped }
}

function readParts(hotel: HotelbedsHotel, groups: readonly PartyGroup[]): { parts: Part[]; droppedRates: number } {
  const byParty = new Map(groups.map((group) => [occupancyKey([group.party]), group]))
  const parts: Part[] = []
  let droppedRates = 0
  for (const { code, name, rates } of hotel.rooms)
    for (const raw of rates) {
      const parsed = rateSchema.safeParse(raw)
      const group = parsed.success ? byParty.get(partyKeyOf(parsed.data) ?? '') : undefined
      if (!parsed.success || !group || parsed.data.rooms !== group.roomIndexes.length) droppedRates += 1
      else parts.push({ group, roomCode: code, roomName: name, rate: parsed.data })
    }
  return { parts, droppedRates }
}

/** How a rate is sold: those that differ in it are never booked together, lest one spoil the other. */
function saleOf({ rate: { boardCode, rateClass, paymentType, packaging, resident } }: Part): string {
  return [boardCode, rateClass ?? '', paymentType ?? 'AT_WEB', packaging === true, resident === true].join('|')
}

function combinations(parts: readonly Part[], groups: readonly PartyGroup[], costOfPart: CostOf): Part[][] {
  if (groups.length === 1) return parts.map((part) => [part])
  const alike = Map.groupBy(parts, saleOf)
  return [...alike.values()].flatMap((bucket) => {
    const rooms = [...Map.groupBy(bucket, ({ roomCode }) => roomCode).values()]
    const sameRoom = rooms.flatMap((some) => cheapestOfEach(some, groups, costOfPart) ?? [])
    const best = cheapestOfEach(bucket, groups, costOfPart)?.[0]
    const isNew = best && !sameRoom.some((one) => one.every((part, index) => part === best[index]))
    return isNew ? [...sameRoom, best] : sameRoom
  })
}

/** The cheapest rate for each party; null when a party has none. */
function cheapestOfEach(parts: readonly Part[], groups: readonly PartyGroup[], costOfPart: CostOf): Part[][] | null {
  const chosen = groups.map((group) =>
    parts
      .filter((part) => part.group === group)
      .reduce<Part | null>((best, part) => (best && costOfPart(best) <= costOfPart(part) ? best : part), null),
  )
  const found = chosen.filter((part) => part !== null)
  return found.length === groups.length ? [found] : null
}

function toRoomRate(parts: readonly Part[], currency: string, context: RateContext): RoomRate | null {
  const rates = parts.map(({ rate }) => rate)
  const price = mapPrice(rates, currency, context.pricing)
  const selling = mapSelling(rates, currency, context.pricing)
  const policy =
    price &&
    mapPolicy(rates, {
      stay: context.stay,
      total: price.total,
      knownAt: context.nowAt,
      timeZone: context.timeZone,
      pricing: context.pricing,
    })
  const [first] = rates
  if (!first || !price || !policy || !selling) return null
  const payload: RatePayload = {
    parts: parts.map(({ rate, roomCode, group }) => ({
      rateKey: rate.rateKey,
      needsCheck: rate.rateType !== 'BOOKABLE',
      roomCode,
      roomIndexes: [...group.roomIndexes],
    })),
    boardCode: first.boardCode,
  }
  const comments = [...new Set(rates.map(({ rateComments }) => plainText(rateComments ?? '')))]
  return {
    ...selling,
    supplierPayload: payload,
    rooms: roomsOf(parts, context.occupancy),
    board: boardOf(
      first,
      parts.map(({ group }) => group.party),
    ),
    price,
    policy,
    bookingModes: ['INSTANT'],
    holdDeadlineAt: null,
    roomsLeft: roomsLeft(rates),
    expiresAt: null,
    remarks: comments.filter((text) => text !== ''),
  }
}

function roomsOf(parts: readonly Part[], occupancy: Occupancy): RateRoom[] {
  return occupancy.flatMap((party, roomIndex) => {
    const part = parts.find(({ group }) => group.roomIndexes.includes(roomIndex))
    return part
      ? [{ roomIndex, occupancy: party, providerRoom: { code: part.roomCode, name: part.roomName, beds: [] } }]
      : []
  })
}

function roomsLeft(rates: readonly HotelbedsRate[]): number | null {
  const known = rates.map(({ allotment }) => allotment).filter((count) => count !== undefined)
  return known.length === rates.length ? Math.min(...known) : null
}

/** The checked rate of a kind of party: the same room and board where the answer has it, else what Hotelbeds offers instead. */
function checkedPart(hotel: HotelbedsHotel, group: PartyGroup, asked: AskedPart): Part | null {
  const { parts } = readParts(hotel, [group])
  const same = parts.filter(({ rate }) => rate.boardCode === asked.boardCode)
  return same.find(({ roomCode }) => roomCode === asked.roomCode) ?? same[0] ?? parts[0] ?? null
}

export type AskedPart = {
  readonly roomCode: string
  readonly boardCode: string
  readonly roomIndexes: readonly number[]
}

/**
 * The rate that the answers to a check of each of its keys make together. Null when one cannot be read. PARTED: the parts are no
 * longer one option, as they have boards or currencies of their own.
 */
export function joinChecked(
  answers: readonly { readonly hotel: HotelbedsHotel; readonly asked: AskedPart }[],
  context: RateContext,
): RoomRate | null | 'PARTED' {
  const groups = partyGroups(context.occupancy)
  const found = answers.map(({ hotel, asked }) => {
    const group = groups.find(({ roomIndexes }) => roomIndexes.some((index) => asked.roomIndexes.includes(index)))
    return group ? checkedPart(hotel, group, asked) : null
  })
  const parts = found.filter((part) => part !== null)
  const [first] = answers
  if (!first || parts.length < answers.length) return null
  const currencies = new Set(answers.map(({ hotel }) => hotel.currency))
  if (currencies.size > 1 || new Set(parts.map(({ rate }) => rate.boardCode)).size > 1) return 'PARTED'
  return toRoomRate(parts, first.hotel.currency, context)
}
