import { cleanLine, cleanText } from '../../../domain/content/clean-text.ts'
import { decodeEntities } from '../../../domain/content/entities.ts'
import { toHalfStars } from '../../../domain/content/half-stars.ts'
import { activeMarkupIn, hasMarkup } from '../../../domain/content/markup.ts'
import { toWallTime } from '../../../domain/content/wall-time.ts'
import type { IsInCountry } from '../place-faults.ts'
import { cleanPoint } from './clean-point.ts'

/** Raised whenever the same row would be read or cleaned to another listing: all rows are then looked at again. */
export const CLEANING_VERSION = 1

/** A row of a supplier in the words of a listing line, before anybody has checked it. */
export type UncheckedRow = Readonly<Record<string, unknown>>

/** A kind of cleaning, and what was there: `swapped_point`, `22.1,41.4`. */
export type Cleaning = { readonly kind: string; readonly was: string }

type CleanRow = { readonly row: UncheckedRow; readonly cleanings: readonly Cleaning[] }

type Note = (kind: string, was: unknown) => void

/** Texts that are HTML as the supplier sends it: entities are a part of it, and longer ones are cut. */
const HTML: ReadonlySet<string> = new Set(['html', 'instructions', 'special', 'mandatory', 'optional', 'description'])
const MAX_HTML = 100_000
/** Of all other texts but names: a name that is so long is no name, and is told as a fault. */
const MAX_TEXT = 500
/** What stands in lists without being a text: codes, addresses of pictures, e-mail addresses. */
const CODES: ReadonlySet<string> = new Set(['urls', 'images', 'region_ids', 'key', 'rate_key', 'room_key', 'raw_code'])
const NAMES: ReadonlySet<string> = new Set(['name', 'name_local', 'names', 'former_names'])

const CONTROLS = /[^\P{Cc}\n\t\r]/u
const ALL_CONTROLS = /[^\P{Cc}\n\t\r]/gu

/**
 * Cleans what is merely dirty in a row: the same row is always cleaned to the same. Nothing is lost by it that could be told: what it
 * cannot mend stays as it is and is a fault. In the order of the steps: characters and entities, the country, the point, stars, times,
 * chains that are none, HTML where no HTML may be, and texts that are too long.
 */
export function cleanRow(raw: UncheckedRow, isInCountry: IsInCountry): CleanRow {
  const cleanings: Cleaning[] = []
  function note(kind: string, was: unknown): void {
    cleanings.push({ kind, was: shown(was) })
  }
  const { description, ...texts } = raw
  const row = {
    ...(cleanTexts(texts, '', note) as UncheckedRow),
    // The description of a line is plain; that of a supplier is HTML more often than not.
    ...(typeof description === 'string' && description !== '' ? { description: cleanText(description, MAX_HTML) } : {}),
  }
  return { row: cleanFields(row, { isInCountry, note }), cleanings }
}

function cleanFields(
  row: Readonly<Record<string, unknown>>,
  { isInCountry, note }: { readonly isInCountry: IsInCountry; readonly note: Note },
): UncheckedRow {
  const { country_code: country, names } = row
  const placed = {
    ...withoutEmpty(row, ['name', 'name_local']),
    country_code: typeof country === 'string' ? country.trim().toUpperCase() || null : country,
  }
  return {
    ...placed,
    ...(isRecord(names) ? { names: underTags(names) } : {}),
    ...cleanPoint(placed, isInCountry, note),
    ...cleanStars(placed, note),
    ...cleanTimes(placed, note),
    ...cleanChains(placed, note),
  }
}

function withoutEmpty(row: UncheckedRow, fields: readonly string[]): UncheckedRow {
  return Object.fromEntries(Object.entries(row).filter(([field, value]) => value !== '' || !fields.includes(field)))
}

const TAG = /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/

/** Suppliers write `pt_PT`; what is no language at all is left out. */
function underTags(names: UncheckedRow): UncheckedRow {
  const tagged = Object.entries(names).map(([tag, name]) => [tag.replaceAll('_', '-'), name] as const)
  return Object.fromEntries(tagged.filter(([tag]) => TAG.test(tag)))
}

/** Walks through all texts of a row; `name` is that of the field that they are in, also within lists. */
function cleanTexts(value: unknown, name: string, note: Note): unknown {
  if (typeof value === 'string') return cleanOne(value, name, note)
  if (Array.isArray(value))
    return value.map((item) => cleanTexts(item, name, note)).filter((item) => item !== '' || !NAMES.has(name))
  if (typeof value !== 'object' || value === null) return value
  const inner = Object.entries(value).map(([key, child]) => [
    key,
    // Names and captions are by language, pictures by width.
    cleanTexts(child, ['names', 'captions', 'urls'].includes(name) ? name : key, note),
  ])
  return Object.fromEntries(name === 'names' || name === 'captions' ? inner.filter(([, text]) => text !== '') : inner)
}

function cleanOne(raw: string, name: string, note: Note): string {
  const text = raw.toWellFormed().normalize('NFC')
  const plain = CONTROLS.test(text) ? text.replaceAll(ALL_CONTROLS, '') : text
  if (plain !== text) note('control_characters', raw)
  if (CODES.has(name)) return plain.trim()
  if (HTML.has(name)) return cleanHtml(plain, note)
  const decoded = decodeEntities(decodeEntities(plain))
  if (decoded !== plain) note('entities', plain)
  const isHtml = hasMarkup(decoded)
  const line = isHtml ? cleanLine(decoded, Number.MAX_SAFE_INTEGER) : decoded.trim()
  if (isHtml) note(NAMES.has(name) ? 'html_in_name' : 'html_in_text', decoded)
  if (NAMES.has(name) || line.length <= MAX_TEXT) return line
  note('cut_text', line)
  return cleanLine(line, MAX_TEXT)
}

function cleanHtml(html: string, note: Note): string {
  const cut = html.length > MAX_HTML ? html.slice(0, MAX_HTML).toWellFormed() : html
  if (cut !== html) note('cut_text', html)
  const active = activeMarkupIn(cut)
  if (active === null) return cut
  note('active_html', active)
  return cleanText(cut, MAX_HTML)
}

function cleanStars({ stars }: UncheckedRow, note: Note): UncheckedRow {
  if (stars === undefined || stars === null) return {}
  const told = typeof stars === 'string' && stars.trim() !== '' ? Number(stars.replace(',', '.')) : stars
  if (told === 0 || stars === '') return { stars: null }
  const halves = typeof told === 'number' ? toHalfStars(told) : null
  if (halves !== stars) note('stars', stars)
  return { stars: halves }
}

function cleanTimes({ check_in: checkIn, check_out_until: out }: UncheckedRow, note: Note): UncheckedRow {
  function time(told: unknown): unknown {
    if (typeof told !== 'string' || /^([01]\d|2[0-3]):[0-5]\d$/.test(told)) return told
    const wall = toWallTime(told)
    if (told !== '') note('times', told)
    return wall
  }
  const cleaned = isRecord(checkIn)
    ? { check_in: { ...checkIn, from: time(checkIn['from']), until: time(checkIn['until']) } }
    : {}
  return out === undefined ? cleaned : { ...cleaned, check_out_until: time(out) }
}

/** What suppliers write where there is none. */
const NO_CHAIN: ReadonlySet<string> = new Set(['', 'not available', 'n/a', 'none', 'no chain', 'independent', '0'])

function cleanChains(row: UncheckedRow, note: Note): UncheckedRow {
  return Object.fromEntries(
    ['chain', 'brand'].flatMap((field) => {
      const told = row[field]
      const name = isRecord(told) ? told['name'] : told
      if (typeof name !== 'string' || !NO_CHAIN.has(name.trim().toLowerCase())) return []
      if (name !== '') note('no_chain', name)
      return [[field, null]]
    }),
  )
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const MAX_SHOWN = 80

function shown(value: unknown): string {
  const text = writable(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN - 1).toWellFormed()}…` : text
}

/** A supplier's text without what Postgres does not store. */
export function writable(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed()
}
