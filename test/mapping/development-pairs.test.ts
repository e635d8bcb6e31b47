import { describe, expect, it } from 'vitest'
import { developmentPairs } from '../../bench/mapping-pairs.ts'
import { shareFound, shown, sidesOf, verdictOf } from '../support/judged-rooms.ts'
import { developmentRoomPairs } from '../support/spec/room-pairs.ts'
import { describeMisplaced } from './pairs/describe-misplaced.ts'
import { describePairs } from './pairs/describe-pairs.ts'

/** The labelled pairs of hotels and rooms in ../shared: how good the mapping is on what it was not made from. */
const HOTELS = {
  'the development pairs': developmentPairs('hotels-dev.ndjson'),
  'map data': developmentPairs('hotels-osm-dev.ndjson'),
}

describePairs(HOTELS)
describeMisplaced(Object.entries(HOTELS))

describe('the development pairs of rooms', () => {
  const pairs = developmentRoomPairs()

  it('of one room are found: at least 85 %, and 75 % in each of the six languages', () => {
    const equal = pairs.filter(({ label }) => label === 'EQUAL')
    expect(shareFound(equal)).toBeGreaterThanOrEqual(0.85)
    const languages = ['en', 'fr', 'de', 'es', 'it', 'ja']
    const low = languages.filter((code) => shareFound(equal.filter(({ kind }) => kind.split('-')[1] === code)) < 0.75)
    expect(low).toEqual([])
  })

  it('of two rooms are never EQUAL, also where only one side states its view', () => {
    const wrong = pairs.filter((pair) => pair.label !== 'EQUAL' && verdictOf(pair) === 'EQUAL')
    expect(wrong.map(shown)).toEqual([])
  })

  it('get the same verdict and score when the two rooms are swapped', () => {
    expect(pairs.filter((pair) => sidesOf(pair, 'a') !== sidesOf(pair, 'b')).map(shown)).toEqual([])
  })
})
