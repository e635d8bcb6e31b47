import type { Draft } from './draft.ts'
import { planBeds } from './plan-beds.ts'
import { readName } from './read-name.ts'
import type { BedPlan, RoomAttributes, Smoking, ToldRoom } from './room-attributes.ts'
import { withFields } from './room-fields.ts'

/**
 * What a room is, by the grammar of room names and by its fields. Fields win over words; where they contradict each other, that is
 * told in `contradictions`.
 */
export function parseRoom(room: ToldRoom): RoomAttributes {
  return withFields(fromName(readName(room.name, room.language ?? null)), room)
}

function fromName(draft: Draft): RoomAttributes {
  const kinds = kindsOf(draft)
  const places = highest(draft.places)
  const isDormitory = kinds.includes('DORMITORY')
  const hasFutons = kinds.includes('TATAMI_ROOM')
  const mentions = isDormitory ? [] : draft.beds.filter(({ size }) => !(hasFutons && size === 'FUTON'))
  const beds = withRounding(planBeds(mentions, places), draft)
  return {
    kinds,
    isKindTold: kinds.length > 0 || draft.bedrooms === null,
    bedrooms: draft.bedrooms,
    classes: sorted(draft.classes).filter((one) => one !== 'STANDARD' && !(hasFutons && one === 'TRADITIONAL')),
    beds,
    sofa: sofaOf(draft),
    views: sorted(draft.views),
    settings: settingsOf(draft, kinds),
    people: peopleOf(draft, { places, isDormitory }),
    maxOccupancy: null,
    maxAdults: null,
    smoking: smokingOf(draft),
    access: accessOf(draft),
    features: featuresOf(draft, kinds),
    listed: [],
    gender: draft.genders.size === 1 ? (sorted(draft.genders)[0] ?? null) : draft.genders.size > 1 ? 'MIXED' : null,
    dormitoryBeds: isDormitory ? (draft.dormitoryBeds ?? places) : null,
    tatami: draft.tatami,
    squareMetres: draft.squareMetres,
    unknownWords: sorted(draft.unknown),
    contradictions: [],
    mappedRoomId: null,
    supplierCode: null,
  }
}

const ROUNDED = 'full double bed'

/** RateHawk's numbers know one bed for two, and its names call it so even beside a finer word: `(full double bed) (king size bed)`. */
function withRounding(beds: BedPlan, { terms }: Draft): BedPlan {
  const isRounded = beds.choices.join() === 'DOUBLE:1' && terms.some(({ text }) => text === ROUNDED)
  return isRounded ? { ...beds, isRounded } : beds
}

function sorted(values: Iterable<string>): string[] {
  return [...values].sort()
}

function highest(values: ReadonlySet<number>): number | null {
  return values.size > 0 ? Math.max(...values) : null
}

/** `Studio apartment` is a studio, and every `penthouse apartment` a penthouse: what is said twice is the narrower of the two. */
function kindsOf(draft: Draft): string[] {
  const kinds = new Set([...draft.kinds, ...draft.moreKinds])
  if (kinds.delete('JUNIOR') && kinds.has('SUITE')) kinds.add('JUNIOR_SUITE')
  if (kinds.has('JUNIOR_SUITE')) kinds.delete('SUITE')
  const narrower = ['STUDIO', 'PENTHOUSE', 'LOFT', 'DUPLEX', 'BUNGALOW', 'VILLA', 'RESIDENCE', 'CHALET', 'CABIN']
  if (narrower.some((kind) => kinds.has(kind))) kinds.delete('APARTMENT')
  if (kinds.has('JAPANESE_WESTERN_ROOM')) kinds.delete('TATAMI_ROOM')
  if (kinds.has('DORMITORY') || kinds.has('TREE_HOUSE')) kinds.delete('HOUSE')
  return sorted(kinds)
}

/** A count of one is what every sofa bed is. */
function sofaOf({ sofas }: Draft): string | null {
  if (sofas.length === 0) return null
  return `SOFA:${Math.max(...sofas.map((count) => count ?? 1))}`
}

/** A pool that is no view belongs to the villa. */
function settingsOf(draft: Draft, kinds: readonly string[]): string[] {
  const isPoolVilla = kinds.includes('VILLA')
  return sorted(draft.settings).filter((setting) => !(isPoolVilla && setting === 'POOL'))
}

function featuresOf(draft: Draft, kinds: readonly string[]): string[] {
  const isPoolVilla = kinds.includes('VILLA') && draft.settings.has('POOL')
  // "Bed" alone says what every room has, but for one with futons.
  const hasBeds = kinds.includes('TATAMI_ROOM') && draft.hasSomeBed
  return sorted(
    new Set([...draft.features, ...(isPoolVilla ? ['PRIVATE_POOL'] : []), ...(hasBeds ? ['WESTERN_BEDS'] : [])]),
  )
}

function smokingOf({ smoking }: Draft): Smoking | null {
  if (smoking.size !== 1) return null
  return smoking.has('SMOKING') ? 'SMOKING' : 'NON_SMOKING'
}

/** A roll-in shower is for wheelchairs. */
function accessOf({ access }: Draft): string[] {
  return sorted(access.has('ROLL_IN_SHOWER') ? new Set([...access, 'MOBILITY']) : access)
}

type Words = { readonly places: number | null; readonly isDormitory: boolean }

function peopleOf(draft: Draft, { places, isDormitory }: Words): RoomAttributes['people'] {
  if (isDormitory) return null
  if (draft.isSingleUse) return { count: 1, isByBeds: false }
  const said = highest(draft.people) ?? places
  if (said !== null) return { count: said, isByBeds: false }
  const bare = new Set(draft.beds.filter(({ isBed }) => !isBed).map(({ size }) => size))
  if (['DOUBLE', 'DOBLE', 'DOPPIA', 'TWIN'].some((size) => bare.has(size))) return { count: 2, isByBeds: true }
  return bare.has('SINGLE') ? { count: 1, isByBeds: true } : null
}
