import { hash } from 'node:crypto'
import { z } from 'zod'
import type { ContentMark } from '../content-source.ts'
import { type FileSource, openPacked, type PackedFile } from './packed-bytes.ts'
import { type Line, type Packing, unpackLines } from './unpack.ts'

/** After so many rows whoever reads may go on later from there. */
const ROWS_A_MARK = 500

/** A place in a file: behind that line of it, which had that hash. `etag` and `length` are those of the file. */
const placeSchema = z.object({
  line: z.int().positive(),
  hash: z.string(),
  etag: z.string().nullable(),
  length: z.int().nullable(),
})
export type FilePlace = z.output<typeof placeSchema>

/** The place that a mark of ours names; null for anything else. */
export function readPlace(mark: ContentMark | null): FilePlace | null {
  return placeSchema.safeParse(mark).data ?? null
}

export type FileRow =
  | ({ readonly type: 'LINE' } & Line)
  /** Everything before it was yielded. `done` and `total` are packed bytes. */
  | { readonly type: 'PLACE'; readonly place: FilePlace; readonly done: number; readonly total: number | null }

/**
 * Reads the lines of a packed file, one after the other, with the places from which it can go on. From a place it goes on behind that
 * line if the file is the same by its ETag, its length and the line itself, else from the beginning. A packed file cannot be entered in
 * its middle, so the lines before a place are read, and left out. Throws `ContentError`.
 */
export async function* readRows(
  source: FileSource & { readonly packing: Packing },
  resume: FilePlace | null,
): AsyncGenerator<FileRow> {
  const file = await openPacked(source)
  const isSame = resume !== null && resume.etag === tagOf(file) && resume.length === file.length
  for await (const row of rowsBehind(file, { packing: source.packing, behind: isSame ? resume : null })) {
    if (row === 'ANOTHER_FILE') return yield* readRows(source, null)
    yield row
  }
}

type Wanted = { readonly packing: Packing; readonly behind: FilePlace | null }

async function* rowsBehind(
  file: PackedFile,
  { packing, behind }: Wanted,
): AsyncGenerator<FileRow | 'ANOTHER_FILE', void> {
  let isBehind = behind === null
  let count = 0
  let last: Line | null = null
  for await (const lines of unpackLines(file.chunks, packing))
    for (const line of lines) {
      if (!isBehind && behind !== null) {
        if (line.line < behind.line) continue
        isBehind = line.line === behind.line && hashOf(line) === behind.hash
        if (!isBehind) return void (yield 'ANOTHER_FILE')
        continue
      }
      yield { type: 'LINE', ...line }
      last = line
      count += 1
      if (count % ROWS_A_MARK === 0) yield placeOf(file, line)
    }
  if (!isBehind) yield 'ANOTHER_FILE'
  else if (last !== null && count % ROWS_A_MARK !== 0) yield placeOf(file, last)
}

function placeOf(file: PackedFile, line: Line): FileRow {
  const { length, at } = file
  return {
    type: 'PLACE',
    place: { line: line.line, hash: hashOf(line), etag: tagOf(file), length },
    done: at(),
    total: length,
  }
}

/** Marks are short. */
function tagOf({ etag }: Pick<PackedFile, 'etag'>): string | null {
  return etag?.slice(0, 500) ?? null
}

function hashOf({ text }: Line): string {
  return text === null ? 'too long' : hash('sha256', text, 'hex').slice(0, 32)
}
