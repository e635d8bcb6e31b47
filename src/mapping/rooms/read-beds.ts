import { type Draft, kindAt, numberAt, skipSmall } from './draft.ts'

/**
 * Beds, as names have them: `2 queen beds`, `1 lit double`, `2 camas individuales`, `ダブルベッド2台`, `twin`, `1 o 2 camas`,
 * `sofa bed`, and rooms named by a bed: `Deluxe King`, `Doppelzimmer`.
 */
export function readBeds(draft: Draft, at: number): number {
  const number = numberAt(draft, at)
  return number === null ? readBed(draft, { at, count: null }) : readCounted(draft, at)
}

function readCounted(draft: Draft, at: number): number {
  const count = numberAt(draft, at)
  const choice = readOneOrTwo(draft, at)
  if (choice > 0) return choice
  const next = skipSmall(draft, at + 1)
  const used = readBed(draft, { at: next, count })
  return used === 0 ? 0 : next - at + used
}

/** `1 o 2 camas`: a double bed, or two singles. */
function readOneOrTwo(draft: Draft, at: number): number {
  if (numberAt(draft, at) !== 1 || kindAt(draft, at + 1) !== 'OR' || numberAt(draft, at + 2) !== 2) return 0
  if (kindAt(draft, at + 3) !== 'BED') return 0
  draft.beds.push({ size: 'DOUBLE', count: 1, isBed: true, isAlternative: false })
  draft.beds.push({ size: 'SINGLE', count: 2, isBed: true, isAlternative: true })
  return 4
}

type BedAt = { readonly at: number; readonly count: number | null }

function readBed(draft: Draft, { at, count }: BedAt): number {
  const kind = kindAt(draft, at)
  if (kind === 'SOFA') return addSofa(draft, count, 1)
  if (kind === 'SIZE' || kind === 'TWIN') return readSizeFirst(draft, { at, count })
  if (kind === 'SIZED_BED') {
    const { used, size } = sizesFrom(draft, at + 1, sizeAt(draft, at).size)
    return add(draft, { size, count: count ?? pluralOf(draft, at, size), isBed: true, used: 1 + used })
  }
  if (kind === 'BED') return readBedFirst(draft, { at, count })
  return 0
}

/** `king bed`, `double single sofa bed`, `ダブルベッド2台`, and sizes without a bed. */
function readSizeFirst(draft: Draft, { at, count }: BedAt): number {
  if (isTwice(draft, at) && count === null) return add(draft, { ...sizeAt(draft, at), count: 2, isBed: true, used: 2 })
  const { used: sizes, size } = sizesFrom(draft, at, '')
  const after = at + sizes
  if (kindAt(draft, after) === 'SOFA') return addSofa(draft, count, sizes + 1)
  if (kindAt(draft, after) === 'SIZED_BED') {
    const also = draft.terms[after]?.value ?? ''
    return add(draft, { size: finer(size, also), count, isBed: true, used: sizes + 1 })
  }
  if (kindAt(draft, after) !== 'BED') return addBare(draft, { at, count, size, used: sizes })
  const counter = countAfter(draft, after + 1)
  const told = count ?? counter.count ?? pluralOf(draft, after, size)
  return add(draft, { size, count: told, isBed: true, used: sizes + 1 + counter.used })
}

/** A size without a bed: `Deluxe King`, `two queens`, the second of `1 cama doble y 1 individual`; `1 twin` is a room. */
function addBare(
  draft: Draft,
  { at, count, size, used }: BedAt & { readonly size: string; readonly used: number },
): number {
  const isArticle = kindAt(draft, at - 1) === 'ARTICLE'
  const isRoom = count === null || isArticle || (count === 1 && size === 'TWIN')
  return add(draft, { size, count: isRoom ? null : count, isBed: !isRoom, used })
}

/** `lit double`, `cama de matrimonio`, `ベッド2台`, `2 camas`. */
function readBedFirst(draft: Draft, { at, count }: BedAt): number {
  const next = skipSmall(draft, at + 1)
  const kind = kindAt(draft, next)
  if (kind === 'SOFA') return addSofa(draft, count, next - at + 1)
  if (kind === 'SIZE' || kind === 'TWIN' || kind === 'SIZED_BED') {
    const { used, size } = sizesFrom(draft, next, '')
    return add(draft, { size, count: count ?? pluralOf(draft, at, size), isBed: true, used: next - at + used })
  }
  const counter = countAfter(draft, at + 1)
  const told = count ?? counter.count
  draft.hasSomeBed = true
  return told === null ? 1 : add(draft, { size: 'ANY', count: told, isBed: true, used: 1 + counter.used })
}

/** Sizes that stand together are one: `King size double bed` is a king. */
function sizesFrom(draft: Draft, at: number, first: string): { readonly used: number; readonly size: string } {
  let size = first
  let next = at
  while (kindAt(draft, next) === 'SIZE' || kindAt(draft, next) === 'TWIN') {
    const value = draft.terms[next]?.value ?? ''
    if (size !== '' && !areTogether(size, value)) break
    size = finer(size, value)
    next++
  }
  if (next === at && kindAt(draft, at) === 'SIZED_BED' && first === '') {
    const value = draft.terms[at]?.value ?? ''
    const more = sizesFrom(draft, at + 1, value)
    return { used: 1 + more.used, size: more.size }
  }
  return { used: next - at, size }
}

/** `Double Double` is American for two double beds. */
function isTwice(draft: Draft, at: number): boolean {
  return (
    kindAt(draft, at) === 'SIZE' &&
    kindAt(draft, at + 1) === 'SIZE' &&
    sizeAt(draft, at).size === sizeAt(draft, at + 1).size
  )
}

function sizeAt({ terms }: Draft, at: number): { readonly size: string } {
  return { size: terms[at]?.value ?? '' }
}

const LARGE: ReadonlySet<string> = new Set(['KING', 'QUEEN', 'SUPER_KING', 'WIDE_DOUBLE', 'SEMI_DOUBLE', 'FRENCH'])
const ROOM_FOR_TWO: ReadonlySet<string> = new Set(['DOUBLE', 'DOBLE', 'DOPPIA'])

function areTogether(a: string, b: string): boolean {
  if (a === 'TWIN' && b === 'SINGLE') return true
  return a === b || (LARGE.has(a) && ROOM_FOR_TWO.has(b)) || (ROOM_FOR_TWO.has(a) && LARGE.has(b))
}

function finer(a: string, b: string): string {
  if (a === '' || (ROOM_FOR_TWO.has(a) && b !== '')) return b
  return a
}

const PLURAL = /^(beds|lits|.*betten|camas|letti|bedden)$/

/** "Single beds" without a number are two. */
function pluralOf({ terms }: Draft, at: number, size: string): number | null {
  return size === 'SINGLE' && PLURAL.test(terms[at]?.text ?? '') ? 2 : null
}

/** Japanese counts behind: `2台`. */
function countAfter(draft: Draft, at: number): { readonly used: number; readonly count: number | null } {
  const count = kindAt(draft, at) === 'NUMBER' ? numberAt(draft, at) : null
  if (count === null || kindAt(draft, at + 1) !== 'COUNTER') return { used: 0, count: null }
  return { used: 2, count }
}

type Named = { readonly size: string; readonly count: number | null; readonly isBed: boolean; readonly used: number }

function add(draft: Draft, { size, count, isBed, used }: Named): number {
  draft.beds.push({ size, count, isBed, isAlternative: draft.isOr && draft.beds.length > 0 })
  draft.isOr = false
  return used
}

function addSofa(draft: Draft, count: number | null, used: number): number {
  draft.sofas.push(count)
  return used
}
