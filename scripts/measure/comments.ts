import { getLeadingCommentRanges, getTrailingCommentRanges } from 'typescript/unstable/ast'
import { lineAt, type Source, visit } from './source.ts'

export type Comment = {
  readonly path: string
  readonly line: number
  readonly text: string
  /** The three lines of code that follow it, fewer at the end of a file. */
  readonly code: readonly string[]
}

const CODE_LINES = 3

/** All comments of a file in their order; `//` lines that follow each other are one comment. */
export function commentsIn({ path, file }: Source): Comment[] {
  const ranges = new Map<number, number>()
  visit(file, ({ pos, end }) => {
    for (const read of [getLeadingCommentRanges, getTrailingCommentRanges])
      for (const at of [pos, end]) for (const range of read(file.text, at) ?? []) ranges.set(range.pos, range.end)
  })
  const lines = file.text.split('\n')
  return joined(
    [...ranges].sort(([one], [other]) => one - other),
    file.text,
  ).map(([pos, end]) => ({
    path,
    line: lineAt(file, pos),
    text: file.text.slice(pos, end),
    code: lines.slice(lineAt(file, end), lineAt(file, end) + CODE_LINES),
  }))
}

type Range = readonly [pos: number, end: number]

function joined(ranges: readonly Range[], text: string): Range[] {
  const found: Range[] = []
  for (const range of ranges) {
    const last = found.at(-1)
    const isNextLine = last && /^\n[ \t]*$/.test(text.slice(last[1], range[0]))
    const areLines = last && text.startsWith('//', last[0]) && text.startsWith('//', range[0])
    if (last && isNextLine && areLines) found[found.length - 1] = [last[0], range[1]]
    else found.push(range)
  }
  return found
}

/** `count` of the items, none twice, in a random order that only `seed` decides (Fisher and Yates, on mulberry32). */
export function sample<T>(items: readonly T[], count: number, seed: number): T[] {
  const left = [...items]
  const random = randomFrom(seed)
  const drawn: T[] = []
  while (drawn.length < count && left.length > 0) {
    const index = Math.floor(random() * left.length)
    drawn.push(...left.splice(index, 1))
  }
  return drawn
}

/** Numbers from 0 to less than 1. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
