import { pipeline, Readable } from 'node:stream'
import { constants, createGunzip, createZstdDecompress } from 'node:zlib'
import { ContentError } from '../content-source.ts'

export type Packing = 'gzip' | 'zstd'

/** A line of a file, from 1; `text` null: it is longer than any row, and was skipped. */
export type Line = { readonly line: number; readonly text: string | null }

export const MAX_LINE_BYTES = 4 * 1024 * 1024

const CHUNK_BYTES = 256 * 1024
/** The most memory that a file may ask of whoever unpacks it: 2^27 bytes. */
const MAX_WINDOW_LOG = 27
const LINE_FEED = 0x0a

/**
 * Unpacks a file, which may be several packed files one behind the other, and splits it at line feeds. Yields the lines of one chunk at
 * a time; blank ones are counted, and left out. It holds one chunk and the line that goes on in the next one, whatever the file's size.
 * Throws `ContentError` for bytes that are not of that packing, or end too early, and whatever `chunks` throws.
 */
export async function* unpackLines(
  chunks: AsyncIterable<Uint8Array>,
  packing: Packing,
): AsyncGenerator<readonly Line[]> {
  const splitter = createSplitter()
  try {
    for await (const chunk of unpacked(chunks, packing)) {
      const lines = splitter.add(chunk)
      if (lines.length > 0) yield lines
    }
  } catch (error) {
    if (error instanceof ContentError || !isPackingError(error)) throw error
    throw new ContentError('BROKEN_FILE', `the file cannot be unpacked: ${error.message}`)
  }
  const last = splitter.end()
  if (last.length > 0) yield last
}

function isPackingError(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && /^(Z_|ZSTD_|ERR_ZLIB|ERR_BUFFER)/.test(String(error.code))
}

function unpacked(chunks: AsyncIterable<Uint8Array>, packing: Packing): AsyncIterable<Buffer> {
  const unpacker =
    packing === 'gzip'
      ? createGunzip({ chunkSize: CHUNK_BYTES })
      : createZstdDecompress({
          chunkSize: CHUNK_BYTES,
          params: { [constants.ZSTD_d_windowLogMax]: MAX_WINDOW_LOG },
        })
  // An error reaches the unpacker too, whose reader throws it.
  pipeline(Readable.from(chunks, { objectMode: true, highWaterMark: 2 }), unpacker, () => undefined)
  return unpacker
}

function createSplitter() {
  let parts: Buffer[] = []
  let size = 0
  let line = 1

  /** The line that ends here. */
  function take(): Line {
    const text = size > MAX_LINE_BYTES ? null : Buffer.concat(parts, size).toString('utf8')
    parts = []
    size = 0
    return { line: line++, text: text === null ? null : trimmed(text) }
  }

  function keep(part: Buffer): void {
    size += part.length
    // Of a line that is too long only its length is kept.
    if (size > MAX_LINE_BYTES) parts = []
    else if (part.length > 0) parts.push(part)
  }

  return {
    add: (chunk: Buffer): Line[] => {
      const lines: Line[] = []
      let from = 0
      for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, from)) {
        keep(chunk.subarray(from, at))
        const taken = take()
        if (taken.text !== '') lines.push(taken)
        from = at + 1
      }
      // The unpacker does not use its memory again, so that a part of it can be kept.
      keep(chunk.subarray(from))
      return lines
    },
    /** What stands behind the last line feed. */
    end: (): Line[] => {
      if (size === 0) return []
      const taken = take()
      return taken.text === '' ? [] : [taken]
    },
  }
}

/** Without what editors and Windows leave at the ends of a line. */
function trimmed(text: string): string {
  return text.replace(/^\uFEFF/, '').trimEnd()
}
