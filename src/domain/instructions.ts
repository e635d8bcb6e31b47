import type { Instructions } from './selling.ts'

export const NOTHING_TOLD: Instructions = {
  checkInFrom: null,
  checkInUntil: null,
  checkOutUntil: null,
  text: [],
  special: [],
  mandatoryFeesText: null,
  optionalFeesText: null,
  knowBeforeYouGo: null,
}

/** The most characters of a hotel's instructions together: every option of the hotel repeats them. */
export const MOST_INSTRUCTIONS = 10_000
const MOST_SENTENCES = 20
const LONGEST_SENTENCE = 2_000
const LONGEST_TEXT = 5_000
const LONGEST_TIME = 40

/** The instructions of a supplier, which may write as much as it likes: cut to what is kept, what costs money and must be known first. */
export function shortened(told: Instructions): Instructions {
  let left = MOST_INSTRUCTIONS
  function cut(text: string | null, longest: number): string | null {
    const kept = text?.slice(0, Math.min(longest, left)).toWellFormed() ?? ''
    left -= kept.length
    return kept === '' ? null : kept
  }
  function cutAll(sentences: readonly string[]): string[] {
    return sentences.slice(0, MOST_SENTENCES).flatMap((one) => cut(one, LONGEST_SENTENCE) ?? [])
  }
  // In this order until nothing is left.
  return {
    checkInFrom: cut(told.checkInFrom, LONGEST_TIME),
    checkInUntil: cut(told.checkInUntil, LONGEST_TIME),
    checkOutUntil: cut(told.checkOutUntil, LONGEST_TIME),
    mandatoryFeesText: cut(told.mandatoryFeesText, LONGEST_SENTENCE),
    special: cutAll(told.special),
    text: cutAll(told.text),
    knowBeforeYouGo: cut(told.knowBeforeYouGo, LONGEST_TEXT),
    optionalFeesText: cut(told.optionalFeesText, LONGEST_SENTENCE),
  }
}

/** What may be told of a hotel whose place is hidden until it is booked: any sentence may say where it is, or where its key is. */
export function withoutTheWay(instructions: Instructions | null): Instructions | null {
  const { text, special, knowBeforeYouGo } = NOTHING_TOLD
  return mergeInstructions(instructions && { ...instructions, text, special, knowBeforeYouGo })
}

type Told = Instructions | null | undefined

/**
 * The instructions of several sources, field by field from the first that tells it. They are not mixed within a field: two lists of
 * fees would be paid twice. Null when nobody tells anything.
 */
export function mergeInstructions(...sources: readonly Told[]): Instructions | null {
  const told = sources.filter((source) => source != null)
  if (told.length === 0) return null
  function first<Field extends keyof Instructions>(field: Field): Instructions[Field] {
    return told.find((source) => tells(source[field]))?.[field] ?? NOTHING_TOLD[field]
  }
  const merged: Instructions = {
    checkInFrom: first('checkInFrom'),
    checkInUntil: first('checkInUntil'),
    checkOutUntil: first('checkOutUntil'),
    text: first('text'),
    special: first('special'),
    mandatoryFeesText: first('mandatoryFeesText'),
    optionalFeesText: first('optionalFeesText'),
    knowBeforeYouGo: first('knowBeforeYouGo'),
  }
  return Object.values(merged).some(tells) ? merged : null
}

/** An empty list, and a blank text, tell nothing; neither does a field that did not exist when the others were stored. */
function tells(value: Instructions[keyof Instructions] | undefined): boolean {
  return typeof value === 'string' ? value.trim() !== '' : value != null && value.length > 0
}

/**
 * What was frozen with a booking, and what its supplier's record has told since: the record's times, and the sentences of both, the
 * record's first, because a way to the key does not lift an age limit.
 */
export function withRecord(frozen: Told, record: Told): Instructions | null {
  const merged = mergeInstructions(record, frozen)
  if (!merged || !frozen || !record) return merged
  return {
    ...merged,
    text: [...new Set([...record.text, ...frozen.text])],
    special: [...new Set([...record.special, ...frozen.special])],
  }
}
