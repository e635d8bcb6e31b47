import { type Language, languageOf } from '../../domain/languages.ts'

/**
 * The supported language of a BCP 47 tag (`fr-CA` → `fr`); null for any other tag, because an unknown language is not an error.
 */
export function matchLanguage(tag: string | null | undefined): Language | null {
  return tag == null ? null : languageOf(tag)
}

/** The supported language with the highest weight in an Accept-Language header; null when there is none. */
export function acceptedLanguage(header: string | undefined): Language | null {
  const wanted = (header ?? '').split(',').map((part, index) => {
    const [tag, ...parameters] = part.split(';').map((text) => text.trim())
    const quality = Number(parameters.find((text) => text.startsWith('q='))?.slice(2) ?? 1)
    return { tag, quality: Number.isFinite(quality) ? quality : 0, index }
  })
  const ordered = wanted.filter(({ quality }) => quality > 0).sort((a, b) => b.quality - a.quality || a.index - b.index)
  for (const { tag } of ordered) {
    const language = matchLanguage(tag)
    if (language) return language
  }
  return null
}
