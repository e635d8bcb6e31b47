/** Hotelbeds' own language codes by ours; the sandbox has no texts in Spanish, though it is a language of Hotelbeds. */
const LANGUAGES: readonly (readonly [code: string, ours: string | null, name: string])[] = [
  ['ENG', 'en', 'English'],
  ['FRA', 'fr', 'French'],
  ['ALE', 'de', 'German'],
  ['JPN', 'ja', 'Japanese'],
  ['ARA', 'ar', 'Arabic'],
  ['CAS', null, 'Spanish'],
]

/** The language of a code; null where Hotelbeds has it and no texts in it, undefined for an unknown code. */
export function languageOfCode(code: string): string | null | undefined {
  return LANGUAGES.find(([one]) => one === code)?.[1]
}

export function languageRows(): readonly object[] {
  return LANGUAGES.map(([code, , name]) => ({ code, name, description: { languageCode: 'ENG', content: name } }))
}
