import { oneOf, type StateOf, text, whole } from '../../kit/search-state.ts'

export const WHYS = [
  ['UNSURE', 'something speaks against it, or too little is told'],
  ['COMPETING', 'two hotels are likely'],
  ['ONE_TO_ONE', 'another listing of the supplier is that hotel too'],
  ['REMOVED_BEFORE', 'a person took it off that hotel'],
  ['TRANSITIVE', 'another listing of the hotel contradicts it'],
  ['CONTENT_CHANGED', 'what the supplier tells has changed'],
  ['ENGINE_CHANGED', 'the engine would not map it any more'],
  ['DISAGREES', 'a catalogue file says what the engine doubts'],
] as const

export const BANDS = [
  ['LIKELY', 'likely (0.75 and more)'],
  ['UNSURE', 'unsure (0.5 to 0.75)'],
  ['UNLIKELY', 'unlikely (below 0.5)'],
] as const

/** What the address of the screen has; `pair` and `hotel` are what is open. */
export const FIELDS = {
  supplier: text(),
  country: text(),
  place: whole(0),
  why: oneOf(
    WHYS.map(([why]) => why),
    '',
  ),
  band: oneOf(
    BANDS.map(([band]) => band),
    '',
  ),
  pair: text(),
  hotel: whole(0),
}

export type Filters = StateOf<typeof FIELDS>
export type SetFilters = (changes: Partial<Filters>) => void

/** What is asked about a pair, in words. */
export function asWords(why: string | null): string {
  return WHYS.find(([one]) => one === why)?.[1] ?? 'nothing is asked about it'
}
