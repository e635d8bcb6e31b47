/** Makes small faults in a statement of SQL: in which rows it means, in their order, and in what it writes. */
import type { Mutant } from './mutant.ts'

type Fault = Pick<Mutant, 'start' | 'end' | 'text'>

/** What stands for an interpolated value: one character for each of its own, so that places stay as they are in the file. */
const HOLE = '§'

/** Faults of single words and signs. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/\bAND\b/g, 'OR'],
  [/\bOR\b/g, 'AND'],
  [/\bIS NULL\b/g, 'IS NOT NULL'],
  [/\bIS NOT NULL\b/g, 'IS NULL'],
  [/\bNOT EXISTS\b/g, 'EXISTS'],
  [/\bIS DISTINCT FROM\b/g, 'IS NOT DISTINCT FROM'],
  [/<>/g, '='],
  // But for those with the present time: nothing is due to the microsecond.
  [/<=(?! gateway_now)/g, '<'],
  [/>=(?! gateway_now)/g, '>'],
  [/(?<![<>=@])<(?![=>@]| gateway_now)/g, '<='],
  [/(?<![<>=#-])>(?![=>]| gateway_now)/g, '>='],
  [/\bgreatest\b/g, 'least'],
  [/\bleast\b/g, 'greatest'],
  [/\bmin\b(?=\()/g, 'max'],
  [/\bmax\b(?=\()/g, 'min'],
  [/\btrue\b/g, 'false'],
  [/\bfalse\b/g, 'true'],
  [/\+(?= make_interval)/g, '-'],
  [/-(?= make_interval)/g, '+'],
  [/\/(?= 1000\b)/g, '*'],
  [/ SKIP LOCKED\b/g, ''],
  [/\bLIMIT (?:\d+|§+(?:::int)?)/g, ''],
]

/** What ends a condition, or a list of assignments, on the level on which it begins. */
const ENDS =
  /^(?:AND|OR|ORDER|GROUP|LIMIT|RETURNING|FOR|UNION|ON|THEN|WHERE|LEFT|JOIN|CROSS|AS|ELSE|END|DESC|(?<!DISTINCT )FROM|,)$/

/** All faults of the statement whose text, from `start` on in its file, is `text`. */
export function faultsOfSql(text: string, start: number): Fault[] {
  const words = WORDS.flatMap(([pattern, to]) =>
    [...text.matchAll(pattern)].map(({ index, 0: before }) => ({ start: index, end: index + before.length, text: to })),
  )
  const faults = [
    ...words,
    ...conditions(text),
    ...cases(text),
    ...assignments(text),
    ...members(text),
    ...orders(text),
  ]
  return faults.map((fault) => ({ ...fault, start: start + fault.start, end: start + fault.end }))
}

/** The statement's text, its interpolated values replaced by holes. */
export function withHoles(code: string, parts: readonly { readonly start: number; readonly end: number }[]): string {
  return parts
    .map(({ start, end }, index) => code.slice(start, end) + HOLE.repeat((parts[index + 1]?.start ?? end) - end))
    .join('')
}

/** Where what begins at `from` ends: at a word of `ENDS`, or at the bracket around it. */
function endOf(text: string, from: number, ends: RegExp = ENDS): number {
  let depth = 0
  for (const { index, 0: token } of text.slice(from).matchAll(/'[^']*'|(?:DISTINCT )?[A-Za-z_]+|[(),]/g)) {
    if (token === ')' || token === 'END') depth -= 1
    if (depth < 0 || (depth === 0 && token !== ')' && token !== 'END' && ends.test(token)))
      return from + text.slice(from, from + index).trimEnd().length
    if (token === '(' || token === 'CASE') depth += 1
  }
  return from + text.slice(from).trimEnd().length
}

function after(text: string, word: RegExp): number[] {
  return [...text.matchAll(word)].map(({ index, 0: found }) => index + found.length)
}

/** Each condition is left out: a row for which it alone does not hold is taken, too. */
function conditions(text: string): Fault[] {
  const needed = after(text, /\b(?:WHERE|AND)\s+/g).map((start) => ({ start, end: endOf(text, start), text: 'true' }))
  const sufficient = after(text, /\bOR\s+/g).map((start) => ({ start, end: endOf(text, start), text: 'false' }))
  return [...needed, ...sufficient]
}

function cases(text: string): Fault[] {
  return after(text, /\bCASE WHEN\s+/g).flatMap((start) => {
    const end = endOf(text, start, /^THEN$/)
    return ['true', 'false'].map((constant) => ({ start, end, text: constant }))
  })
}

/** Each assignment is left out, where there are several. */
function assignments(text: string): Fault[] {
  return after(text, /\bSET\s+/g).flatMap((start) => {
    const ends = [...splitFrom(text, start)]
    if (ends.length < 2) return []
    return ends.map((end, index) => {
      const from = index === 0 ? start : (ends[index - 1] ?? start)
      // The first takes the comma behind it along, the others the one before them.
      return { start: from, end: index === 0 ? end + (/^,\s*/.exec(text.slice(end))?.[0].length ?? 0) : end, text: '' }
    })
  })
}

/** The ends of the parts of a list that begins at `start`. */
function* splitFrom(text: string, start: number): Generator<number> {
  for (let end = endOf(text, start); ; end = endOf(text, end + 1)) {
    yield end
    if (text[end] !== ',') return
  }
}

/** Each member of a list of several is left out. */
function members(text: string): Fault[] {
  return [...text.matchAll(/\bIN \(('[^')]*'(?:, '[^')]*')+)\)/g)].flatMap(({ index, 1: list = '' }) => {
    const start = index + 'IN ('.length
    const all = list.split(', ')
    return all.map((one) => ({
      start,
      end: start + list.length,
      text: all.filter((other) => other !== one).join(', '),
    }))
  })
}

/** What came first comes last. */
function orders(text: string): Fault[] {
  return after(text, /\bORDER BY\s+/g).map((start) => {
    const end = endOf(text, start)
    const descending = /^\s+DESC\b/.exec(text.slice(end))
    return descending ? { start: end, end: end + descending[0].length, text: '' } : { start: end, end, text: ' DESC' }
  })
}
