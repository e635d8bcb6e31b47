import { type Comparison, isOneHouse, isVouched } from '../compare-hotels.ts'
import { type HouseType, typeOfGroup } from '../names/house-types.ts'
import type { NameReading } from '../names/read-name.ts'
import type { Evidence } from '../verdict.ts'
import { WEIGHTS } from '../weights.ts'
import { capped } from './capped.ts'

/** Hostels and flats share houses, desks and telephones with hotels of the same name. */
const APART: ReadonlySet<HouseType> = new Set(['HOSTEL', 'APARTMENT'])

/** What kind of house the names say, and where a name says none, what the property type says. */
export function houseTypeEvidence(comparison: Comparison): readonly Evidence[] {
  const { name } = comparison
  const [inA, inB] = [typesIn(name.a), typesIn(name.b)]
  if (inA.type !== null && inB.type !== null) return ofTwoNames(comparison, inA, inB)
  // `Apartment Hotel`, `Hotel-Pension`: neither a hotel nor the other contradicts it.
  if (saysBoth(name.a, inA) || saysBoth(name.b, inB)) return []
  if (isHotelBesideHomes(comparison))
    return [{ kind: 'PROPERTY_TYPE', effect: 'REVIEW', a: name.a.folded, b: name.b.folded }]
  return inA.type === null && inB.type === null && isOneField(comparison) ? [] : ofNameAndField(comparison, inA, inB)
}

/** Both suppliers call it an aparthotel: that only one of them puts `Hotel` into the name is how it writes names. */
function isOneField({ a, b }: Comparison): boolean {
  return a.houseType !== null && a.houseType === b.houseType
}

/** `Swiss-Garden Hotel & Residences` and `Swiss-Garden Residences`: both have homes, only one calls itself a hotel. */
function isHotelBesideHomes({ name }: Comparison): boolean {
  const { a, b, is } = name
  return a.saysHotel !== b.saysHotel && is.brands !== 'SAME' && hasHomes(a) && hasHomes(b)
}

/** A hotel of suites is one house, whether or not it says hotel as well. */
function hasHomes({ words }: NameReading): boolean {
  return words.some(({ role, group, key }) => role === 'DIVIDING' && group === 'homes' && key !== '#suites')
}

function ofNameAndField(comparison: Comparison, inA: TypesIn, inB: TypesIn): readonly Evidence[] {
  const { a, b, name } = comparison
  const [typeA, typeB] = [toldType(name.a, inA) ?? a.houseType, toldType(name.b, inB) ?? b.houseType]
  if (typeA === null || typeB === null || typeA === typeB) return []
  const told = { kind: 'PROPERTY_TYPE', a: inA.words ?? typeA, b: inB.words ?? typeB } as const
  if (APART.has(typeA) || APART.has(typeB))
    return capped({ ...told, effect: WEIGHTS.houseType.differ }, !isFieldOfChain(comparison, inA, inB))
  const isInNames = inA.type === null ? name.a.saysHotel && inB.type !== null : name.b.saysHotel
  return capped({ ...told, effect: WEIGHTS.houseType.fieldsDiffer }, isInNames && !isVouched(comparison))
}

/** Of a chain of aparthotels one name says it, and the other listing's field has the `Hotel` that suppliers put for all. */
function isFieldOfChain(comparison: Comparison, inA: TypesIn, inB: TypesIn): boolean {
  const { name, a, b } = comparison
  const [silent, field] = inA.type === null ? [name.a, a.houseType] : [name.b, b.houseType]
  const isSilent = (inA.type === null) !== (inB.type === null) && !silent.saysHotel && field === 'HOTEL'
  return isSilent && name.is.brands === 'SAME' && isOneHouse(comparison)
}

/** Haus and Pension, Hostel and Apartments: two words of the two names. */
function ofTwoNames(comparison: Comparison, inA: TypesIn, inB: TypesIn): readonly Evidence[] {
  const told = { kind: 'PROPERTY_TYPE', a: inA.words, b: inB.words } as const
  if (inA.words === inB.words) return [{ ...told, effect: WEIGHTS.houseType.same }]
  if (inA.concepts.some((concept) => inB.concepts.includes(concept))) return []
  const isApart = inA.type !== inB.type && [inA.type, inB.type].some((type) => type !== null && APART.has(type))
  return capped({ ...told, effect: WEIGHTS.houseType.wordsDiffer }, isApart || !isVouched(comparison))
}

type TypesIn = { readonly type: HouseType | null; readonly words: string | null; readonly concepts: readonly string[] }

/** What a name calls its house, besides hotel. */
function typesIn({ words }: NameReading): TypesIn {
  const types = words.filter(({ role, group }) => role === 'TYPE' && group !== 'hotel')
  const concepts = types.map(({ key }) => key).sort()
  return {
    type: types.map(({ group }) => typeOfGroup(group)).find((type) => type !== null) ?? null,
    words: concepts.length === 0 ? null : concepts.map((key) => key.slice(1)).join(' '),
    concepts,
  }
}

function saysBoth({ saysHotel }: NameReading, { type }: TypesIn): boolean {
  return saysHotel && type !== null
}

/** What the name itself says; Inn and Resort are hotels. */
function toldType({ saysHotel, words }: NameReading, { type }: TypesIn): HouseType | null {
  const isHotel = saysHotel || words.some(({ role, group }) => role === 'TYPE' && group === 'hotel')
  return type ?? (isHotel ? 'HOTEL' : null)
}
