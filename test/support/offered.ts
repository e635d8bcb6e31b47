import { randomUUID } from 'node:crypto'
import type { PenaltyWindow } from '../../src/domain/cancellation.ts'
import type { Offer, OfferTerms } from '../../src/domain/offer.ts'
import { PLAIN_TERMS } from '../../src/domain/selling.ts'
import type { Instant } from '../../src/domain/time.ts'

export const SECOND = 1_000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** How an offer differs from the usual one: a room for two adults for three nights, sixty days ahead, free to cancel. */
export type OfferChanges = {
  readonly code?: string
  /** How long it can be held, ms; absent: not at all. */
  readonly holdInMs?: number | undefined
  readonly expiresInMs?: number
  /** The penalties that follow each other, the first from now on. */
  readonly windows?: readonly PenaltyWindow[]
  /** How many days ahead check-in is. */
  readonly daysAhead?: number
  readonly terms?: Partial<OfferTerms>
  readonly payload?: Readonly<Record<string, unknown>>
}

export const TOTAL = { amountMinor: 30_000, currency: 'EUR' }

export function newOffer(organizationId: string, now: Instant, changes: OfferChanges): Offer {
  const { code = 'desk', expiresInMs = HOUR, terms = {}, payload = { rate: 'r1' } } = changes
  return {
    offerId: `off_${randomUUID().replaceAll('-', '')}`,
    organizationId,
    environment: 'sandbox',
    hotelId: 42,
    supplierCode: code,
    connectionId: `con_${code}`,
    terms: { ...termsOf(now, changes), ...terms },
    supplierPayload: payload,
    expiresAt: now + expiresInMs,
    createdAt: now,
  }
}

function termsOf(now: Instant, { holdInMs, windows, daysAhead = 60 }: OfferChanges): OfferTerms {
  return {
    ...PLAIN_TERMS,
    supplierHotelId: 'h42',
    stay: { checkInDate: dateOf(now + daysAhead * DAY), checkOutDate: dateOf(now + (daysAhead + 3) * DAY) },
    nationality: 'GB',
    mappingStatus: 'MATCHED',
    allocations: [
      {
        allocationId: 'alc_1',
        roomIndex: 0,
        occupancy: { adults: 2, childAges: [] },
        providerRoom: { code: 'DBL', name: 'Double room', beds: [] },
        serviceRoom: null,
      },
    ],
    guestRequirements: { allGuestsNamed: false, emailRequired: true, phoneRequired: true },
    bookable: true,
    board: { code: 'RO', name: 'Room only' },
    price: { total: TOTAL, base: null, taxesAndFees: [], nightly: null },
    policy: {
      refundability: 'REFUNDABLE',
      windows: windows ?? [free(now - MINUTE, null)],
      noShow: null,
      timeZone: 'Europe/Berlin',
      policyText: 'Free',
    },
    bookingModes: ['INSTANT', 'HOLD'],
    holdDeadlineAt: holdInMs === undefined ? null : now + holdInMs,
    roomsLeft: null,
    remarks: [],
  }
}

export function dateOf(at: Instant): string {
  return new Date(at).toISOString().slice(0, 10)
}

export function free(fromAt: Instant, untilAt: Instant | null): PenaltyWindow {
  return {
    fromAt,
    untilAt,
    status: 'NO_CHARGE',
    penalty: { amountMinor: 0, currency: 'EUR' },
    basis: 'FIXED',
    nights: null,
    percent: null,
    deadlineSource: 'SUPPLIER_ZONED',
  }
}

export function costs(amountMinor: number, fromAt: Instant, untilAt: Instant | null = null): PenaltyWindow {
  return { ...free(fromAt, untilAt), status: 'KNOWN', penalty: { amountMinor, currency: 'EUR' } }
}
