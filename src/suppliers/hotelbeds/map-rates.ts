import type { Money } from '../../domain/money.ts'
import type { Occupancy } from '../../domain/occupancy.ts'
import { occupancyKey } from '../../domain/occupancy.ts'
import type { Board, BoardCode, RatePrice, RateRoom, RoomRate, TaxOrFee } from '../../domain/rate.ts'
import { PLAIN_TERMS } from '../../domain/selling.ts'
import type { Stay } from '../../domain/stay.ts'
import type { Instant } from '../../domain/time.ts'
import { readMoney, sumOf } from '../amounts.ts'
import { mapPolicy } from './map-policy.ts'
import { type PartyGroup, partyGroups, partyKeyOf } from './occupancy.ts'
import { type HotelbedsHotel, type HotelbedsRate, type RatePayload, rateSchema } from './schema.ts'

type RateContext = {
  readonly stay: Stay
  readonly occupancy: Occupancy
  readonly timeZone: string | null
  readonly nowAt: Instant
}

/** A rate for one kind of party, with its room. */
type Part = {
  readonly group: PartyGroup
  readonly roomCode: string
  readonly roomName: string
  readonly rate: HotelbedsRate
}

type MappedRates = { readonly rates: readonly RoomRate[]; readonly droppedRates: number }

/**
 * The options of a hotel for the whole request. Hotelbeds prices different parties separately. Rates of the same board and class
 * that together serve every party are combined: in the same room where possible, else each party's cheapest rate.
 */
export function mapRates(hotel: HotelbedsHotel, context: RateContext): MappedRates {
  const groups = partyGroups(context.occupancy)
  const { parts, droppedRates } = readParts(hotel, groups)
  let dropped = droppedRates
  const rates = combinations(parts, groups).flatMap((combined) => {
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
      else if (isSellable(parsed.data)) parts.push({ group, roomCode: code, roomName: name, rate: parsed.data })
    }
  return { parts, droppedRates }
}

/**
 * True for rates that we pay and that are sold on their own. We cannot sell rates that the guest pays at the hotel, or package
 * rates.
 */
function isSellable({ paymentType, packaging }: HotelbedsRate): boolean {
  return (paymentType ?? 'AT_WEB') === 'AT_WEB' && packaging !== true
}

function netOf({ rate }: Part): number {
  return Number(rate.net)
}

function combinations(parts: readonly Part[], groups: readonly PartyGroup[]): Part[][] {
  if (groups.length === 1) return parts.map((part) => [part])
  const alike = Map.groupBy(parts, ({ rate }) => `${rate.boardCode}|${rate.rateClass ?? ''}`)
  return [...alike.values()].flatMap((bucket) => {
    const rooms = [...Map.groupBy(bucket, ({ roomCode }) => roomCode).values()]
    const sameRoom = rooms.flatMap((some) => cheapestOfEach(some, groups) ?? [])
    const best = cheapestOfEach(bucket, groups)?.[0]
    const isNew = best && !sameRoom.some((one) => one.every((part, index) => part === best[index]))
    return isNew ? [...sameRoom, best] : sameRoom
  })
}

/** The cheapest rate for each party; null when a party has none. */
function cheapestOfEach(parts: readonly Part[], groups: readonly PartyGroup[]): Part[][] | null {
  const chosen = groups.map((group) =>
    parts
      .filter((part) => part.group === group)
      .reduce<Part | null>((best, part) => (best && netOf(best) <= netOf(part) ? best : part), null),
  )
  const found = chosen.filter((part) => part !== null)
  return found.length === groups.length ? [found] : null
}

function toRoomRate(parts: readonly Part[], currency: string, context: RateContext): RoomRate | null {
  const rates = parts.map(({ rate }) => rate)
  const price = mapPrice(rates, currency)
  const policy =
    price &&
    mapPolicy(rates, { stay: context.stay, total: price.total, knownAt: context.nowAt, timeZone: context.timeZone })
  const [first] = rates
  if (!first || !price || !policy) return null
  const payload: RatePayload = {
    parts: parts.map(({ rate, roomCode, group }) => ({
      rateKey: rate.rateKey,
      roomCode,
      roomIndexes: [...group.roomIndexes],
    })),
    boardCode: first.boardCode,
  }
  const comments = [...new Set(rates.map(({ rateComments }) => rateComments?.trim() ?? ''))]
  return {
    ...PLAIN_TERMS,
    supplierPayload: payload,
    rooms: roomsOf(parts, context.occupancy),
    board: boardOf(first),
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

/** The price of the combined rates. Null when a part of it cannot be read: such a rate is never sold. */
function mapPrice(rates: readonly HotelbedsRate[], currency: string): RatePrice | null {
  const total = sumOf(rates.map(({ net }) => positive(readMoney(net, currency))))
  const taxes = rates.map(taxesOf)
  const taxesAndFees = taxes.flatMap((one) => one ?? [])
  if (!total || taxes.some((one) => one === null)) return null
  return { total, base: null, taxesAndFees, nightly: null }
}

function positive(amount: Money | null): Money | null {
  return amount && amount.amountMinor > 0 ? amount : null
}

/**
 * The taxes of a rate. Null when a tax that is paid at the hotel cannot be read: leaving it out would make the rate look cheaper.
 */
function taxesOf({ taxes }: HotelbedsRate): TaxOrFee[] | null {
  const read: TaxOrFee[] = []
  for (const { included, amount, currency, type } of taxes?.taxes ?? []) {
    const money = amount === undefined || currency === undefined ? null : readMoney(amount, currency)
    const readable = money !== null && money.amountMinor >= 0
    if (!readable && !included) return null
    if (readable && money.amountMinor > 0)
      read.push({
        description: type === 'FEE' ? 'Fee' : 'Taxes and fees',
        kind: type === 'FEE' ? 'SERVICE_FEE' : 'TAXES_AND_FEES',
        included,
        due: included ? 'AT_BOOKING' : 'AT_PROPERTY',
        amount: money,
      })
  }
  return read
}

/** Our codes for Hotelbeds' boards. A board that is not listed keeps its name and gets no code. */
const BOARD_CODES: Readonly<Record<string, BoardCode>> = {
  RO: 'RO',
  SC: 'RO',
  BB: 'BB',
  AB: 'BB',
  CB: 'BB',
  DB: 'BB',
  HB: 'HB',
  FB: 'FB',
  AI: 'AI',
  AS: 'AI',
  TI: 'AI',
}

const NAMES: Readonly<Record<BoardCode, string>> = {
  RO: 'Room only',
  BB: 'Bed and breakfast',
  HB: 'Half board',
  FB: 'Full board',
  AI: 'All inclusive',
}

function boardOf({ boardCode, boardName }: HotelbedsRate): Board {
  const code = BOARD_CODES[boardCode] ?? null
  return { code, name: code ? NAMES[code] : boardName || boardCode }
}
