import { languageOf } from '../languages.ts'
import type { ListedText } from '../listing.ts'
import { cleanText } from './clean-text.ts'
import { MOST, type TextOfKind, type Texts, type TextsByLanguage } from './page-content.ts'

/** Texts by our languages, of texts by language tags; the first of several tags of a language, and nothing that is empty. */
export function textsOf(byTag: Readonly<Record<string, string>>, clean: (raw: string) => string): Texts {
  const texts: Record<string, string> = {}
  for (const [tag, raw] of Object.entries(byTag)) {
    const language = languageOf(tag)
    if (language === null || language in texts) continue
    const text = clean(raw)
    if (text !== '') texts[language] = text
  }
  return texts
}

/** One text is as long as this at the most. */
const MAX_TEXT = 8_000

/** What a listing writes in one language, by what it is about; the same text twice counts once. */
export function textsIn<Kind extends string>(
  listed: readonly ListedText[],
  language: string,
  kindOf: (word: string) => Kind,
): TextOfKind<Kind>[] {
  const texts = listed
    .filter((one) => languageOf(one.language) === language)
    .slice(0, MOST.texts)
    .map(({ kind, html }) => ({ kind: kindOf(kind), text: cleanText(html, MAX_TEXT) }))
  return withinBounds(texts)
}

/** Without empty and repeated texts, and without those beyond the most that a language may have. */
export function withinBounds<Kind extends string>(texts: readonly TextOfKind<Kind>[]): TextOfKind<Kind>[] {
  const seen = new Set([''])
  let characters = 0
  return texts.slice(0, MOST.texts).filter(({ text }) => {
    if (seen.has(text) || characters + text.length > MOST.characters) return false
    seen.add(text)
    characters += text.length
    return true
  })
}

/** The texts of the requested language, else those in English, else those in any; and which language that is. */
export function chosenTexts<Kind extends string>(
  byLanguage: TextsByLanguage<Kind>,
  wanted: string,
): { readonly language: string; readonly texts: readonly TextOfKind<Kind>[] } {
  const language = languageAmong(byLanguage, wanted, (texts) => texts.length > 0)
  return { language: language ?? wanted, texts: language === null ? [] : (byLanguage[language] ?? []) }
}

/** A text in the requested language, else in English, else in any; null when there is none. */
export function chosenText(texts: Texts, wanted: string): { readonly text: string; readonly language: string } | null {
  const language = languageAmong(texts, wanted, (text) => text !== '')
  return language === null ? null : { text: texts[language] ?? '', language }
}

function languageAmong<Value>(
  byLanguage: Readonly<Record<string, Value>>,
  wanted: string,
  has: (value: Value) => boolean,
): string | null {
  const known = [wanted, 'en', ...Object.keys(byLanguage)]
  return (
    known.find((language) => {
      const value = Object.hasOwn(byLanguage, language) ? byLanguage[language] : undefined
      return value !== undefined && has(value)
    }) ?? null
  )
}
