import { mergeInstructions } from '../instructions.ts'
import { LANGUAGES } from '../languages.ts'
import type { ListedFee, Listing } from '../listing.ts'
import type { Instructions } from '../selling.ts'
import { cleanText } from './clean-text.ts'
import { policyKind } from './text-kinds.ts'
import { textsIn } from './texts.ts'
import { toWallTime } from './wall-time.ts'

const MAX_SENTENCE = 2_000
const MAX_KNOW = 4_000

/** What a supplier's content says of arriving at the hotel; null when it says nothing. */
export function instructionsOf(listing: Listing): Instructions | null {
  const { checkIn, checkOutUntil, fees, feesText } = listing
  return mergeInstructions({
    checkInFrom: toWallTime(checkIn.from),
    checkInUntil: toWallTime(checkIn.until),
    checkOutUntil: toWallTime(checkOutUntil),
    text: sentences(checkIn.instructions),
    special: sentences(checkIn.special),
    mandatoryFeesText: feesOf(feesText.mandatory, fees, true),
    optionalFeesText: feesOf(feesText.optional, fees, false),
    knowBeforeYouGo: knowBeforeYouGo(listing),
  })
}

function sentences(raw: string | null): string[] {
  const text = cleanText(raw ?? '', MAX_SENTENCE)
  return text === '' ? [] : [text]
}

/** The source's own words, else a sentence for each fee that it lists. */
function feesOf(raw: string | null, fees: readonly ListedFee[], isMandatory: boolean): string | null {
  const own = cleanText(raw ?? '', MAX_SENTENCE)
  if (own !== '') return own
  const listed = fees.filter((fee) => fee.isMandatory === isMandatory).map(feeSentence)
  return cleanText(listed.join('\n'), MAX_SENTENCE) || null
}

function feeSentence({ kind, amount, currency, unit, text }: ListedFee): string {
  if (text !== null && text.trim() !== '') return text
  const name = inWords(kind)
  const title = name.charAt(0).toUpperCase() + name.slice(1)
  if (amount === null) return title
  if (unit === 'percent') return `${title}: ${amount} %`
  return [`${title}:`, currency, amount, inWords(unit ?? '')].filter((part) => part != null && part !== '').join(' ')
}

function inWords(code: string): string {
  return code.replaceAll('_', ' ').trim()
}

function knowBeforeYouGo({ policies }: Listing): string | null {
  for (const language of LANGUAGES) {
    const texts = textsIn(policies, language, policyKind).filter(({ kind }) => kind === 'know_before_you_go')
    if (texts.length > 0) return cleanText(texts.map(({ text }) => text).join('\n'), MAX_KNOW)
  }
  return null
}
