import { type Draft, kindAt, numberAt, skipSmall } from './draft.ts'

/** Kinds that have bedrooms of their own. */
const DWELLINGS: ReadonlySet<string> = new Set([
  'APARTMENT',
  'VILLA',
  'HOUSE',
  'COTTAGE',
  'TOWN_HOUSE',
  'COUNTRY_HOUSE',
  'LODGE',
  'CHALET',
  'CABIN',
  'BUNGALOW',
  'SUITE',
  'PENTHOUSE',
  'DUPLEX',
  'LOFT',
  'MOBILE_HOME',
  'RESIDENCE',
])

function isDwelling(draft: Draft): boolean {
  return [...draft.kinds].some((kind) => DWELLINGS.has(kind))
}

function isDormitory(draft: Draft): boolean {
  return draft.kinds.has('DORMITORY') || (draft.kinds.has('CAPSULE') && !draft.kinds.has('SUITE'))
}

/** What a number counts: bedrooms, the rooms of a flat, mats, square metres, the beds of a dormitory, nights, money, floors. */
export function readCounts(draft: Draft, at: number): number {
  const number = numberAt(draft, at)
  if (number === null) return kindAt(draft, at) === 'FLAT_ROOM' ? readFlat(draft, at) : 0
  const next = skipSmall(draft, at + 1)
  const counted = { at: next, number, used: next - at + 1 }
  return readMeasure(draft, counted) || readRooms(draft, counted)
}

function readRooms(draft: Draft, counted: Counted): number {
  switch (kindAt(draft, counted.at)) {
    case 'BEDROOM':
    case 'DORMITORIO':
      return setBedrooms(draft, counted)
    case 'FLAT_ROOM':
      return readCountedFlat(draft, counted)
    case 'ROOM':
      return readCountedRooms(draft, counted)
    case 'BED':
    case 'PERSON':
      return isDormitory(draft) ? setDormitoryBeds(draft, counted) : readBritishFlat(draft, counted)
    default:
      return 0
  }
}

/** A square foot in square metres. */
const SQUARE_FOOT = 0.0929

function readMeasure(draft: Draft, { at, number, used }: Counted): number {
  switch (kindAt(draft, at)) {
    case 'TATAMI':
      draft.tatami = number
      draft.moreKinds.add('TATAMI_ROOM')
      return used
    case 'SQUARE_METRE':
      draft.squareMetres = number
      return used
    case 'SQUARE_FOOT':
      draft.squareMetres = Math.round(number * SQUARE_FOOT)
      return used
    case 'NIGHT':
    case 'CURRENCY':
      return used
    case 'FLOOR':
      draft.features.add(`FLOOR_${number}`)
      return used
    default:
      return 0
  }
}

type Counted = { readonly at: number; readonly number: number; readonly used: number }

function setBedrooms(draft: Draft, { number, used }: Omit<Counted, 'at'>): number {
  draft.bedrooms = Math.max(draft.bedrooms ?? 0, number)
  return used
}

function setDormitoryBeds(draft: Draft, { number, used }: Counted): number {
  draft.dormitoryBeds = Math.max(draft.dormitoryBeds ?? 0, number)
  return used
}

/** `2 bed apartment`: British for two bedrooms. */
function readBritishFlat(draft: Draft, { at, number, used }: Counted): number {
  const flat = draft.terms[at + 1]
  const isFlat = draft.terms[at]?.text === 'bed' && flat?.kind === 'KIND' && DWELLINGS.has(flat.value)
  return isFlat ? setBedrooms(draft, { number, used }) : 0
}

/** `bilocale`, `T2`. */
function readFlat(draft: Draft, at: number): number {
  const value = draft.terms[at]?.value ?? ''
  if (value === 'T') {
    const rooms = numberAt(draft, at + 1)
    if (rooms === null || rooms > 7) return 0
    const bedrooms = draft.language?.startsWith('pt') ? rooms : rooms - 1
    return setFlat(draft, bedrooms, 2)
  }
  const bedrooms = /^FLAT_(\d)$/.exec(value)?.[1]
  return bedrooms ? setFlat(draft, Number(bedrooms), 1) : 0
}

/** `3 pièces`, `2LDK`. */
function readCountedFlat(draft: Draft, { at, number, used }: Counted): number {
  const value = draft.terms[at]?.value
  if (value === 'LDK') return setFlat(draft, number, used)
  return value === 'ROOMS' ? setFlat(draft, number - 1, used) : 0
}

function setFlat(draft: Draft, bedrooms: number, used: number): number {
  draft.moreKinds.add(bedrooms === 0 ? 'STUDIO' : 'APARTMENT')
  if (bedrooms > 0) draft.bedrooms = bedrooms
  return used
}

/** `2 chambres` in a flat, or in a `chambre familiale`, are bedrooms; of a flat's `3 Zimmer`, one is none. */
function readCountedRooms(draft: Draft, { at, number, used }: Counted): number {
  const isSleeping = draft.terms[at]?.value === 'SLEEPING'
  const isFamilyRoom = isSleeping && number > 1 && draft.terms.filter(({ kind }) => kind === 'ROOM').length > 1
  if (!isDwelling(draft) && !isFamilyRoom) return 0
  if (isSleeping) return setBedrooms(draft, { number, used })
  if (number === 1) draft.moreKinds.add('STUDIO')
  return number > 1 ? setBedrooms(draft, { number: number - 1, used }) : used
}

/** Words that mean one thing wherever they stand. */
export function readPlainWord(draft: Draft, at: number): number {
  const term = draft.terms[at]
  if (!term) return 0
  switch (term.kind) {
    case 'CLASS':
      draft.classes.add(term.value)
      return 1
    case 'FEATURE':
      return addFeature(draft, term.value)
    case 'ACCESS':
      draft.access.add(term.value)
      return 1
    case 'SMOKING':
      draft.smoking.add(term.value)
      return 1
    case 'GENDER':
      draft.genders.add(term.value)
      return 1
    case 'PLACES':
      draft.places.add(Number(term.value))
      return 1
    case 'TATAMI':
      draft.moreKinds.add('TATAMI_ROOM')
      return 1
    case 'BEDROOM':
      // "Bedroom" by itself, as in `King Bedroom`, is a room.
      return 1
    default:
      return 0
  }
}

const LOUNGE = /^(EXECUTIVE|CLUB)_(LOUNGE_ACCESS)$/

/** In `King Executive Lounge Access` the class of the room is that of the lounge, unless it has one of its own. */
function addFeature(draft: Draft, feature: string): number {
  const [, grade, lounge] = LOUNGE.exec(feature) ?? []
  draft.features.add(lounge ?? feature)
  if (grade && !draft.terms.some(({ kind }) => kind === 'CLASS')) draft.classes.add(grade)
  return 1
}

/** `without balcony`, `Type B`, and what is left when nothing else reads it. */
export function readRest(draft: Draft, at: number): number {
  const term = draft.terms[at]
  if (!term) return 0
  const next = draft.terms[at + 1]
  switch (term.kind) {
    case 'WITHOUT':
      return readWithout(draft, at)
    case 'TYPE':
      if (!next || !/^([a-z]|\d+)$/.test(next.text)) return 1
      draft.unknown.add(`type ${next.text}`)
      return 2
    case 'SIGHT':
      return readSetting(draft, at)
    case 'SIDE':
      if (term.value === 'SIDE' || term.value === 'FRONT_BEFORE') draft.settings.add(term.value)
      return 1
    case 'NUMBER':
      return readLooseNumber(draft, at)
    case 'CURRENCY':
      return next?.kind === 'NUMBER' ? 2 : 1
    case 'UNKNOWN':
      draft.unknown.add(term.text)
      return 1
    default:
      return 1
  }
}

/** `without balcony`, `no sofa bed`; a word that cannot be missing is read by itself. */
function readWithout(draft: Draft, at: number): number {
  const next = draft.terms[at + 1]
  if (next?.kind === 'FEATURE') draft.features.add(`NO_${next.value}`)
  else if (next?.kind === 'SMOKING') draft.smoking.add('NON_SMOKING')
  else if (next?.kind !== 'SOFA') return 1
  return 2
}

const OWN: Readonly<Record<string, string>> = { POOL: 'PRIVATE_POOL', GARDEN: 'PRIVATE_GARDEN' }

/** What is named without being seen: the room has it (`with pool`), or lies at it (`Garden Suite`). */
function readSetting(draft: Draft, at: number): number {
  const sight = draft.terms[at]?.value ?? ''
  const own = OWN[sight]
  const isWith = draft.terms[at - 1]?.value === 'WITH' || draft.terms[at + 1]?.value === 'WITH_BEFORE'
  if (own && isWith) draft.features.add(own)
  else draft.settings.add(sight)
  return 1
}

/** `2+1` are people, or rooms in Turkey and Russia: it is kept as a word, which another name may have too. */
function readLooseNumber(draft: Draft, at: number): number {
  const isSum = draft.terms[at + 1]?.text === '+' && kindAt(draft, at + 2) === 'NUMBER'
  const end = isSum ? at + 3 : at + 1
  draft.unknown.add(
    draft.terms
      .slice(at, end)
      .map(({ text }) => text)
      .join(''),
  )
  return end - at
}
