import { type Comparison, isFar, isSameCity } from '../compare-hotels.ts'
import { comparePostcodes } from '../places/postcodes.ts'
import { areCompatibleCountries } from '../places/territories.ts'
import type { Evidence } from '../verdict.ts'
import { WEIGHTS } from '../weights.ts'
import { capped } from './capped.ts'
import { isPointWrong } from './wrong-point.ts'

/** Where the listings say they are: country, city, street, postcode, point; and their telephones. */
export function placeEvidence(comparison: Comparison): readonly Evidence[] {
  return [
    ...countryEvidence(comparison),
    ...cityEvidence(comparison),
    ...addressEvidence(comparison),
    ...postcodeEvidence(comparison),
    ...distanceEvidence(comparison),
    ...phoneEvidence(comparison),
  ]
}

/** A listing near a border may be given to the wrong side of it. */
const BORDER_METERS = 3_000

function countryEvidence({ a, b, apart }: Comparison): readonly Evidence[] {
  if (a.countryCode === null || b.countryCode === null || areCompatibleCountries(a.countryCode, b.countryCode))
    return []
  const effect = apart !== null && apart.meters <= BORDER_METERS ? 'REVIEW' : 'NEVER'
  return [{ kind: 'COUNTRY', effect, a: a.countryCode, b: b.countryCode }]
}

function cityEvidence(comparison: Comparison): readonly Evidence[] {
  const { a, b, name } = comparison
  const isSame = isSameCity(comparison)
  if (isSame === null) return []
  const told = { kind: 'CITY', a: a.cityWords.join(' '), b: b.cityWords.join(' ') } as const
  if (isSame) return [{ ...told, effect: WEIGHTS.city.same }]
  // Both names tell one city: the fields are of a quarter, or of the town beside it.
  return [{ ...told, effect: name.is.sharesCity ? 0 : WEIGHTS.city.other }]
}

function addressEvidence({ a, b, address: relation, phone, name }: Comparison): readonly Evidence[] {
  if (relation === null || relation === 'UNSURE') return []
  const told = { a: a.address?.folded ?? null, b: b.address?.folded ?? null }
  const weights = WEIGHTS.address
  switch (relation) {
    case 'SAME_HOUSE':
      return [{ kind: 'ADDRESS', effect: weights.sameHouse, ...told }]
    case 'SAME_NUMBER':
      return [{ kind: 'ADDRESS', effect: weights.sameNumber, ...told }]
    case 'SAME_TEXT':
      return [{ kind: 'ADDRESS', effect: weights.sameText, ...told }]
    case 'NEXT_DOOR':
      return capped(
        { kind: 'HOUSE_NUMBER', effect: weights.nextDoor, ...told },
        name.grade !== 'EQUAL' && phone !== 'SAME',
      )
    case 'OTHER_HOUSE':
      return capped({ kind: 'HOUSE_NUMBER', effect: weights.otherHouse, ...told }, phone !== 'SAME')
    case 'OTHER_STREET':
      return capped({ kind: 'ADDRESS', effect: weights.otherStreet, ...told }, phone !== 'SAME')
  }
}

function postcodeEvidence({ a, b }: Comparison): readonly Evidence[] {
  if (a.postcode === null || b.postcode === null) return []
  const told = { kind: 'POSTCODE', a: a.postcode.text, b: b.postcode.text } as const
  const relation = comparePostcodes(a.postcode, b.postcode)
  const reach = a.postcode.reach
  if (relation === 'COARSE') return [{ ...told, effect: WEIGHTS.postcode.coarse }]
  return [{ ...told, effect: WEIGHTS.postcode[relation === 'EQUAL' ? 'equal' : 'other'][reach] }]
}

function distanceEvidence(comparison: Comparison): readonly Evidence[] {
  const { a, b, apart } = comparison
  if (apart === null) return []
  const { meters, precisionMeters } = apart
  const beyond = Math.max(0, meters - precisionMeters)
  const effect = WEIGHTS.distance.find(({ to }) => beyond <= to)?.effect ?? 0
  const told = { kind: 'DISTANCE', a: pointText(a), b: pointText(b), meters, precisionMeters } as const
  // A point that could be anywhere in a town agrees with every hotel there.
  const isTelling = effect < 0 || precisionMeters <= TELLING_METERS
  if (isPointWrong(comparison)) return [{ ...told, effect: Math.max(effect, WEIGHTS.wrongPoint) }]
  return capped({ ...told, effect: isTelling ? effect : 0 }, isFar(apart) || apart.isMended)
}

const TELLING_METERS = 1_200

function pointText({ facts }: Comparison['a']): string {
  return `${facts.latitude},${facts.longitude}`
}

function phoneEvidence({ a, b, phone: relation }: Comparison): readonly Evidence[] {
  if (relation === null) return []
  const told = { kind: 'PHONE', a: phoneText(a), b: phoneText(b) } as const
  return [{ ...told, effect: relation === 'SAME' ? WEIGHTS.phone.same : WEIGHTS.phone.other }]
}

function phoneText({ phones }: Comparison['a']): string {
  return phones.map(({ national }) => national).join(' ')
}
