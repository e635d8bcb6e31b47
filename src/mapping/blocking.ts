import type { Point } from '../domain/geo.ts'
import type { HotelFacts } from './hotel-facts.ts'
import { stateOf } from './places/territories.ts'
import { foldWords } from './text/fold.ts'
import { inLatin } from './text/latin.ts'

/*
 * Which listings are worth judging against each other. A listing has a cell (where it is) and keys (what it has in common with other
 * listings of the same house: telephone, postcode with house number, two words of its name). Both are whole numbers, so that an index
 * finds them. A pair that has neither a near cell nor a key in common is never judged: docs/decisions/0038.
 */

/** Changes with every rule of this file that changes a cell or a key. */
export const BLOCKING_VERSION = 1

/** Rows of cells are a hundredth of a degree high: 1.1 km. */
const ROWS_PER_DEGREE = 100
/** A tile is ten rows high, and about as wide; its cells have neighbouring numbers, so that the order of the numbers keeps places together. */
const CELLS_PER_TILE_SIDE = 10
const TILE_ROWS = 1_800
const TILE_COLUMNS = 3_600
const KM_PER_DEGREE = 111.195

function tileColumns(tileRow: number): number {
  const latitude = (tileRow + 0.5) / CELLS_PER_TILE_SIDE - 90
  return Math.max(1, Math.round(TILE_COLUMNS * Math.cos((latitude * Math.PI) / 180)))
}

function rowOf(latitude: number): number {
  const row = Math.floor((latitude + 90) * ROWS_PER_DEGREE)
  return Math.min(TILE_ROWS * CELLS_PER_TILE_SIDE - 1, Math.max(0, row))
}

/** The number of the cell in a row whose `column` may lie beyond the date line. */
function cellIn(row: number, column: number): number {
  const tileRow = Math.floor(row / CELLS_PER_TILE_SIDE)
  const columns = tileColumns(tileRow) * CELLS_PER_TILE_SIDE
  const inside = ((column % columns) + columns) % columns
  const tile = tileRow * TILE_COLUMNS + Math.floor(inside / CELLS_PER_TILE_SIDE)
  const within = (row % CELLS_PER_TILE_SIDE) * CELLS_PER_TILE_SIDE + (inside % CELLS_PER_TILE_SIDE)
  return tile * CELLS_PER_TILE_SIDE ** 2 + within
}

/** The column, with a fraction. */
function columnOf(row: number, longitude: number): number {
  return ((longitude + 180) / 360) * tileColumns(Math.floor(row / CELLS_PER_TILE_SIDE)) * CELLS_PER_TILE_SIDE
}

/** The cell of about 1.1 km in which a point lies. */
export function cellOf({ latitude, longitude }: Point): number {
  const row = rowOf(latitude)
  return cellIn(row, Math.floor(columnOf(row, longitude)))
}

/** The cells that a circle touches, with some that it only comes near. */
export function cellsAround({ latitude, longitude }: Point, radiusKm: number): number[] {
  const reach = radiusKm / KM_PER_DEGREE
  const cells = new Set<number>()
  for (let row = rowOf(latitude - reach); row <= rowOf(latitude + reach); row++) {
    const columns = tileColumns(Math.floor(row / CELLS_PER_TILE_SIDE)) * CELLS_PER_TILE_SIDE
    const widest = Math.cos((Math.min(89, Math.abs(latitude) + reach) * Math.PI) / 180)
    const half = Math.min(columns / 2, ((reach / widest) * columns) / 360)
    const middle = columnOf(row, longitude)
    for (let column = Math.floor(middle - half); column <= Math.floor(middle + half); column++)
      cells.add(cellIn(row, column))
  }
  return [...cells]
}

/** A usable point; null where none is told, at 0,0, and outside the earth. */
export function pointOf({ latitude, longitude, pointQuality }: HotelFacts): Point | null {
  if (latitude === null || longitude === null || pointQuality === 'NONE') return null
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return null
  return latitude === 0 && longitude === 0 ? null : { latitude, longitude }
}

const NEAR_KM = 1
const ROUGHLY_NEAR_KM = 3

/** How far from its point a listing's house may be: farther when the point has two decimals or is known to be rough. */
export function reachKm(facts: HotelFacts): number {
  const isRough = facts.pointQuality === 'APPROXIMATE' || facts.pointQuality === 'CITY'
  return isRough || (decimals(facts.latitude) <= 2 && decimals(facts.longitude) <= 2) ? ROUGHLY_NEAR_KM : NEAR_KM
}

function decimals(degrees: number | null): number {
  const text = String(degrees ?? 0)
  return text.includes('.') ? text.length - text.indexOf('.') - 1 : 0
}

/** Words that most names have, in the languages that most listings are written in. */
const NOISE = new Set(
  'hotel hotels hostel inn resort spa suites suite apartments apartment residence rooms the and by at in of a an de la le les el los las du des del di da do das dos et y e und am im an der die das'.split(
    ' ',
  ),
)
/** The words of a name that make keys; each pair of them is one. */
const KEY_WORDS = 4
/** A telephone's last digits, which are the same with and without the country. */
const PHONE_DIGITS = 8

/** What a listing has in common with others of the same house, as numbers of 32 bits. */
export function keysOf(facts: HotelFacts): number[] {
  const country = stateOf((facts.countryCode ?? '').trim().toUpperCase())
  return [...new Set([...phoneKeys(facts), ...houseKeys(facts, country), ...nameKeys(facts, country)])]
}

function phoneKeys({ phones }: HotelFacts): number[] {
  return (phones ?? []).flatMap((phone) => {
    const digits = phone.replace(/\D/g, '')
    return digits.length < PHONE_DIGITS ? [] : [hash(`phone ${digits.slice(-PHONE_DIGITS)}`)]
  })
}

function houseKeys({ postcode, addressLines }: HotelFacts, country: string): number[] {
  const code = foldWords(postcode ?? '').join('')
  if (code === '') return []
  const numbers = foldWords((addressLines ?? []).join(' ')).filter((word) => /^\d{1,4}[a-z]?$/.test(word))
  return numbers.slice(0, 2).map((number) => hash(`house ${country} ${code} ${number}`))
}

/** Every two of the longest words of each name, and each of the two longest with the city. Long words are seldom common ones. */
function nameKeys({ name, alternativeNames, formerNames, city }: HotelFacts, country: string): number[] {
  const place = latinWords(city ?? '').join(' ')
  return [name, ...(alternativeNames ?? []), ...(formerNames ?? [])].flatMap((one) => {
    const words = keyWords(one, place)
    const pairs = words.flatMap((word, index) => words.slice(index + 1).map((other) => [word, other].sort().join(' ')))
    const placed = place === '' ? [] : words.slice(0, 2).map((word) => `${word} in ${place}`)
    return [...pairs, ...placed].map((text) => hash(`name ${country} ${text}`))
  })
}

function keyWords(name: string, place: string): string[] {
  const ignored = new Set(place.split(' '))
  const words = [...new Set(latinWords(name))].filter((word) => !NOISE.has(word))
  const telling = words.filter((word) => !ignored.has(word))
  return [...(telling.length > 0 ? telling : words)]
    .sort((a, b) => b.length - a.length || (a < b ? -1 : 1))
    .slice(0, KEY_WORDS)
}

/** The words of a text, folded, those of other scripts in Latin letters. */
export function latinWords(text: string): string[] {
  return foldWords(text)
    .map((word) => (/^[a-z0-9]+$/.test(word) ? word : inLatin(word)))
    .filter((word) => word !== '')
}

/** FNV-1a over UTF-16, as a signed integer of 32 bits: what an index of Postgres takes. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  return value | 0
}
