import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LabelledPair } from '../../../bench/mapping-pairs.ts'
import { readPair } from '../../../src/admin/pair-lines.ts'

/** The pairs of `labelled-pairs.txt`, which are read as `mapping judge` reads its lines. */
export function labelledPairs(): readonly LabelledPair[] {
  return readFileSync(join(import.meta.dirname, 'labelled-pairs.txt'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line, index) => {
      const [kind = '', country = '', a = '', b = ''] = line.split('|').map((cell) => cell.trim())
      const id = `l-${index + 1}`
      const pair = readPair({ id, a: side(a, country), b: side(b, country) })
      if (!('a' in pair)) throw new Error(`${pair.join('; ')}: ${line}`)
      return {
        id,
        a: pair.a,
        b: pair.b,
        label: kind.startsWith('same-') && !TWO.has(kind) ? 'SAME' : 'DIFFERENT',
        kind,
      }
    })
}

/** Kinds whose names start like those of one hotel, and which are two. */
const TWO: ReadonlySet<string> = new Set(['same-street', 'same-chain'])

/** What a cell leaves empty is not told; the last is a country that only this side tells. */
function side(cell: string, country: string): Record<string, unknown> {
  const [name, street, postcode, city, phone, point, stars, own] = cell.split(';').map((item) => item.trim())
  const [latitude, longitude] = (point ?? '').split(',').map(Number)
  const told = {
    name,
    address_lines: street ? [street] : undefined,
    postcode: postcode || undefined,
    city: city || undefined,
    country_code: own || country,
    phone: phone || undefined,
    latitude,
    longitude,
    stars: stars ? Number(stars) : undefined,
  }
  return told
}
