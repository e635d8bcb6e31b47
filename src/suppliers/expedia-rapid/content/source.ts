import { tellUnknown } from '../../content/known-fields.ts'
import type { ContentCall, ContentPass, ContentSource } from '../../content-source.ts'
import { imageCategories } from './ask.ts'
import { readChanges } from './changes.ts'
import { KNOWN_PROPERTY } from './known.ts'
import { readProperty } from './property.ts'
import type { Reading } from './reading.ts'
import { readWhole } from './whole.ts'

const LANGUAGES = { en: 'en-US', fr: 'fr-FR', de: 'de-DE', ja: 'ja-JP', ar: 'ar-SA' } as const

/** Rapid's static content: a file of all properties a week, and what changed by days. */
export const contentSource: ContentSource = {
  languages: LANGUAGES,
  passesUntilGone: 1,
  wholeEveryDays: 7,
  read: async function* (call, pass) {
    const reading = await readingOf(call, pass)
    yield* pass.kind === 'WHOLE' ? readWhole(call, pass, reading) : readChanges(call, pass, reading)
  },
}

async function readingOf(call: ContentCall, { language }: ContentPass): Promise<Reading> {
  const read = readProperty({ language, categories: await imageCategories(call) })
  return {
    language: LANGUAGES[language],
    idField: 'property_id',
    listingOf: (row) => {
      tellUnknown(row, { known: KNOWN_PROPERTY, tell: call.onUnknownField })
      return read(row)
    },
  }
}
