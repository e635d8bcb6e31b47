import { describe, expect, it } from 'vitest'
import { optionsEvent } from '../../bench/streams-event.ts'
import type { RoomOptionView } from '../../src/domain/contract/offer.ts'
import { optionWire } from '../../src/domain/contract/offer-wire.ts'
import { toWire } from '../../src/domain/wire.ts'

const event = optionsEvent(1n)
const [option] = 'options' in event ? event.options : []
if (!option) throw new Error('the event has no option')

const [penalty] = option.cancellation.penalties
const OPTIONS: readonly (readonly [string, RoomOptionView])[] = [
  ['whole', option],
  ['with what is null mostly', { ...option, cancellation: { ...option.cancellation, noShow: penalty ?? null } }],
  [
    'with nulls',
    {
      ...option,
      roomsLeft: null,
      price: { ...option.price, base: null, nightly: null, dueAtProperty: [option.price.total] },
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
