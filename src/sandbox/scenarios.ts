import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../domain/time.ts'
import { NORMAL, type SandboxBehaviour } from './behaviour.ts'
import { SANDBOX_SUPPLIERS, type SandboxSupplierCode } from './catalogue/types.ts'

export type SandboxScenario = {
  readonly slug: string
  readonly hotelId: number
  readonly supplierCode: SandboxSupplierCode
  readonly supplierHotelId: string
  /** One sentence that describes the scenario to a partner's developer. */
  readonly happens: string
  /** The currency that the supplier charges in. */
  readonly currency: string
  readonly verification: 'VERIFIED' | 'PENDING' | 'UNVERIFIED'
  readonly roomMapping: 'MATCHED' | 'AMBIGUOUS' | 'UNMAPPED' | 'CONFLICT'
  readonly behaviour: SandboxBehaviour
}

/** How long Rapid's sandbox holds refundable rates of ordinary hotels; the seeded connection has the same setting. */
export const DEFAULT_HOLD_WINDOW_MS = 10 * DAY_MS

/** After how long RateHawk has to have confirmed; the seeded connection has the same setting. */
export const RATEHAWK_CUT_OFF_MS = 5 * MINUTE_MS

type Row = {
  /** RateHawk's own id of a hotel that has one in its documentation. */
  readonly hid?: string
  readonly supplier?: SandboxSupplierCode
  readonly currency?: string
  readonly verification?: 'PENDING' | 'UNVERIFIED'
  readonly roomMapping?: 'AMBIGUOUS' | 'UNMAPPED' | 'CONFLICT'
  readonly behaviour?: Partial<SandboxBehaviour>
}

const LONG_HOLD = { holdWindowMs: DEFAULT_HOLD_WINDOW_MS, cancellation: 'STANDARD' } as const

const REFUNDABLE_LATE =
  'Nine rates are lost when they are cancelled, also some that the supplier calls refundable; the tenth cancels free.'

/** The order determines the ids: add new rows at the end, and never reorder. */
const ROWS: readonly (readonly [slug: string, happens: string, row: Row])[] = [
  ['confirm', 'An instant booking is confirmed at once.', { supplier: 'hotelbeds' }],
  [
    'async',
    'A booking is PROCESSING, then CONFIRMED after about 3 seconds.',
    { supplier: 'ratehawk', behaviour: { book: 'ASYNC', confirmsAfterMs: 3 * SECOND_MS } },
  ],
  ['hold', 'A hold is possible; its deadline is 10 days ahead.', { behaviour: LONG_HOLD }],
  [
    'hold-short',
    'A hold is possible; its deadline is only 30 hours ahead, so the booking is AWAITING_REVIEW first.',
    { behaviour: { ...LONG_HOLD, holdWindowMs: 30 * HOUR_MS } },
  ],
  [
    'hold-refused',
    'The first confirmation of the hold is refused (409 HOLD_CONFIRMATION_REJECTED), the next one accepted.',
    { behaviour: { ...LONG_HOLD, confirmHold: 'REFUSED_ONCE' } },
  ],
  [
    'hold-timeout',
    'The answer to the confirmation of the hold is lost, yet it took effect: PROCESSING, then CONFIRMED.',
    { behaviour: { ...LONG_HOLD, confirmHold: 'ANSWER_LOST' } },
  ],
  [
    'hold-lapses',
    'The supplier drops the hold at its deadline, 10 days ahead: move the clock past it.',
    { behaviour: LONG_HOLD },
  ],
  [
    'price-changed',
    'Prebook finds the price 8 % higher: PRICE_CHANGED.',
    { behaviour: { priceCheck: 'PRICE_CHANGED', changedPricePermille: 1_080 } },
  ],
  ['sold-out', 'Prebook finds the room gone: SOLD_OUT.', { behaviour: { priceCheck: 'SOLD_OUT' } }],
  [
    'refused',
    'The supplier refuses the booking definitively, having no room left: FAILED.',
    { behaviour: { book: 'REFUSED' } },
  ],
  [
    'book-timeout',
    'The supplier books, but its answer never arrives: PROCESSING, then CONFIRMED, booked once.',
    { behaviour: { book: 'ANSWER_LOST' } },
  ],
  [
    'book-lost',
    'The request is lost: the supplier never books, and says so when asked.',
    { behaviour: { book: 'REQUEST_LOST' } },
  ],
  ['slow', 'Search and rooms take 20 seconds to answer.', { behaviour: { shopDelayMs: 20 * SECOND_MS } }],
  ['no-price', 'Search and rooms answer without a rate.', { behaviour: { shop: 'NO_RATES' } }],
  ['supplier-error', 'Search and rooms answer HTTP 500.', { behaviour: { shop: 'HTTP_500' } }],
  [
    'cancel-free',
    'Cancelling costs nothing until 18:00 on the day before check-in: NO_CHARGE.',
    { behaviour: { cancellation: 'STANDARD' } },
  ],
  [
    'cancel-penalty',
    'Cancelling costs the first night from the moment of booking: KNOWN.',
    { behaviour: { cancellation: 'PENALTY_NOW' } },
  ],
  [
    'cancel-unknown',
    'Cancelling costs an amount that the supplier does not tell: UNKNOWN.',
    { behaviour: { cancellation: 'UNKNOWN' } },
  ],
  [
    'cancel-boundary',
    'Cancelling is free for 2 minutes after the rates were shown, then costs the first night: a quote expires with it.',
    { behaviour: { cancellation: 'CHANGES_SOON', penaltyChangesAfterMs: 2 * MINUTE_MS } },
  ],
  [
    'cancel-timeout',
    'The answer to the cancellation is lost, yet it took effect: CANCELLATION_PENDING, then CANCELLED.',
    { behaviour: { cancellation: 'STANDARD', cancel: 'ANSWER_LOST' } },
  ],
  [
    'cancel-unsupported',
    'The supplier says that it cannot cancel this booking through its API: 501.',
    { supplier: 'hotelbeds', behaviour: { cancel: 'UNSUPPORTED' } },
  ],
  [
    'unmapped-room',
    'No catalogue room is known for the supplier’s rooms: `service_room` is null, and they are bookable.',
    { roomMapping: 'UNMAPPED' },
  ],
  [
    'ambiguous-room',
    'Several catalogue rooms could be the supplier’s: `service_room` is null, and they are bookable.',
    { roomMapping: 'AMBIGUOUS' },
  ],
  [
    'conflict-room',
    'The supplier’s rooms contradict the catalogue: `service_room` is null, and they are bookable.',
    { roomMapping: 'CONFLICT' },
  ],
  [
    'mapping-pending',
    'A hold is possible, but its confirmation is refused: the hotel’s mapping is still being verified (409).',
    { verification: 'PENDING', behaviour: { ...LONG_HOLD, describe: 'UNAVAILABLE' } },
  ],
  [
    'mapping-unverified',
    'A hold is possible, but its confirmation is refused: the supplier’s listing is not the hotel that it is mapped to (409).',
    { verification: 'UNVERIFIED', behaviour: { ...LONG_HOLD, describe: 'OTHER_HOTEL' } },
  ],
  ['jpy', 'Prices are in yen: no decimals, `currency_exponent` 0.', { currency: 'JPY' }],
  ['kwd', 'Prices are in Kuwaiti dinars: three decimals, `currency_exponent` 3.', { currency: 'KWD' }],
  ['refundable-late', REFUNDABLE_LATE, { behaviour: { rates: 'REFUNDABLE_LATE' } }],
  ['refundable-late-hotelbeds', REFUNDABLE_LATE, { supplier: 'hotelbeds', behaviour: { rates: 'REFUNDABLE_LATE' } }],
  ['refundable-late-ratehawk', REFUNDABLE_LATE, { supplier: 'ratehawk', behaviour: { rates: 'REFUNDABLE_LATE' } }],
  ['refundable-late-liteapi', REFUNDABLE_LATE, { supplier: 'liteapi', behaviour: { rates: 'REFUNDABLE_LATE' } }],
  [
    'non-refundable',
    'Every rate is lost when it is cancelled, also those that the supplier calls refundable.',
    { supplier: 'liteapi', behaviour: { rates: 'NON_REFUNDABLE' } },
  ],
  [
    'charged-more',
    'The supplier charges 3 % more than was agreed: CONFIRMED at our price, with a discrepancy.',
    { supplier: 'hotelbeds', behaviour: { bookedPricePermille: 1_030 } },
  ],
  [
    'cancelled-by-hotel',
    'The hotel cancels a minute after it has confirmed: CONFIRMED, then CANCELLED (`CANCELLED_BY_HOTEL`) when it is next asked.',
    { supplier: 'hotelbeds', behaviour: { hotelCancelsAfterMs: MINUTE_MS } },
  ],
  [
    'min-stay-3',
    'The hotel sells from 3 nights on: for fewer it has no room, and `unavailable_reason` says why.',
    { behaviour: { minNights: 3 } },
  ],
  [
    'substitute',
    'Prebook finds a similar rate with another board at the same price: TERMS_CHANGED.',
    { supplier: 'ratehawk', behaviour: { substitutes: true } },
  ],
  [
    'checkin-special',
    'Guests must be 21 or older, and collect the key elsewhere: `instructions.special` of option, offer, booking and voucher.',
    {},
  ],
  [
    'test-hotel',
    'RateHawk’s own test hotel (hid 8473727), which its certification books.',
    { supplier: 'ratehawk', hid: '8473727' },
  ],
  [
    'form-duplicate',
    'The supplier calls the reference of its first order form used before; the next one is booked: CONFIRMED.',
    { supplier: 'ratehawk', behaviour: { orderForm: 'USED_ONCE' } },
  ],
  [
    'async-late',
    'The supplier confirms 30 seconds after the agreed cut-off: FAILED, then PROCESSING and CONFIRMED, with a case.',
    { supplier: 'ratehawk', behaviour: { book: 'ASYNC', confirmsAfterMs: RATEHAWK_CUT_OFF_MS + 30 * SECOND_MS } },
  ],
  [
    'crashed-after-finish',
    'The second reference is booked, but its answer never arrives: PROCESSING, then CONFIRMED, booked once.',
    { supplier: 'ratehawk', behaviour: { orderForm: 'USED_ONCE', book: 'ANSWER_LOST' } },
  ],
  [
    'orphan',
    'The supplier has a second booking that was made past the gateway: the nightly comparison finds it, for an operator.',
    { supplier: 'hotelbeds', behaviour: { alsoBooksPastUs: true } },
  ],
  [
    'moved-dates',
    'The supplier has the stay a day later than it was booked: CONFIRMED, with discrepancies.',
    { supplier: 'liteapi', behaviour: { movesDates: true } },
  ],
]

const FIRST_SCENARIO_HOTEL_ID = 900_001

/** Ids above all those that `scatter` gives to ordinary hotels. */
const supplierIdOf: Readonly<Record<SandboxSupplierCode, (index: number) => string>> = {
  expedia_rapid: (index) => String(91_000_117 + index * 31),
  hotelbeds: (index) => String(9_100_113 + index * 29),
  ratehawk: (index) => String(98_000_119 + index * 37),
  liteapi: (index) => `lp${(0xf00_0113 + index * 41).toString(16)}`,
}

function playedBy(
  supplierCode: SandboxSupplierCode,
  [slug, happens, row]: (typeof ROWS)[number],
  index: number,
): SandboxScenario {
  return {
    slug,
    hotelId: FIRST_SCENARIO_HOTEL_ID + index,
    supplierCode,
    supplierHotelId: (supplierCode === 'ratehawk' ? row.hid : undefined) ?? supplierIdOf[supplierCode](index),
    happens,
    currency: row.currency ?? 'USD',
    verification: row.verification ?? 'VERIFIED',
    roomMapping: row.roomMapping ?? 'MATCHED',
    behaviour: { ...NORMAL, ...row.behaviour },
  }
}

/** Each scenario at the one supplier that it needs. Only these are mapped, so that partners can reach them. */
export const SCENARIOS: readonly SandboxScenario[] = ROWS.map((row, index) =>
  playedBy(row[2].supplier ?? 'expedia_rapid', row, index),
)

/** Each scenario at every supplier, as far as the supplier's protocol can express it. */
export const SCENARIO_PLAYS: readonly SandboxScenario[] = SANDBOX_SUPPLIERS.flatMap((supplierCode) =>
  ROWS.map((row, index) => playedBy(supplierCode, row, index)),
)

function keyOf(supplierCode: string, supplierHotelId: string): string {
  return `${supplierCode}/${supplierHotelId}`
}
const BY_KEY: ReadonlyMap<string, SandboxScenario> = new Map(
  SCENARIO_PLAYS.map((scenario) => [keyOf(scenario.supplierCode, scenario.supplierHotelId), scenario]),
)

/** The scenario of a supplier's hotel; null for an ordinary hotel. O(1). */
export function scenarioOf(supplierCode: string, supplierHotelId: string): SandboxScenario | null {
  return BY_KEY.get(keyOf(supplierCode, supplierHotelId)) ?? null
}

/** How a supplier behaves for a hotel; without faults for an ordinary or unknown one. O(1). */
export function behaviourOf(supplierCode: string, supplierHotelId: string): SandboxBehaviour {
  const scenario = scenarioOf(supplierCode, supplierHotelId)
  if (scenario) return scenario.behaviour
  return supplierCode === 'expedia_rapid' ? NORMAL_WITH_HOLDS : NORMAL
}

const NORMAL_WITH_HOLDS: SandboxBehaviour = { ...NORMAL, holdWindowMs: DEFAULT_HOLD_WINDOW_MS }
