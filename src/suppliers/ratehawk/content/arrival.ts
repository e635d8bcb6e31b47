import { readTime } from '../../content/read-time.ts'
import { told, toldList, toldText } from '../../content/told.ts'
import { members } from '../../wire-values.ts'
import { readInstructions } from '../instructions.ts'
import { metapolicyRules } from '../metapolicy.ts'

type Row = Readonly<Record<string, unknown>>

/** What RateHawk writes its rules in: they have no other language. */
const ENGLISH = 'en'

/** When and how guests arrive and leave, what they pay at the desk, and the rules of the house. */
export function arrivalOf(row: Row): Row {
  const instructions = readInstructions(row)
  return {
    ...timesOf(row),
    check_in: {
      ...checkInOf(row),
      instructions: joined(instructions?.text),
      special: joined(instructions?.special),
    },
    fees: feesOf(row),
    fees_text: {
      mandatory: instructions?.mandatoryFeesText ?? null,
      optional: instructions?.optionalFeesText ?? null,
    },
    policies: policiesOf(row),
    key_pickup: told(members(row['keys_pickup'])['type']) === 'unspecified' ? null : keysOf(row),
  }
}

function keysOf(row: Row): unknown {
  return told(members(row['keys_pickup'])['type'])
}

function joined(texts: readonly string[] | undefined): string | null {
  return texts === undefined || texts.length === 0 ? null : texts.join('\n')
}

function timesOf(row: Row): Row {
  return { check_out_until: withoutAnytime(readTime(row['check_out_time'])) }
}

/**
 * An end that equals the beginning says that there is none; both at midnight say that guests arrive at any time. So does a desk that
 * closes when it opens.
 */
function checkInOf(row: Row): Row {
  const from = readTime(row['check_in_time'])
  const until = readTime(row['check_in_time_end'])
  const isAnytime = from === 'ANYTIME' || (from === '00:00' && until === '00:00')
  const desk = readTime(row['front_desk_time_start'])
  return {
    from: isAnytime ? null : from,
    until: isAnytime || until === from ? null : withoutAnytime(until),
    is_all_day: isAnytime || (desk !== null && desk === readTime(row['front_desk_time_end'])),
    min_age: null,
  }
}

function withoutAnytime(time: unknown): unknown {
  return time === 'ANYTIME' ? null : time
}

/** The most characters of a short text. */
const MAX_TEXT = 500

function feesOf(row: Row): readonly object[] {
  return metapolicyRules(row['metapolicy_struct']).flatMap(({ name, sentence, isMandatory, price }) =>
    price === null ? [] : [{ kind: name, ...price, is_mandatory: isMandatory, text: sentence.slice(0, MAX_TEXT) }],
  )
}

/** Each rule under the word of what it is about, and what the hotel has written itself. */
function policiesOf(row: Row): readonly object[] {
  const rules = metapolicyRules(row['metapolicy_struct'])
  const extra = told(row['metapolicy_extra_info'])
  return [
    ...rules.map(({ name, sentence }) => ({ kind: name, language: ENGLISH, html: sentence })),
    ...(extra === null ? [] : [{ kind: 'know_before_you_go', language: ENGLISH, html: extra }]),
  ]
}

export function paymentOf(row: Row): Row {
  return { payment_methods: toldList(row['payment_methods'])?.flatMap((one) => toldText(one) ?? []) ?? null }
}
