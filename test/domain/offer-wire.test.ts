import { describe, expect, it } from 'vitest'
import { optionsEvent } from '../../bench/streams-event.ts'
import type { RoomOptionView } from '../../src/domain/contract/offer.ts'
import { optionWire } from '../../src/domain/contract/offer-wire.ts'
import { toWire } from '../../src/domain/wire.ts'

const event = optionsEvent(1n)
const [option] = 'options' in event ? event.options : []
if (!option) throw new Error('the event has no option')

const [penalty] = option.cancellation.penalties
const DUE: RoomOptionView['price']['dueAtProperty'][number] = {
  ...option.price.total,
  name: 'Resort fee',
  amount: option.price.total,
  amountInPropertyCurrency: option.price.total,
  mandatory: true,
  scope: 'PER_NIGHT',
  text: null,
}
const OPTIONS: readonly (readonly [string, RoomOptionView])[] = [
  ['whole', option],
  ['with what is null mostly', { ...option, cancellation: { ...option.cancellation, noShow: penalty ?? null } }],
  [
    'with nulls',
    {
      ...option,
      roomsLeft: null,
      price: { ...option.price, base: null, nightly: null, dueAtProperty: [DUE] },
      listPrice: { total: option.price.total, rate: '1.0842', rateAsOf: '2027-01-14T06:00:00.000Z' },
      sellingPrice: {
        minimum: option.price.total,
        suggested: null,
        maximum: option.price.total,
        binding: true,
        source: 'chain',
      },
      promotions: [{ id: 'p1', name: 'Stay 3, pay 2', kind: 'FREE_NIGHT', amount: option.price.total }],
      payment: {
        type: 'PREPAID',
        deposits: [{ amount: option.price.total, dueAt: null, refundable: true }],
        cardsAccepted: ['VI'],
      },
      instructions: {
        checkInFrom: '15:00',
        checkInUntil: null,
        checkOutUntil: '11:00',
        text: ['Ring the bell.'],
        special: [],
        mandatoryFeesText: null,
        optionalFeesText: 'Parking',
        knowBeforeYouGo: null,
      },
      allocations: option.allocations.map((allocation) => ({ ...allocation, serviceRoom: null, childAges: [3, 9] })),
      cancellation: {
        ...option.cancellation,
        freeCancellationUntil: null,
        penalties: option.cancellation.penalties.map((window) => ({ ...window, until: window.from, penalty: null })),
      },
    },
  ],
]

describe('a room option on the wire', () => {
  it.each(OPTIONS)('%s, is what the contract’s names make of it, in the same order', (_what, one) => {
    expect(JSON.stringify(optionWire(one))).toBe(JSON.stringify(toWire(one)))
  })
})
