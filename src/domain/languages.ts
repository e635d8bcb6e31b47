/** The languages in which the catalogue has names and texts. English is what the others fall back to. */
export const LANGUAGES = ['en', 'fr', 'de', 'ja', 'ar'] as const
export type Language = (typeof LANGUAGES)[number]

/** The supported language of a BCP 47 tag (`fr-CA` → `fr`); null for any other tag. */
export function languageOf(tag: string): Language | null {
  const primary = tag.trim().toLowerCase().split(/[-_]/)[0]
  return LANGUAGES.find((language) => language === primary) ?? null
}
