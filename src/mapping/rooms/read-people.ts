import { type Draft, kindAt, numberAt, skipSmall } from './draft.ts'

/** For how many: `4 personnes`, `for 4`, `(2 adultos + 2 niños)`, `2-4 persons`, `定員4名`. The most that are named count. */
export function readPeople(draft: Draft, at: number): number {
  if (kindAt(draft, at) === 'SINGLE_USE') {
    draft.isSingleUse = true
    return 1
  }
  if (kindAt(draft, at) === 'FOR') return readFor(draft, at)
  return numberAt(draft, at) === null ? 0 : readParty(draft, at)
}

function readFor(draft: Draft, at: number): number {
  const next = skipSmall(draft, at + 1)
  const people = numberAt(draft, next)
  if (people === null) return 1
  const party = readParty(draft, next)
  if (party > 0) return next - at + party
  // "For 2 beds" is not for two people.
  if (kindAt(draft, next) !== 'NUMBER' || isCounting(draft, next + 1)) return 1
  draft.people.add(people)
  return next - at + 1
}

function isCounting(draft: Draft, at: number): boolean {
  const kind = kindAt(draft, at)
  return (
    kind === 'BED' ||
    kind === 'SIZE' ||
    kind === 'NIGHT' ||
    kind === 'BEDROOM' ||
    kind === 'SIZED_BED' ||
    kind === 'TWIN'
  )
}

/** Adults and children, after each other, with "and" between them or without. */
function readParty(draft: Draft, from: number): number {
  let people = 0
  let end = from
  let at = from
  for (;;) {
    const group = groupAt(draft, at)
    if (!group) break
    people += group.people
    end = group.end
    at = skipLinks(draft, end)
  }
  if (people > 0) draft.people.add(people)
  return end - from
}

function skipLinks(draft: Draft, at: number): number {
  let next = at
  while (kindAt(draft, next) === 'AND' || kindAt(draft, next) === 'SMALL') next++
  return next
}

/** `2 adults`, `2-4 persons`; `2+1 pax` are three. */
function groupAt(draft: Draft, at: number): { readonly people: number; readonly end: number } | null {
  const first = numberAt(draft, at)
  if (first === null) return null
  const isSum = kindAt(draft, at + 1) === 'AND'
  const second = numberAt(draft, isSum ? at + 2 : at + 1)
  const end = second === null ? at + 1 : at + (isSum ? 3 : 2)
  const after = kindAt(draft, end)
  if (after !== 'PERSON' && after !== 'CHILD') return null
  const people = second === null ? first : isSum ? first + second : Math.max(first, second)
  return { people, end: end + 1 }
}
