import type { Occupancy } from '../../../src/domain/occupancy.ts'
import type { RoomRate } from '../../../src/domain/rate.ts'
import { PLAIN_TERMS } from '../../../src/domain/selling.ts'

/** A rate of which only the rooms and the supplier's own part matter. */
export function someRate(occupancy: Occupancy, supplierPayload: Readonly<Record<string, unknown>>): RoomRate {
  return {
    ...PLAIN_TERMS,
    supplierPayload,
    rooms: occupancy.map((party, roomIndex) => ({
      roomIndex,
      occupancy: party,
      providerRoom: { code: '2', name: 'Double', beds: [] },
    })),
    board: { code: 'RO', name: 'Room only' },
    price: {
      total: { amountMinor: 100, currency: 'USD' },
      base: null,
      taxesAndFees: [],
      nightly: null,
    },
    policy: { refundability: 'UNKNOWN', windows: [], noShow: null, timeZone: null, policyText: '' },
    bookingModes: ['INSTANT'],
    holdDeadlineAt: null,
    roomsLeft: null,
    expiresAt: null,
    remarks: [],
  }
}
