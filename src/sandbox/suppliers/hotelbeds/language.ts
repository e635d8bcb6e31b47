import { fieldsOf } from '../json-body.ts'

/** Hotelbeds' own codes; a request with another one, or with none, is answered in English. */
export type HotelbedsLanguage = 'ENG' | 'CAS' | 'FRA' | 'ALE'

const CODES: readonly HotelbedsLanguage[] = ['ENG', 'CAS', 'FRA', 'ALE']

export function languageOf(body: unknown): HotelbedsLanguage {
  const { language } = fieldsOf(body)
  return CODES.find((code) => code === language) ?? 'ENG'
}

type InOthers = Readonly<Record<Exclude<HotelbedsLanguage, 'ENG'>, string>>

const WORDS: Readonly<Record<string, InOthers>> = {
  SINGLE: { CAS: 'INDIVIDUAL', FRA: 'SIMPLE', ALE: 'EINZELZIMMER' },
  DOUBLE: { CAS: 'DOBLE', FRA: 'DOUBLE', ALE: 'DOPPELZIMMER' },
  TWIN: { CAS: 'DOS CAMAS', FRA: 'DEUX LITS', ALE: 'ZWEIBETTZIMMER' },
  TRIPLE: { CAS: 'TRIPLE', FRA: 'TRIPLE', ALE: 'DREIBETTZIMMER' },
  FAMILY: { CAS: 'FAMILIAR', FRA: 'FAMILIALE', ALE: 'FAMILIENZIMMER' },
  STANDARD: { CAS: 'ESTÁNDAR', FRA: 'STANDARD', ALE: 'STANDARD' },
}

/** The name of a room, whose code is the same in every language. */
export function roomName(name: string, language: HotelbedsLanguage): string {
  if (language === 'ENG') return name
  return name
    .split(' ')
    .map((word) => WORDS[word]?.[language] ?? word)
    .join(' ')
}

export const COMMENTS: Readonly<Record<HotelbedsLanguage, string>> = {
  ENG: 'Check-in hour 15:00 - 23:00. Car park: no.',
  CAS: 'Hora de entrada 15:00 - 23:00. Aparcamiento: no.',
  FRA: 'Arrivée de 15:00 à 23:00. Parking : non.',
  ALE: 'Anreise 15:00 - 23:00 Uhr. Parkplatz: nein.',
}
