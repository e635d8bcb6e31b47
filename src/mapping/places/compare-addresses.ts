import { isSlip } from '../text/slips.ts'
import type { AddressReading, HouseNumber } from './read-address.ts'

/**
 * SAME_HOUSE: one street, one number. SAME_NUMBER: one number, and the one side has no street. NEXT_DOOR: one street, numbers at most
 * four apart. OTHER_HOUSE: one street, two numbers. SAME_TEXT: one street or quarter without numbers. OTHER_STREET: two streets.
 * UNSURE: what is told cannot be compared.
 */
export type AddressRelation =
  | 'SAME_HOUSE'
  | 'SAME_NUMBER'
  | 'NEXT_DOOR'
  | 'OTHER_HOUSE'
  | 'SAME_TEXT'
  | 'OTHER_STREET'
  | 'UNSURE'

const NEXT_DOOR = 4

export function compareAddresses(a: AddressReading, b: AddressReading): AddressRelation {
  const street = compareStreets(a, b)
  const numbers = compareNumbers(a, b)
  if (street === 'NONE') return numbers === 'SAME' ? 'SAME_NUMBER' : 'UNSURE'
  if (street === 'SAME') return ofOneStreet(numbers)
  // `Souza Avenue 10` and `10 Souza Road` are a slip of the pen.
  if (street === 'KIND') return numbers === 'SAME' ? 'UNSURE' : 'OTHER_STREET'
  return street === 'OTHER' ? 'OTHER_STREET' : 'UNSURE'
}

function ofOneStreet(numbers: ReturnType<typeof compareNumbers>): AddressRelation {
  if (numbers === 'SAME') return 'SAME_HOUSE'
  if (numbers === 'NEAR') return 'NEXT_DOOR'
  return numbers === 'OTHER' ? 'OTHER_HOUSE' : 'SAME_TEXT'
}

/** What part of the shorter side's names the other must have to be the same street. */
const ENOUGH = 0.6

function compareStreets(a: AddressReading, b: AddressReading): 'SAME' | 'KIND' | 'OTHER' | 'UNSURE' | 'NONE' {
  if (a.names.size === 0 && b.names.size === 0) return isOneNameless(a, b) ? 'SAME' : 'NONE'
  if (a.names.size === 0 || b.names.size === 0) return 'NONE'
  if (areApart(a.numbered, b.numbered) || areApart(a.directions, b.directions)) return 'OTHER'
  const shared = [...a.names].filter((name) => hasName(b.names, name)).length
  const fewer = Math.min(a.names.size, b.names.size)
  if (shared / fewer >= ENOUGH) return areApart(a.kinds, b.kinds) ? 'KIND' : 'SAME'
  // What one side has for a street, the other may have for its town or quarter: `Tapovan` in Tapovan, `Tapovan, Rishikesh`.
  if (shared > 0 || a.isForeign !== b.isForeign || isWithin(a, b) || isWithin(b, a)) return 'UNSURE'
  return 'OTHER'
}

function hasName(names: ReadonlySet<string>, name: string): boolean {
  return (
    names.has(name) ||
    [...names].some((other) => isSlip(other, name) || isShortFor(other, name) || isShortFor(name, other))
  )
}

function isWithin({ names }: AddressReading, { folded }: AddressReading): boolean {
  return [...names].every((name) => folded.includes(name))
}

/** `Al. R.` and the like are given up; `Gov Ctr` for `Government Centre` is not. */
function isShortFor(short: string, long: string): boolean {
  return short.length >= 4 && long.length > short.length && long.startsWith(short)
}

/** `North Avenue`, `Park Place`: streets whose names are of two words that others only are or lie by. */
function isOneNameless(a: AddressReading, b: AddressReading): boolean {
  const [wordsA, wordsB] = [a, b].map(({ kinds, directions }) => new Set([...kinds, ...directions]))
  return (
    wordsA !== undefined && wordsB !== undefined && wordsA.size > 1 && wordsA.symmetricDifference(wordsB).size === 0
  )
}

/** Both say something, and nothing in common. */
function areApart(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size > 0 && b.size > 0 && ![...a].some((one) => b.has(one))
}

function compareNumbers(a: AddressReading, b: AddressReading): 'SAME' | 'NEAR' | 'OTHER' | 'NONE' {
  const [countA, countB] = [a.numbers.length + a.compounds.length, b.numbers.length + b.compounds.length]
  if (countA === 0 || countB === 0) return 'NONE'
  const [fewer, more] = countA <= countB ? [a, b] : [b, a]
  if (
    fewer.compounds.every((one) => more.compounds.includes(one)) &&
    fewer.numbers.every((one) => isAmong(one, more.numbers))
  )
    return 'SAME'
  const isNear =
    a.compounds.length + b.compounds.length === 0 &&
    fewer.numbers.every((one) => more.numbers.some((other) => gap(one, other) <= NEXT_DOOR))
  return isNear ? 'NEAR' : 'OTHER'
}

function isAmong(one: HouseNumber, others: readonly HouseNumber[]): boolean {
  return others.some(
    (other) => gap(one, other) === 0 && (one.letter === other.letter || one.letter === '' || other.letter === ''),
  )
}

function gap(a: HouseNumber, b: HouseNumber): number {
  return Math.max(0, a.from - b.to, b.from - a.to)
}
