/**
 * Hotelbeds' own codes of languages. Source: the content API's `types/languages`, of which the public documentation shows these. A
 * language that is missing gets English, which every hotel has.
 */
const CODES: Readonly<Record<string, string>> = { en: 'ENG', fr: 'FRA', de: 'ALE', es: 'CAS' }

export function languageCode(language: string): string {
  return CODES[language] ?? 'ENG'
}
