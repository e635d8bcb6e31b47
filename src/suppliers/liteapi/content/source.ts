import { ok, type Result } from '../../../domain/result.ts'
import { isTooLarge } from '../../content/ask-patiently.ts'
import { tellUnknown } from '../../content/known-fields.ts'
import { codeOf, numberOf, type Row } from '../../content/read-loosely.ts'
import { type Page, walkPages } from '../../content/walk-pages.ts'
import {
  type ContentCall,
  ContentError,
  type ContentItem,
  type ContentPass,
  type ContentSource,
} from '../../content-source.ts'
import { isRecord, members } from '../../wire-values.ts'
import { type AskData, createAskData, type DataFailure } from './ask.ts'
import { type Dictionaries, loadDictionaries } from './dictionaries.ts'
import { DETAIL_FIELDS, LISTED_FIELDS } from './known-fields.ts'
import { countIn, deletedAt, listingOf } from './listing.ts'

/** The most rows of the list in one answer. */
const PAGE = 5_000
/** After so many hotels there is a mark: each took a call. */
const HOTELS_A_MARK = 100
/** So many hotels whose details fail one after the other: LiteAPI is down, rather than the hotels odd. */
const MAX_FAILED_IN_A_ROW = 5

/**
 * LiteAPI's static data: the list of each country, and each hotel by itself, for what the list lacks. Source: the vendor's OpenAPI file of
 * static data.
 */
export const content: ContentSource = {
  languages: { en: 'en', fr: 'fr', de: 'de', ja: 'ja', ar: 'ar' },
  passesUntilGone: 1,
  wholeEveryDays: 30,
  read,
}

async function* read(call: ContentCall, pass: ContentPass): AsyncIterable<ContentItem> {
  const asking = createAskData(call)
  const words = await loadDictionaries(call, asking)
  if (!words.languages.includes(pass.language))
    throw new ContentError('REFUSED', `GET /data/languages: LiteAPI has no texts in ${pass.language}`)
  const from = codeOf(pass.resume?.['country'])
  const countries = words.countries.filter((country) => country >= from)
  let done = countIn(pass.resume, 'done', 0)
  for (const country of countries) {
    const isResumed = country === from
    const walk: Walk = {
      call,
      asking,
      words,
      pass,
      country,
      start: {
        row: isResumed ? countIn(pass.resume, 'row', 1) : 1,
        total: isResumed ? numberOf(pass.resume?.['total']) : null,
      },
      done,
    }
    done = yield* readCountry(walk)
  }
}

type Walk = {
  readonly call: ContentCall
  readonly asking: AskData
  readonly words: Dictionaries
  readonly pass: ContentPass
  readonly country: string
  readonly start: { readonly row: number; readonly total: number | null }
  /** Rows of the countries before. */
  readonly done: number
}

/** Reads the hotels of a country, and returns how many rows have come so far. */
async function* readCountry(walk: Walk): AsyncGenerator<ContentItem, number> {
  const { country, pass, asking } = walk
  let { done } = walk
  const pages = walkPages({
    what: `GET /data/hotels of ${country}`,
    size: PAGE,
    start: walk.start,
    ask: (from, count) => pageOf(asking, { country, pass, from, count }),
    idOf: (row) => codeOf(members(row)['id']) || JSON.stringify(row),
  })
  for await (const { rows, next, total } of pages) {
    const described = describeInOrder(walk, rows)
    let count = 0
    for await (const { line, item } of described) {
      done += 1
      count += 1
      yield { ...item, ...('line' in item ? { line: done } : {}) }
      if (count % HOTELS_A_MARK === 0)
        yield { type: 'MARK', mark: { country, row: line + 1, total, done }, done, total: null }
    }
    yield { type: 'MARK', mark: { country, row: next, total, done }, done, total: null }
  }
  return done
}

type Wanted = { readonly country: string; readonly pass: ContentPass; readonly from: number; readonly count: number }

async function pageOf({ ask }: AskData, { country, pass, from, count }: Wanted): Promise<Page | 'TOO_LARGE'> {
  const answer = await ask('/data/hotels', {
    countryCode: country,
    language: pass.language,
    limit: String(count),
    offset: String(from - 1),
    ...(pass.since === null ? {} : { lastUpdatedAt: `${pass.since}T00:00:00Z` }),
  })
  if (!answer.ok) {
    if (isTooLarge(answer.error.failure)) return 'TOO_LARGE'
    throw answer.error.error()
  }
  const { data, total } = answer.value
  if (data === null || data === undefined) return { rows: [], total: numberOf(total) }
  if (!Array.isArray(data)) throw new ContentError('FAILED', `GET /data/hotels of ${country}: the answer has no list`)
  return { rows: data, total: numberOf(total) }
}

type ListedRow = { readonly line: number; readonly row: unknown }
type Described = { readonly line: number; readonly item: ContentItem }
type Detail = Result<Row, DataFailure>

/** Asks for the details of hotels, some at once, and yields them in the order of the list. */
async function* describeInOrder(walk: Walk, rows: readonly ListedRow[]): AsyncGenerator<Described> {
  const waiting: { readonly listed: ListedRow; readonly detail: Promise<Detail> }[] = []
  let failedInARow = 0
  async function next(): Promise<Described | null> {
    const first = waiting.shift()
    if (!first) return null
    const detail = await first.detail
    failedInARow = detail.ok || detail.error.failure.httpStatus === 404 ? 0 : failedInARow + 1
    if (!detail.ok && endsPass(detail.error, failedInARow)) throw detail.error.error()
    return { line: first.listed.line, item: itemOf(walk, first.listed, detail) }
  }
  for (const listed of rows) {
    waiting.push({ listed, detail: detailOf(walk, listed) })
    while (waiting.length >= walk.asking.atOnce()) {
      const described = await next()
      if (described) yield described
    }
  }
  for (let described = await next(); described; described = await next()) yield described
}

/** One hotel may fail; a refusal of the account, or failures one after the other, are the end. */
function endsPass({ failure }: DataFailure, failedInARow: number): boolean {
  if (failure.kind === 'REJECTED') return false
  return failure.kind !== 'SERVER_ERROR' && failure.kind !== 'MALFORMED' ? true : failedInARow >= MAX_FAILED_IN_A_ROW
}

/** Nothing is asked about what is no hotel, or has been taken out of the list. */
async function detailOf({ asking, pass }: Walk, { row }: ListedRow): Promise<Detail> {
  const listed = members(row)
  const hotelId = codeOf(listed['id'])
  if (hotelId === '' || deletedAt(listed, {}) !== null) return ok({})
  const answer = await asking.ask('/data/hotel', { hotelId, language: pass.language })
  return answer.ok ? ok(members(answer.value['data'])) : answer
}

function itemOf({ call, words, pass }: Walk, { line, row }: ListedRow, detail: Detail): ContentItem {
  const listed = members(row)
  const supplierHotelId = codeOf(listed['id'])
  if (!isRecord(row)) return { type: 'FAULTY', line, supplierHotelId: null, faults: ['is no JSON object'] }
  if (supplierHotelId === '') return { type: 'FAULTY', line, supplierHotelId: null, faults: ['id: is missing'] }
  // A hotel that the list still has and nobody can describe is told by its row of the list.
  const isUnknown = !detail.ok && detail.error.failure.httpStatus === 404
  if (!detail.ok && !isUnknown) return { type: 'FAULTY', line, supplierHotelId, faults: [detail.error.error().message] }
  const told = detail.ok ? detail.value : {}
  if (deletedAt(listed, told) !== null) return { type: 'ENDED', supplierHotelId, status: 'GONE' }
  tellUnknown(listed, { known: LISTED_FIELDS, tell: call.onUnknownField })
  tellUnknown(told, { known: DETAIL_FIELDS, tell: (path) => call.onUnknownField(`detail.${path}`) })
  return {
    type: 'HOTEL',
    line,
    supplierHotelId,
    raw: JSON.stringify({ list: row, detail: told }),
    listing: listingOf(listed, told, { words, language: pass.language }),
  }
}
