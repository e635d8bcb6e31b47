import type { Contradiction, RoomAttributes } from './room-attributes.ts'

type Told = { readonly kind?: string; readonly people?: string; readonly bed?: string }

/** The types of Hotelbeds' room codes that say one thing everywhere; by the dictionary `types/rooms` and by usage. */
const TYPES: Readonly<Record<string, Told>> = {
  SGL: { people: '1' },
  IND: { people: '1' },
  DBL: { people: '2' },
  DBT: { people: '2' },
  TWN: { people: '2', bed: 'SINGLE:2' },
  DUS: { people: '1' },
  TPL: { people: '3' },
  TRP: { people: '3' },
  QUA: { people: '4' },
  SUI: { kind: 'SUITE' },
  JSU: { kind: 'JUNIOR_SUITE' },
  STU: { kind: 'STUDIO' },
  APT: { kind: 'APARTMENT' },
  VIL: { kind: 'VILLA' },
  BUN: { kind: 'BUNGALOW' },
}

const CLASSES: Readonly<Record<string, string>> = {
  ST: 'STANDARD',
  SU: 'SUPERIOR',
  DX: 'DELUXE',
  EX: 'EXECUTIVE',
  EC: 'ECONOMY',
}

const GRADES: ReadonlySet<string> = new Set(Object.values(CLASSES))

/** Where `DBL.SU-1` says something else than the name. It adds nothing: hotels use codes loosely, so it only confirms. */
export function hotelbedsContradictions(room: RoomAttributes, code: string): Contradiction[] {
  const [type = '', characteristic = ''] = code.toUpperCase().split(/[.\-\s]/)
  const { kind, people, bed } = TYPES[type] ?? {}
  const graded = room.classes.filter((one) => GRADES.has(one))
  const count = room.people ? String(room.people.count) : null
  return [
    ...differing('KIND', room.kinds, kind),
    ...differing('OCCUPANCY', count === null ? [] : [count], people),
    ...differing('BEDS', room.beds.choices, bed),
    ...differing('CLASS', graded, CLASSES[characteristic]),
  ].map(({ what, name }) => ({ what, name, field: code }))
}

type Found = Pick<Contradiction, 'what' | 'name'>

/** What both tell, and tell differently. */
function differing(what: Contradiction['what'], named: readonly string[], coded: string | undefined): Found[] {
  if (coded === undefined || named.length === 0 || named.includes(coded)) return []
  return [{ what, name: named.join(' + ') }]
}
