import type { MappingStatus } from '../../domain/mapping.ts'
import type { SandboxBehaviour } from '../behaviour.ts'
import { behaviourOf, scenarioOf } from '../scenarios.ts'
import { between, chance, hash32, scatter, shuffled } from './hash.ts'
import { imageUrl } from './hotels.ts'
import { contentOfRoom, DUPLEX_FLOOR, DUPLEX_PERMILLE } from './room-content.ts'
import { ROOM_KINDS, type RoomKind } from './room-kinds.ts'
import type { SandboxRatePlan, SandboxServiceRoom, SandboxSupplierHotel, SandboxSupplierRoom } from './types.ts'

const ROOM_ID_BASE = 300_000

/** Every scenario hotel has the same three kinds of room; the last one fits the largest party. */
const SCENARIO_KINDS: readonly string[] = ['standard_double', 'junior_suite', 'family']

/** The kinds of room in a hotel, cheapest first: a standard double or twin, and two to five others. */
function kindsOf(hotelId: number, isScenario: boolean): readonly RoomKind[] {
  if (isScenario) return ROOM_KINDS.filter(({ kind }) => SCENARIO_KINDS.includes(kind))
  const standard = chance(hash32('standard', hotelId), 600) ? 'standard_double' : 'standard_twin'
  const others = shuffled(
    `kinds-${hotelId}`,
    ROOM_KINDS.filter(({ kind }) => kind !== standard),
  )
  const chosen = new Set([
    standard,
    ...others.slice(0, between(hash32('kinds', hotelId), 2, 5)).map(({ kind }) => kind),
  ])
  return ROOM_KINDS.filter(({ kind }) => chosen.has(kind))
}

/**
 * Makes a hotel's rooms. `hotelIndex` is the hotel's index in the catalogue: it makes room ids unique without deriving them from
 * hotel ids.
 */
export function makeServiceRooms(
  hotelId: number,
  hotelIndex: number,
  isScenario: boolean,
): readonly SandboxServiceRoom[] {
  return kindsOf(hotelId, isScenario).map(({ kind, names }) => ({
    roomId: String(
      ROOM_ID_BASE +
        scatter(hotelIndex * ROOM_KINDS.length + ROOM_KINDS.findIndex((room) => room.kind === kind), 7_919),
    ),
    kind,
    names,
    imageUrls: [imageUrl('rooms', hash32('room', hotelId, kind))],
  }))
}

/** The rooms of a hotel that one supplier sells, with its own names: the standard room and one to four others. */
export function makeSupplierRooms(
  listing: SandboxSupplierHotel,
  serviceRooms: readonly SandboxServiceRoom[],
): readonly SandboxSupplierRoom[] {
  const scenario = scenarioOf(listing.supplierCode, listing.supplierHotelId)
  const seed = `${listing.supplierCode}-${listing.supplierHotelId}`
  const kinds = serviceRooms.map(({ kind }) => kind)
  const standardFirst = [
    ...kinds.filter(isStandard),
    ...shuffled(
      seed,
      kinds.filter((kind) => !isStandard(kind)),
    ),
  ]
  const sold = new Set(scenario ? kinds : standardFirst.slice(0, between(hash32('rooms', seed), 2, 5)))
  const hasDuplex =
    !scenario && listing.supplierCode === 'ratehawk' && chance(hash32('high-floor', seed), DUPLEX_PERMILLE)
  return serviceRooms
    .filter(({ kind }) => sold.has(kind))
    .flatMap((room) => {
      const mappingStatus = scenario?.roomMapping ?? mappingOf(hash32('mapping', seed, room.kind))
      const plain = supplierRoom(listing, room, mappingStatus)
      return hasDuplex && sold.size < 5 && room.kind === standardFirst[0]
        ? [plain, asDuplex(listing, room, plain)]
        : [plain]
    })
}

/** The same room by its name and beds, and another one by `floor`, which the catalogue does not know. */
function asDuplex(
  listing: SandboxSupplierHotel,
  { kind }: SandboxServiceRoom,
  plain: SandboxSupplierRoom,
): SandboxSupplierRoom {
  const code = `${plain.roomCode} / ${DUPLEX_FLOOR}`
  return {
    ...plain,
    ...contentOfRoom({ listing, kind: kindNamed(kind), roomCode: code }, { isScenario: false, floor: DUPLEX_FLOOR }),
    roomCode: code,
    pricePermille: plain.pricePermille + 60,
    mappingStatus: 'UNMAPPED',
    roomId: null,
  }
}

function isStandard(kind: string): boolean {
  return kind.startsWith('standard_')
}

function supplierRoom(
  listing: SandboxSupplierHotel,
  room: SandboxServiceRoom,
  mappingStatus: MappingStatus,
): SandboxSupplierRoom {
  const kind = kindNamed(room.kind)
  const behaviour = behaviourOf(listing.supplierCode, listing.supplierHotelId)
  const code = roomCode(listing, kind)
  const isScenario = scenarioOf(listing.supplierCode, listing.supplierHotelId) !== null
  return {
    roomCode: code,
    ...contentOfRoom({ listing, kind, roomCode: code }, { isScenario }),
    name: kind.supplierNames[listing.supplierCode],
    beds: kind.beds,
    maxOccupancy: kind.maxOccupancy,
    pricePermille: kind.pricePermille,
    mappingStatus,
    roomId: mappingStatus === 'MATCHED' ? room.roomId : null,
    ratePlans: ratePlansOf(behaviour, hash32('plans', listing.supplierCode, listing.supplierHotelId, room.kind)),
  }
}

function kindNamed(name: string): RoomKind {
  const kind = ROOM_KINDS.find((candidate) => candidate.kind === name)
  if (!kind) throw new RangeError(`no room kind ${name}`)
  return kind
}

/** What the sandbox calls a room of a supplier: its id where it has ids in its own style, RateHawk's name for it otherwise. */
function roomCode({ supplierCode, supplierHotelId }: SandboxSupplierHotel, kind: RoomKind): string {
  const hash = hash32('code', supplierCode, supplierHotelId, kind.kind)
  if (supplierCode === 'expedia_rapid') return String(200_000_000 + (hash % 99_999) * 16 + ROOM_KINDS.indexOf(kind))
  if (supplierCode === 'hotelbeds') return kind.hotelbedsCode
  if (supplierCode === 'ratehawk') return kind.supplierNames.ratehawk
  return `RT${hash.toString(36).toUpperCase()}${ROOM_KINDS.indexOf(kind)}`
}

function mappingOf(hash: number): MappingStatus {
  const permille = hash % 1000
  if (permille < 860) return 'MATCHED'
  if (permille < 910) return 'AMBIGUOUS'
  return permille < 965 ? 'UNMAPPED' : 'CONFLICT'
}

/** How many days before check-in free cancellation ends. A cancellation scenario leaves the most time. */
const FREE_UNTIL_DAYS: readonly number[] = [1, 1, 2, 3, 7]

const NON_REFUNDABLE_PERMILLE = 880
const BREAKFAST_PERMILLE = 1_090

/** A rate that is called refundable, although its full price is charged on cancellation from the start. */
const LOST = { refundable: true, cancellation: 'NON_REFUNDABLE', holdWindowMs: null } as const

/**
 * A rate with free cancellation until the evening of the check-in day. It is more expensive than every other rate of the three
 * rooms.
 */
const LATE = { ratePlanCode: 'LATE-RO', freeUntilDays: 0, pricePermille: 4_000 } as const

/**
 * A scenario about cancelling or holding has only refundable plans, so that it takes effect with any rate that a client chooses.
 */
function ratePlansOf(behaviour: SandboxBehaviour, hash: number): readonly SandboxRatePlan[] {
  const freeUntilDays = behaviour.cancellation ? 1 : (FREE_UNTIL_DAYS[hash % FREE_UNTIL_DAYS.length] ?? 1)
  const flexible = {
    refundable: true,
    cancellation: behaviour.cancellation ?? 'STANDARD',
    freeUntilDays,
    penaltyChangesAfterMs: behaviour.penaltyChangesAfterMs,
    holdWindowMs: behaviour.holdWindowMs,
  } as const
  const saver = { ...flexible, refundable: false, cancellation: 'NON_REFUNDABLE', holdWindowMs: null } as const
  const plans: SandboxRatePlan[] = [
    { ...flexible, ratePlanCode: 'FLEX-RO', board: 'RO', pricePermille: 1_000 },
    { ...flexible, ratePlanCode: 'FLEX-BB', board: 'BB', pricePermille: BREAKFAST_PERMILLE },
    { ...saver, ratePlanCode: 'SAVER-RO', board: 'RO', pricePermille: NON_REFUNDABLE_PERMILLE },
  ]
  if (behaviour.rates !== 'NORMAL') return hardlyRefundable(plans, behaviour)
  const withoutBreakfast = behaviour.cancellation === null && chance(hash >>> 8, 300)
  return plans.filter(({ ratePlanCode, refundable }) => {
    if (behaviour.cancellation !== null && !refundable) return false
    return !(withoutBreakfast && ratePlanCode === 'FLEX-BB')
  })
}

/**
 * The same plans, but each one with free cancellation is replaced by one that refunds nothing. REFUNDABLE_LATE adds an expensive
 * plan that does refund.
 */
function hardlyRefundable(plans: readonly SandboxRatePlan[], { rates }: SandboxBehaviour): readonly SandboxRatePlan[] {
  const lost = plans.map((plan) => (plan.refundable ? { ...plan, ...LOST } : plan))
  const late = plans.find(({ ratePlanCode }) => ratePlanCode === 'FLEX-RO')
  if (rates !== 'REFUNDABLE_LATE' || !late) return lost
  return [...lost, { ...late, ...LATE }]
}
