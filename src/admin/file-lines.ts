import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { NumberedLine } from '../operations/catalogue/import-catalogue.ts'
import { io } from './io.ts'

const CHUNK = 1024 * 1024
/** A longer line is cut. Its remainder is not valid JSON and is reported as a bad line. */
const MAX_LINE = 1024 * 1024
const NEW_LINE = 0x0a

/** Reads the lines of a file in constant memory; `onRead` gets the number of bytes read so far. */
export function fileLines(path: string, onRead: (bytes: number) => void): AsyncGenerator<NumberedLine> {
  return streamLines(createReadStream(path, { highWaterMark: CHUNK }), onRead)
}

/** The same of a file, or of the standard input for `-`. */
export function inputLines(path: string): AsyncGenerator<NumberedLine> {
  return path === '-' ? streamLines(io().stdin, () => undefined) : fileLines(path, () => undefined)
}

async function* streamLines(
  stream: AsyncIterable<unknown>,
  onRead: (bytes: number) => void,
): AsyncGenerator<NumberedLine> {
  let number = 0
  let read = 0
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of stream) {
    const bytes = chunk as Buffer // the stream has no encoding, so chunks are Buffers
    read += bytes.length
    onRead(read)
    let from = 0
    for (let end = bytes.indexOf(NEW_LINE); end >= 0; end = bytes.indexOf(NEW_LINE, from)) {
      number += 1
      yield { number, text: Buffer.concat([rest, bytes.subarray(from, end)]).toString() }
      rest = Buffer.alloc(0)
      from = end + 1
    }
    if (rest.length < MAX_LINE) rest = Buffer.concat([rest, bytes.subarray(from)])
  }
  if (rest.length > 0) yield { number: number + 1, text: rest.toString() }
}

type FileFacts = {
  readonly bytes: number /** Equal for the same file in any folder. */
  readonly mark: string
}

export async function factsOf(path: string): Promise<FileFacts> {
  const { size } = await stat(path)
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(CHUNK), 0, CHUNK, 0)
    const mark = createHash('sha256')
      .update(`${basename(path)} ${size} `)
      .update(buffer.subarray(0, bytesRead))
      .digest('hex')
    return { bytes: size, mark }
  } finally {
    await file.close()
  }
}
