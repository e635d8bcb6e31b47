import { isTooLarge } from '../../content/ask-patiently.ts'
import { tellUnknown } from '../../content/known-fields.ts'
import { codeOf, numberOf, type Row } from '../../content/read-loosely.ts'
import { type Page, walkPages } from '../../content/walk-pages.ts'
import {
  type ContentCall,
  ContentError,
  type ContentItem,
  type ContentLanguage,
  type ContentPass,
  type ContentSource,
} from '../../content-source.ts'
import { isRecord, members } from '../../wire-values.ts'
import { languageByList, loadDictionaries } from './dictionaries.ts'
import { HOTEL_FIELDS } from './known-fields.ts'
import { listingOf } from './listing.ts'
import { type AskContent, createAskContent, photosOf } from './send-content.ts'

/** Hotelbeds' own codes; its list, `types/languages`, has the last word. */
const LANGUAGES = {
  en: 'ENG',
  fr: 'FRA',
  de: 'ALE',
  ja: 'JPN',
  ar: 'ARA',
} as const satisfies ContentSource['languages']
const ENGLISH_NAMES: Readonly<Record<ContentLanguage, string>> = {
  en: 'English',
  fr: 'French',
  de: 'German',
  ja: 'Japanese',
  ar: 'Arabic',
}

/** The most rows that a call may ask for. */
const PAGE = 1_000

/**
 * Hotelbeds' Content API: pages of hotels, dictionaries for their codes. Source: developer.hotelbeds.com, "How to use Content API", and
 * published records of its answers.
 */
export const content: ContentSource = {
  languages: LANGUAGES,
  // Nothing tells that a hotel is gone, and rows move while the pages are read.
  passesUntilGone: 2,
  wholeEveryDays: 7,
  read,
}

async function* read(call: ContentCall, pass: ContentPass): AsyncIterable<ContentItem> {
  const ask = createAskContent(call)
  const language = await languageByList(call, ask, {
    name: ENGLISH_NAMES[pass.language],
    code: LANGUAGES[pass.language],
  })
  const words = await loadDictionaries(call, ask, language)
  const reading = { words, language: pass.language, photos: photosOf(call) }
  const pages = walkPages({
    what: 'GET /hotels',
    size: PAGE,
    start: startOf(pass),
    ask: (from, count) => pageOf(ask, { from, count, language, since: pass.since }),
    idOf: (row) => codeOf(members(row)['code']) || JSON.stringify(row),
  })
  for await (const { rows, next, total } of pages) {
    for (const { line, row } of rows) {
      tellUnknown(row, { known: HOTEL_FIELDS, tell: call.onUnknownField })
      yield itemOf(row, line, (hotel) => listingOf(hotel, reading))
    }
    yield { type: 'MARK', mark: { row: next, total }, done: next - 1, total }
  }
}

function itemOf(row: unknown, line: number, listed: (hotel: Row) => Row): ContentItem {
  const supplierHotelId = codeOf(members(row)['code'])
  if (!isRecord(row)) return { type: 'FAULTY', line, supplierHotelId: null, faults: ['is no JSON object'] }
  if (supplierHotelId === '') return { type: 'FAULTY', line, supplierHotelId: null, faults: ['code: is missing'] }
  return { type: 'HOTEL', line, supplierHotelId, raw: JSON.stringify(row), listing: listed(members(row)) }
}

function startOf({ resume }: ContentPass): { readonly row: number; readonly total: number | null } {
  return { row: Math.max(1, numberOf(resume?.['row']) ?? 1), total: numberOf(resume?.['total']) }
}

type Wanted = {
  readonly from: number
  readonly count: number
  readonly language: string
  readonly since: string | null
}

async function pageOf(ask: AskContent, { from, count, language, since }: Wanted): Promise<Page | 'TOO_LARGE'> {
  const answer = await ask('/hotels', {
    fields: 'all',
    language,
    // What another language lacks is not told: in English it would pass for that language.
    useSecondaryLanguage: String(language === LANGUAGES.en),
    from: String(from),
    to: String(from + count - 1),
    ...(since === null ? {} : { lastUpdateTime: since }),
  })
  if ('failure' in answer) {
    // A page that takes too long is asked for in halves as well.
    if (isTooLarge(answer.failure) || (answer.failure.kind === 'TIMEOUT' && count > 100)) return 'TOO_LARGE'
    throw answer.error()
  }
  const { hotels, total } = answer.body
  if (!Array.isArray(hotels)) throw new ContentError('FAILED', 'GET /hotels: the answer has no list of hotels')
  return { rows: hotels, total: numberOf(total) }
}
