import { describe, expect, it } from 'vitest'
import type { PenaltyWindow } from '../../src/domain/cancellation.ts'
import type { ProviderRoom, RoomRate } from '../../src/domain/rate.ts'
import { PLAIN_TERMS, PREPAID } from '../../src/domain/selling.ts'
import { looksDifferent, offerChanges } from '../../src/operations/offers/offer-changes.ts'

const FROM = Date.parse('2027-03-01T00:00:00Z')
const UNTIL = Date.parse('2027-03-08T18:00:00Z')

function rate(untilAt: number, fee: number, fromAt = FROM): RoomRate {
  const window = { nights: null, percent: null, deadlineSource: 'SUPPLIER_ZONED' } as const
  const total = { amountMinor: 41_200, currency: 'EUR' }
  return {
    ...PLAIN_TERMS,
    supplierPayload: {},
    rooms: [],
    board: { code: 'RO', name: 'Room only' },
    price: { total, base: null, taxesAndFees: [], nightly: null },
    policy: {
      refundability: 'REFUNDABLE',
      windows: [
        {
          ...window,
          fromAt,
          untilAt,
          status: 'NO_CHARGE',
          penalty: { amountMinor: 0, currency: 'EUR' },
          basis: 'FIXED',
        },
        {
          ...window,
          fromAt: untilAt,
          untilAt: null,
          status: 'KNOWN',
          penalty: { amountMinor: fee, currency: 'EUR' },
          basis: 'FIXED',
        },
      ],
      noShow: null,
      policyText: '',
      timeZone: 'Europe/Paris',
    },
    bookingModes: ['INSTANT'],
    holdDeadlineAt: null,
    roomsLeft: null,
    expiresAt: null,
    remarks: [],
  } as unknown as RoomRate
}

describe('what changed between an option and its check', () => {
  it('asks for consent to a promotion that guests must newly prove something for, and to no other', () => {
    const offered = rate(UNTIL, 10_000)
    const early = { id: '1', name: 'Early booking', kind: 'DISCOUNT' as const, amount: null }
    const senior = { id: '2', name: 'Seniors only', kind: 'CONDITION' as const, amount: null }
    function severities(before: (typeof early | typeof senior)[], after: (typeof early | typeof senior)[]) {
      return offerChanges({ ...offered, promotions: before }, { ...offered, promotions: after }).map(
        ({ path, severity }) => `${path} ${severity}`,
      )
    }
    expect(severities([], [early])).toEqual(['promotions MINOR'])
    expect(severities([early], [early, senior])).toEqual(['promotions MATERIAL'])
    expect(severities([early, senior], [early])).toEqual(['promotions MINOR'])
    expect(severities([senior], [early, senior])).toEqual(['promotions MINOR'])
  })

  it('[C-063] tells other penalties as the offer itself tells them', () => {
    const [change, ...others] = offerChanges(rate(UNTIL, 10_000), rate(UNTIL - 86_400_000, 12_000))
    expect(others).toEqual([])
    expect(change).toMatchObject({ path: 'cancellation.penalties', severity: 'MATERIAL' })
    expect(change?.before).toEqual([
      {
        until: {
          local_datetime: '2027-03-08T19:00:00',
          timezone: 'Europe/Paris',
          utc_datetime: '2027-03-08T18:00:00.000Z',
        },
        penalty_status: 'NO_CHARGE',
        penalty: { amount_minor: 0, currency: 'EUR', currency_exponent: 2 },
      },
      {
        until: null,
        penalty_status: 'KNOWN',
        penalty: { amount_minor: 10_000, currency: 'EUR', currency_exponent: 2 },
      },
    ])
  })

  it('[C-063] is nothing when only the time has passed', () => {
    expect(offerChanges(rate(UNTIL, 10_000), rate(UNTIL, 10_000, FROM + 5_000))).toEqual([])
  })

  const plain = rate(UNTIL, 10_000)
  const [first, second] = plain.policy.windows as [PenaltyWindow, PenaltyWindow]

  function withFee(changes: Partial<PenaltyWindow>): Partial<RoomRate> {
    return { policy: { ...plain.policy, windows: [first, { ...second, ...changes }] } }
  }
  const room = { code: 'DBL', name: 'Double room', beds: [] }
  function rooms(changes: Partial<ProviderRoom>): Partial<RoomRate> {
    return { rooms: [{ roomIndex: 0, occupancy: { adults: 2, childAges: [] }, providerRoom: { ...room, ...changes } }] }
  }
  const known: Partial<RoomRate> = {
    board: { code: 'BB', name: 'Breakfast buffet', coversGuests: null, childrenIncluded: null },
    bookingModes: ['INSTANT', 'HOLD'],
    ...rooms({}),
  }
  const noShow = { ...second, untilAt: null }

  it.each<[string, Partial<RoomRate>, Partial<RoomRate>, string]>([
    ['a board with less on the plate', {}, { board: { code: 'BB', name: 'Continental breakfast' } }, 'board.name'],
    [
      'a board without a code that has another name',
      { board: { code: null, name: 'Dinner' } },
      { board: { code: null, name: 'Lunch' } },
      'board.name',
    ],
    [
      'a board for fewer guests',
      {},
      { board: { code: 'BB', name: 'Breakfast buffet', coversGuests: 1 } },
      'board.covers_guests',
    ],
    [
      'children who pay for their meals',
      {},
      { board: { code: 'BB', name: 'Breakfast buffet', childrenIncluded: false } },
      'board.children_included',
    ],
    [
      'another room under the same code',
      {},
      rooms({ name: 'Double room, basement' }),
      'allocations.provider_room.name',
    ],
    ['another room', {}, rooms({ code: 'SGL' }), 'allocations'],
    [
      'the same penalty in another currency',
      {},
      withFee({ penalty: { amountMinor: 10_000, currency: 'USD' } }),
      'cancellation.penalties',
    ],
    [
      'more nights, where no amount is told',
      withFee({ status: 'UNKNOWN', penalty: null, basis: 'NIGHTS', nights: 1 }),
      withFee({ status: 'UNKNOWN', penalty: null, basis: 'NIGHTS', nights: 3 }),
      'cancellation.penalties',
    ],
    ['a no-show that costs something', {}, { policy: { ...plain.policy, noShow } }, 'cancellation.no_show'],
    [
      'a no-show in another currency',
      { policy: { ...plain.policy, noShow } },
      { policy: { ...plain.policy, noShow: { ...noShow, penalty: { amountMinor: 10_000, currency: 'GBP' } } } },
      'cancellation.no_show',
    ],
    [
      'a deposit that first appears',
      {},
      {
        payment: {
          ...PREPAID,
          deposits: [{ amount: { amountMinor: 1, currency: 'EUR' }, dueAt: null, refundable: true }],
        },
      },
      'payment',
    ],
  ])('[E-22] [C-063] needs consent for %s', (_, before, after, path) => {
    const option = { ...plain, ...known, ...before }
    const changes = offerChanges(option, { ...option, ...after })
    expect(changes).toContainEqual(expect.objectContaining({ path, severity: 'MATERIAL' }))
    expect(changes.every(looksDifferent)).toBe(true)
    expect(offerChanges(option, { ...option })).toEqual([])
  })

  it('[C-063] compares words only in one language', () => {
    const german = { ...plain, ...known, board: { code: 'BB', name: 'Frühstücksbuffet' } as const }
    expect(offerChanges({ ...plain, ...known }, german, { isSameLanguage: false })).toEqual([])
    const other = { ...german, board: { code: 'HB', name: 'Halbpension' } as const }
    expect(offerChanges({ ...plain, ...known }, other, { isSameLanguage: false })).toMatchObject([
      { path: 'board.code' },
    ])
  })

  it('[C-063] tells that a hold is not possible any more, without asking those who book at once', () => {
    const option = { ...plain, ...known }
    expect(offerChanges(option, { ...option, bookingModes: ['INSTANT'] })).toMatchObject([
      { path: 'lifecycle.available_booking_modes', severity: 'MINOR' },
    ])
  })

  it('[L-06] takes the supplier’s word where nothing looks different', () => {
    const [change, ...others] = offerChanges(plain, plain, { announced: ['PRICE'] })
    expect(others).toEqual([])
    expect(change).toMatchObject({ path: 'price.total.amount_minor', before: 41_200, after: 41_200 })
    expect(change && looksDifferent(change)).toBe(false)
  })
})
