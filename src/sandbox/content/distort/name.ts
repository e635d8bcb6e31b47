import { SANDBOX_LANGUAGES, type SandboxLanguage } from '../../catalogue/types.ts'
import type { Edits } from '../life.ts'
import type { Oddities } from '../oddities.ts'
import { heardInArabic, romanizedCyrillic, romanizedJapanese } from '../romanized.ts'
import { type TrueHotel, withoutCity } from '../true-hotel.ts'

export function languageOf(language: string): SandboxLanguage {
  return SANDBOX_LANGUAGES.find((one) => one === language) ?? 'en'
}

type Named = { readonly truth: TrueHotel; readonly oddities: Oddities; readonly edits: Edits }

/** The hotel's name in a language, as the listing has it. */
export function distortedName({ truth, oddities, edits }: Named, language: string): string {
  const asked = languageOf(language)
  const worded = wordedName(truth, oddities.name, asked)
  const renamed = edits.isRenamed ? renamedTo(worded, oddities.name, truth.city.names[asked]) : worded
  const marked = MARKED[oddities.text]?.(renamed) ?? renamed
  return oddities.capitals === 'CAPITALS' ? marked.toLocaleUpperCase('en') : marked
}

/** The name that a change gives it for some weeks. */
function renamedTo(name: string, form: Oddities['name'], city: string): string {
  return form === 'SCRIPT_ONLY' ? `${name} 2` : `${withoutCity(name, city)} & Spa ${city}`
}

/** What awkward texts do to names too. */
const MARKED: Readonly<Partial<Record<Oddities['text'], (name: string) => string>>> = {
  ENTITIES: (name) => name.replaceAll('&', '&amp;').replaceAll('’', '&#8217;'),
  RTL_MARKS: (name) => `\u200f${name}\u200e`,
}

function wordedName(truth: TrueHotel, form: Oddities['name'], asked: SandboxLanguage): string {
  const name = truth.names[asked]
  const city = truth.city.names[asked]
  return FORMS[form]({ truth, name, city, alone: withoutCity(name, city), chain: truth.chain?.name ?? '' })
}

type Words = {
  readonly truth: TrueHotel
  readonly name: string
  readonly city: string
  /** The name without its city. */
  readonly alone: string
  /** Empty for a hotel of no chain. */
  readonly chain: string
}

const FORMS: Readonly<Record<Oddities['name'], (words: Words) => string>> = {
  AS_IS: ({ name }) => name,
  OLD_NAME: ({ truth, name }) => truth.formerName ?? name,
  WITHOUT_CITY: ({ alone }) => alone,
  CITY_FIRST: ({ city, alone }) => `${city} - ${alone}`,
  NOUN_FIRST: ({ alone, city }) => nounFirst(alone, city),
  WITHOUT_CHAIN: ({ name, chain }) => name.replace(chain, '').trim(),
  BY_CHAIN: ({ alone, chain, city }) => `${alone.replace(chain, '').trim()} ${city} by ${chain}`,
  WITH_EX: ({ truth, name }) => `${name} (ex ${withoutCity(truth.formerName ?? name, truth.city.names.en)})`,
  SCRIPT_ONLY: ({ truth }) => scriptName(truth),
  SCRIPT_AND_BRACKETS: ({ truth }) => `${scriptName(truth)} (${truth.names.en})`,
  ROMANIZED: ({ truth }) => romanized(truth),
}

const NOUNS = /\b(Grand Hotel|Palace Hotel|Boutique Hotel|Aparthotel|Hotel|Hostel|Resort|Suites|Guest House|Villa)\b/

/** `Hotel Riverside, London`; a name of a chain has no noun, and gets one. */
function nounFirst(alone: string, city: string): string {
  const noun = NOUNS.exec(alone)?.[0]
  return noun ? `${noun} ${alone.replace(noun, '').trim()}, ${city}` : `Hotel ${alone}, ${city}`
}

/** The name as it is written where the hotel is. */
function scriptName({ localName, city, names }: TrueHotel): string {
  return localName?.name ?? (city.localLanguage === 'ar' ? names.ar : names.ja)
}

function romanized(truth: TrueHotel): string {
  if (truth.city.names.en === 'Tokyo') return romanizedJapanese(truth.names.ja)
  if (truth.city.names.en === 'Cairo') return `${heardInArabic(withoutCity(truth.names.en, 'Cairo'))} Al Qahira`
  return romanizedCyrillic(truth.localName?.name ?? truth.names.en)
}
