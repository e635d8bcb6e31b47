import { type Draft, kindAt, skipSmall } from './draft.ts'

/**
 * What a room looks at: `partial sea view`, `vista laterale mare`, `garden and pool view`, `côté rue`, `オーシャンビュー`,
 * `Blick auf den Garten`, `oceanfront`, and views of what no table has (`Waikiki view`).
 */
export function readViews(draft: Draft, at: number): number {
  const kind = kindAt(draft, at)
  if (kind === 'WHOLE_VIEW') return readWholeView(draft, at)
  if (kind === 'PARTIAL' || kind === 'SIGHT' || kind === 'UNKNOWN') return readSightsThenView(draft, at)
  if (kind === 'VIEW') return readViewThenSights(draft, at)
  if (kind === 'SIDE') return readSideThenSights(draft, at)
  return kind === 'WITHOUT' ? readNoView(draft, at) : 0
}

function readWholeView(draft: Draft, at: number): number {
  const isPartial = partialBefore(draft, at)
  draft.views.add((isPartial ? 'PARTIAL_' : '') + valueAt(draft, at))
  return kindAt(draft, at + 1) === 'VIEW' ? 2 : 1
}

/** `no view`, `ohne Meerblick`, `sin vistas al mar`. */
function readNoView(draft: Draft, at: number): number {
  const isViewNext = kindAt(draft, at + 1) === 'VIEW'
  const { values, end } = sightsFrom(draft, isViewNext ? at + 2 : at + 1)
  if (!isViewNext && (values.length === 0 || markerAfter(draft, end) === null)) return 0
  draft.views.add('NONE')
  if (!isViewNext) return end + 1 - at
  return values.length > 0 && valueAt(draft, at + 1) === 'AFTER' ? end - at : 2
}

function valueAt({ terms }: Draft, at: number): string {
  return terms[at]?.value ?? ''
}

function partialBefore(draft: Draft, at: number): boolean {
  return kindAt(draft, at - 1) === 'PARTIAL' && valueAt(draft, at - 1) === 'PARTIAL'
}

type Sights = { readonly values: readonly string[]; readonly isPartial: boolean; readonly end: number }

/** `partial sea and mountain`, up to where something else begins. */
function sightsFrom(draft: Draft, from: number): Sights {
  const values: string[] = []
  let isPartial = false
  let end = from
  for (let at = from; at < draft.terms.length; at++) {
    const kind = kindAt(draft, at)
    if (kind === 'SIGHT') values.push(valueAt(draft, at))
    else if (kind === 'PARTIAL') isPartial ||= valueAt(draft, at) === 'PARTIAL'
    else if (kind === 'OR' || kind === 'AND' || kind === 'SMALL') continue
    else break
    end = at + 1
  }
  return { values, isPartial, end }
}

function readSightsThenView(draft: Draft, at: number): number {
  if (kindAt(draft, at) === 'UNKNOWN') return readUnknownThenView(draft, at)
  const { values, isPartial, end } = sightsFrom(draft, at)
  const marker = markerAfter(draft, end)
  if (marker === null || values.length === 0) return 0
  const partial = isPartial || partialAt(draft, end + 1)
  addViews(draft, { values, partial, marker })
  return end + 1 + (partialAt(draft, end + 1) ? 1 : 0) - at
}

type Marker = 'VIEW' | 'SIDE' | 'TOWARDS' | 'FRONT'

/** What makes the sights before it a view. A word after which sights come is none, unless none come: `vista mare`, `mare vista`. */
function markerAfter(draft: Draft, at: number): Marker | null {
  const kind = kindAt(draft, at)
  const value = valueAt(draft, at)
  if (kind === 'VIEW') return value === 'BEFORE' || !hasSightAfter(draft, at + 1) ? 'VIEW' : null
  if (kind !== 'SIDE') return null
  if (value === 'SIDE') return 'SIDE'
  if (value === 'TOWARDS_BEFORE') return 'TOWARDS'
  return value === 'FRONT_BEFORE' ? 'FRONT' : null
}

function hasSightAfter(draft: Draft, at: number): boolean {
  return sightsFrom(draft, at).values.length > 0
}

function partialAt(draft: Draft, at: number): boolean {
  return kindAt(draft, at) === 'PARTIAL' && valueAt(draft, at) === 'PARTIAL'
}

type Seen = { readonly values: readonly string[]; readonly partial: boolean; readonly marker: Marker }

function addViews(draft: Draft, { values, partial, marker }: Seen): void {
  for (const sight of values) {
    // The English "sea side" may be the side of the town; elsewhere it is where the windows are.
    const isVague = marker === 'SIDE' && (sight === 'SEA' || sight === 'LAKE')
    const name = sight + (marker === 'FRONT' ? '_FRONT' : isVague ? '_SIDE' : '')
    draft.views.add((partial ? 'PARTIAL_' : '') + name)
  }
}

/** `Waikiki view`: what no table has, right before "view", is what is seen. */
function readUnknownThenView(draft: Draft, at: number): number {
  let end = at
  while (kindAt(draft, end) === 'UNKNOWN') end++
  if (kindAt(draft, end) !== 'VIEW' || valueAt(draft, end) !== 'BEFORE') return 0
  const words = draft.terms.slice(at, end).map(({ text }) => text)
  draft.views.add(words.join(' '))
  return end + 1 - at
}

function readViewThenSights(draft: Draft, at: number): number {
  const { values, isPartial, end } = sightsFrom(draft, at + 1)
  const isAfter = valueAt(draft, at) === 'AFTER'
  const partial = isPartial || partialBefore(draft, at)
  if (values.length > 0 && (isAfter || isJoined(draft, at))) {
    addViews(draft, { values, partial, marker: 'VIEW' })
    return end - at
  }
  const unknown = isAfter ? unknownAfter(draft, at + 1) : null
  if (unknown) {
    draft.views.add(unknown.text)
    return unknown.end - at
  }
  if (values.length === 0 && isPartial) {
    draft.views.add('PARTIAL_ANY')
    return end - at
  }
  draft.views.add(partial ? 'PARTIAL_ANY' : 'ANY')
  return 1
}

/** `view of the sea`, `Blick Meer`: a word that follows sights, with none before it. */
function isJoined(draft: Draft, at: number): boolean {
  const next = kindAt(draft, at + 1)
  return next === 'SMALL' || next === 'SIGHT' || next === 'PARTIAL'
}

/** `vista Duomo`, `vue sur le Vieux Pont`: the words after it that no table has. */
function unknownAfter(draft: Draft, from: number): { readonly text: string; readonly end: number } | null {
  let at = skipSmall(draft, from)
  const words: string[] = []
  while (kindAt(draft, at) === 'UNKNOWN') {
    words.push(draft.terms[at]?.text ?? '')
    at++
  }
  return words.length > 0 ? { text: words.join(' '), end: at } : null
}

/** `côté jardin`, `zum Innenhof`, `facing the sea`, `frente al mar`. */
function readSideThenSights(draft: Draft, at: number): number {
  const { values, isPartial, end } = sightsFrom(draft, at + 1)
  if (values.length === 0) return 0
  const value = valueAt(draft, at)
  // "Side sea view", where the side comes first, is partial.
  if (value === 'SIDE') {
    if (markerAfter(draft, end) !== 'VIEW') return 0
    addViews(draft, { values, partial: true, marker: 'VIEW' })
    return end + 1 - at
  }
  addViews(draft, { values, partial: isPartial, marker: value.startsWith('FRONT') ? 'FRONT' : 'TOWARDS' })
  return end - at
}
