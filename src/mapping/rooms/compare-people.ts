import { placesOf } from './compare-beds.ts'
import type { RoomAttributes } from './room-attributes.ts'
import type { RoomEvidence } from './room-verdict.ts'

type Effect = RoomEvidence['effect']

/**
 * For how many the rooms are. What names say decides; where one name is silent, its beds or its field may say the same. Fields alone
 * only ask for a look: suppliers count children differently.
 */
export function comparePeople(a: RoomAttributes, b: RoomAttributes): RoomEvidence[] {
  const effect = namedEffect(a, b)
  const named: RoomEvidence[] = effect === null ? [] : [{ kind: 'PEOPLE', effect, a: shown(a), b: shown(b) }]
  return [
    ...named,
    ...fieldEvidence(a.maxOccupancy, b.maxOccupancy, ''),
    ...fieldEvidence(a.maxAdults, b.maxAdults, ' adults'),
  ]
}

function shown({ people }: RoomAttributes): string | null {
  return people ? String(people.count) : null
}

function namedEffect(a: RoomAttributes, b: RoomAttributes): Effect | null {
  if (!a.people && !b.people) return null
  if (a.people && b.people) return a.people.count === b.people.count ? 2 : 'DIFFERENT'
  // A twin room and one with two beds: the beds decide.
  if (a.people?.isByBeds || b.people?.isByBeds) return null
  return a.people ? silentEffect(a.people.count, b) : silentEffect(b.people?.count ?? 0, a)
}

/** One name says `count`; the other room's beds, or its field, may say it too. */
function silentEffect(count: number, silent: RoomAttributes): Effect {
  const { choices } = silent.beds
  const byBeds = choices.length === 1 && silent.sofa === null ? placesOf(choices[0] ?? '') : null
  // A bed for two that is sold to one is another offer.
  if (count === 1 && byBeds === 2) return 'DIFFERENT'
  return byBeds === count || silent.maxOccupancy === count ? 1 : 'REVIEW'
}

function fieldEvidence(a: number | null, b: number | null, unit: string): RoomEvidence[] {
  if (a === null || b === null) return []
  return [{ kind: 'MAX_OCCUPANCY', effect: a === b ? 1 : 'REVIEW', a: `${a}${unit}`, b: `${b}${unit}` }]
}
