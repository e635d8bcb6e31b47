import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { judgeRooms } from '../../../src/mapping/rooms/judge-rooms.ts'
import { parseRoom } from '../../../src/mapping/rooms/parse-room.ts'
import type { ToldRoom } from '../../../src/mapping/rooms/room-attributes.ts'
import type { RoomJudgement, RoomVerdict } from '../../../src/mapping/rooms/room-verdict.ts'
import { shareFound, shown, sidesOf, verdictOf } from '../../support/judged-rooms.ts'
import { madeNames, madePairs, supplierPairs, trickyPairs } from '../../support/room-pairs.ts'

describe('rooms that are one room', () => {
  it('are EQUAL in every language and between languages, whatever a supplier calls them', () => {
    const missed = madePairs().filter((pair) => pair.label === 'EQUAL' && verdictOf(pair) !== 'EQUAL')
    expect(missed.map(shown)).toEqual([])
  })

  it('[20] are found as the four suppliers have them, with their fields: at least 95 %', () => {
    const equal = supplierPairs().filter(({ label }) => label === 'EQUAL')
    expect(equal.length).toBeGreaterThan(80)
    expect(shareFound(equal)).toBeGreaterThanOrEqual(0.95)
  })
})

describe('rooms that are two rooms', () => {
  it('are never EQUAL within one hotel', () => {
    const wrong = [...madePairs(), ...supplierPairs()].filter(
      (pair) => pair.label !== 'EQUAL' && verdictOf(pair) === 'EQUAL',
    )
    expect(wrong.map(shown)).toEqual([])
  })

  it.each(trickyPairs().map((pair) => [shown(pair), pair] as const))('%s', (_, pair) => {
    const verdict = verdictOf(pair)
    expect(verdict).not.toBe('EQUAL')
    if (pair.label !== 'NOT_EQUAL') expect(verdict).toBe(pair.label)
  })
})

const SCORES: Readonly<Record<RoomVerdict, readonly [number, number]>> = {
  EQUAL: [0.85, 1],
  REVIEW: [0, 0.7],
  DIFFERENT: [0, 0.15],
}

function isTold({ verdict, score, evidence }: RoomJudgement): boolean {
  const effects = new Set(evidence.map(({ effect }) => effect))
  const told = effects.has('DIFFERENT') ? 'DIFFERENT' : effects.has('REVIEW') ? 'REVIEW' : 'EQUAL'
  const [low, high] = SCORES[told]
  return verdict === told && score >= low && score <= high
}

describe('a verdict', () => {
  it('is the same when the two rooms are swapped, and so is the score', () => {
    const pairs = [...madePairs(), ...trickyPairs(), ...supplierPairs()]
    expect(pairs.filter((pair) => sidesOf(pair, 'a') !== sidesOf(pair, 'b')).map(shown)).toEqual([])
  })

  it('of a room and itself is EQUAL, unless it contradicts itself', () => {
    const others = madeNames().filter((room) => judgeRooms(room, room).verdict !== 'EQUAL')
    expect(others).toEqual([])
  })

  it('is told by its evidence: DIFFERENT wins, REVIEW comes next, and the score stays in order', () => {
    const pairs = [...madePairs(), ...trickyPairs()]
    expect(pairs.filter((pair) => !isTold(judgeRooms(pair.a, pair.b))).map(shown)).toEqual([])
  })

  it('says what was compared on either side', () => {
    const { evidence } = judgeRooms({ name: 'Deluxe King, Sea View' }, { name: 'Deluxe Room, 2 Twin Beds, Sea View' })
    expect(evidence).toContainEqual({ kind: 'BEDS', effect: 'DIFFERENT', a: 'KING:1', b: 'SINGLE:2' })
    expect(evidence).toContainEqual({ kind: 'VIEW', effect: 2, a: 'SEA', b: 'SEA' })
  })

  it('is never EQUAL for two names of which one has a word more that no table knows', () => {
    const word = fc.stringMatching(/^[bcdfghjklmnpqrstvwxz]{9}$/)
    fc.assert(
      fc.property(fc.constantFrom(...madeNames()), word, (room, strange) => {
        const { verdict } = judgeRooms(room, { ...room, name: `${strange} ${room.name}` })
        expect(verdict).toBe('REVIEW')
      }),
    )
  })

  it('comes for any text at all', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 600 }), fc.string({ maxLength: 600 }), (a, b) => {
        const { score } = judgeRooms({ name: a }, { name: b })
        expect(score >= 0 && score <= 1).toBe(true)
      }),
    )
  })
})

// ------------------------------------------------------------------------------------------------ what changes nothing

const FULL_WIDTH = 0xfee0

const CHANGES: Readonly<Record<string, (name: string) => string>> = {
  'capital letters': (name) => name.toUpperCase(),
  'small letters': (name) => name.toLowerCase(),
  'full-width characters': (name) =>
    name
      .replace(/[!-~]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + FULL_WIDTH))
      .replaceAll(' ', '\u3000'),
  'no punctuation': (name) => name.replace(/[,()\-–（）【】・]/g, ' '),
  'other punctuation': (name) => name.replaceAll(',', ' –').replace(/[()（）]/g, ' , '),
  'another order of its parts': (name) => name.split(', ').reverse().join(', '),
  'no accents': (name) =>
    name
      .normalize('NFD')
      .replace(/[\u0300-\u036f]/g, '')
      .normalize('NFC'),
  'decomposed accents': (name) => name.normalize('NFD'),
  'more spaces': (name) => `  ${name.replaceAll(' ', '   ')} `,
}

/** What suppliers add of the rate, in the languages of the tables. */
const OF_THE_RATE = [
  'Room Only',
  'Breakfast included',
  '(with breakfast)',
  'Half Board',
  '- All Inclusive',
  '- Bed & Breakfast',
  'Free cancellation',
  '(Non-refundable)',
  'Early Bird -15%',
  'Stay 3 Pay 2',
  'min 3 nights',
  'with free WiFi',
  'EUR 120',
  'BB',
  '[RO12]',
  'petit déjeuner compris',
  'demi-pension',
  'non remboursable',
  'annulation gratuite',
  'inkl. Frühstück',
  'ohne Verpflegung',
  'nicht erstattungsfähig',
  'Frühbucherrabatt 20 %',
  'desayuno incluido',
  'solo alojamiento',
  'no reembolsable',
  'cancelación gratuita',
  'colazione inclusa',
  'solo pernottamento',
  'non rimborsabile',
  '朝食付き',
  '素泊まり',
  '1泊2食付',
  '返金不可',
  'ポイント10%',
  'com café da manhã',
  'não reembolsável',
  'ontbijt inbegrepen',
]

function differences(change: (name: string) => string): string[] {
  return madeNames()
    .filter((room) => JSON.stringify(parseRoom(room)) !== JSON.stringify(parseRoom(changed(room, change))))
    .map(({ name }) => name)
}

function changed(room: ToldRoom, change: (name: string) => string): ToldRoom {
  return { ...room, name: change(room.name) }
}

describe('a name means the same', () => {
  it.each(Object.entries(CHANGES))('in %s', (_, change) => {
    expect(differences(change)).toEqual([])
  })

  it.each(OF_THE_RATE)('with “%s” before or behind it', (words) => {
    expect(differences((name) => `${name} ${words}`)).toEqual([])
    expect(differences((name) => `${words}, ${name}`)).toEqual([])
  })
})
