import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  flag,
  list,
  oneOf,
  parseSearch,
  printSearch,
  readState,
  text,
  whole,
  writeState,
} from '../../web/src/kit/search-state.ts'

const FIELDS = {
  q: text(),
  status: oneOf(['OPEN', 'CLOSED'], ''),
  stuck: flag(),
  minutes: whole(10),
  kinds: list(),
}

describe('filters in the address', () => {
  it('are read with their defaults', () => {
    expect(readState(FIELDS, {})).toEqual({ q: '', status: '', stuck: false, minutes: 10, kinds: [] })
  })

  it('are read as what they are', () => {
    const search = parseSearch('?q=007&status=OPEN&stuck=true&minutes=5&kinds=a,b')
    expect(readState(FIELDS, search)).toEqual({ q: '007', status: 'OPEN', stuck: true, minutes: 5, kinds: ['a', 'b'] })
  })

  it('that cannot be read count as not given', () => {
    const search = parseSearch('?status=NOTHING&stuck=maybe&minutes=-1')
    expect(readState(FIELDS, search)).toEqual(readState(FIELDS, {}))
  })

  it('leave the address when they are what they are by default, and leave others there', () => {
    const search = { q: 'x', minutes: '5', tab: 'events' }
    expect(writeState(FIELDS, search, { q: '', minutes: 10, stuck: true })).toEqual({ tab: 'events', stuck: 'true' })
  })

  it('are the same after being written and read', () => {
    const state = fc.record({
      q: fc.string({ unit: 'grapheme' }),
      status: fc.constantFrom('OPEN' as const, 'CLOSED' as const, '' as const),
      stuck: fc.boolean(),
      minutes: fc.nat(),
      kinds: fc.array(fc.stringMatching(/^[a-z]{1,8}$/)),
    })
    fc.assert(
      fc.property(state, (given) => {
        const address = printSearch(writeState(FIELDS, {}, given))
        expect(readState(FIELDS, parseSearch(address))).toEqual(given)
      }),
    )
  })
})

it('writes an address that can be read', () => {
  expect(printSearch({ actor: 'operator:*', kinds: 'a,b', none: undefined, empty: '' })).toBe(
    '?actor=operator:*&kinds=a,b',
  )
  expect(printSearch({})).toBe('')
})
