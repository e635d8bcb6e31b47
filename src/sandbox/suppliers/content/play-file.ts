import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { createGzip, createZstdCompress } from 'node:zlib'
import { createBoundedMemory } from '../../../platform/kept.ts'
import type { SandboxFile } from '../exchange.ts'
import type { FileFault } from './content-faults.ts'

/** Rows between two turns of the event loop, so that other calls are answered while a file is made. */
const ROWS_A_TURN = 32

/** Packed files that are kept; each has some megabytes. */
const packedFiles = createBoundedMemory<string, Promise<Buffer>>({ max: 6, drops: 'least-used' })

type Exchange = { readonly request: IncomingMessage; readonly response: ServerResponse }

/**
 * Sends a file of rows, packed. One of the usual size is packed once and has a length, an `ETag` and takes `Range`; one that is
 * made of copies is packed while it is sent.
 */
export async function playFile(
  { request, response }: Exchange,
  file: SandboxFile,
  fault: FileFault | null,
): Promise<void> {
  if (!file.isSmall) return playStream(response, file, fault)
  const bytes = await packedOnce(file, fault)
  const etag = `"${file.name}"`
  const range = fault === null ? rangeOf(request, { etag, length: bytes.length }) : null
  if (range === 'BEYOND') {
    response.writeHead(416, { 'content-range': `bytes */${bytes.length}` }).end()
    return
  }
  const sent = range === null ? bytes : bytes.subarray(range)
  response.writeHead(range === null ? 200 : 206, {
    'content-type': file.packing === 'gzip' ? 'application/gzip' : 'application/zstd',
    'content-length': String(sent.length + (fault === 'wrong_length' ? 1_024 : 0)),
    'accept-ranges': 'bytes',
    etag,
    'last-modified': new Date(file.madeAt).toUTCString(),
    ...(range === null ? {} : { 'content-range': `bytes ${range}-${bytes.length - 1}/${bytes.length}` }),
  })
  if (fault === 'cut') return void response.write(sent.subarray(0, sent.length >> 1), () => response.destroy())
  if (fault === 'wrong_length') return void response.write(sent, () => response.destroy())
  if (fault === 'slow_drip') return drip(response, sent)
  response.end(sent)
}

const RANGE = /^bytes=(\d{1,15})-$/

/** From which byte on the file is wanted; null for all of it, BEYOND where it has no such byte. */
function rangeOf(
  { headers }: IncomingMessage,
  { etag, length }: { readonly etag: string; readonly length: number },
): number | 'BEYOND' | null {
  const [, from] = RANGE.exec(headers.range ?? '') ?? []
  const isOther = headers['if-range'] !== undefined && headers['if-range'] !== etag
  if (from === undefined || isOther) return null
  return Number(from) < length ? Number(from) : 'BEYOND'
}

const DRIP_BYTES = 10_000
const DRIP_MS = 1_000

async function drip(response: ServerResponse, bytes: Buffer): Promise<void> {
  for (let at = 0; at < bytes.length && !response.destroyed; at += DRIP_BYTES) {
    response.write(bytes.subarray(at, at + DRIP_BYTES))
    await pause(DRIP_MS, undefined, { ref: false })
  }
  response.end()
}

function packedOnce(file: SandboxFile, fault: FileFault | null): Promise<Buffer> {
  if (fault !== null && fault in SPOILT_ROWS) return packed(file, SPOILT_ROWS[fault] ?? whole)
  if (fault === 'second_gzip_member') return packedTwice(file)
  // A sandbox with a part of the world has files of the same names.
  const key = `${file.name} ${file.rowCount}`
  const known = packedFiles.get(key)
  if (known) return known
  const made = packed(file, whole)
  void packedFiles.set(key, made)
  return made.catch((error: unknown) => {
    packedFiles.delete(key)
    throw error
  })
}

type Spoil = (rows: Iterable<string>, count: number) => Iterable<string>

function whole(rows: Iterable<string>): Iterable<string> {
  return rows
}

/** Faults of the rows, in a file that is otherwise well-formed. */
const SPOILT_ROWS: Readonly<Partial<Record<FileFault, Spoil>>> = {
  bad_line: function* (rows, count) {
    let index = 0
    for (const row of rows) yield index++ === count >> 1 ? row.slice(0, row.length >> 1) : row
  },
  shrunk: function* (rows) {
    let index = 0
    for (const row of rows) if (index++ % 5 < 2) yield row
  },
}

async function packed({ rows, rowCount, packing }: SandboxFile, spoil: Spoil): Promise<Buffer> {
  const chunks: Buffer[] = []
  await pipeline(Readable.from(inTurns(spoil(rows(), rowCount))), packerOf(packing), async (bytes) => {
    for await (const chunk of bytes) chunks.push(chunk)
  })
  return Buffer.concat(chunks)
}

/** Both formats allow a file to go on behind its end with another one. */
async function packedTwice(file: SandboxFile): Promise<Buffer> {
  const half = file.rowCount >> 1
  function part(from: number, to: number): Spoil {
    return function* (rows) {
      let index = 0
      for (const row of rows) {
        if (index >= from && index < to) yield row
        index += 1
      }
    }
  }
  return Buffer.concat([await packed(file, part(0, half)), await packed(file, part(half, file.rowCount))])
}

function packerOf(packing: SandboxFile['packing']): ReturnType<typeof createGzip | typeof createZstdCompress> {
  return packing === 'gzip' ? createGzip({ level: 1 }) : createZstdCompress()
}

/** The rows as lines, some at a time. */
async function* inTurns(rows: Iterable<string>): AsyncGenerator<string> {
  let lines = ''
  let count = 0
  for (const row of rows) {
    lines += `${row}\n`
    count += 1
    if (count % ROWS_A_TURN !== 0) continue
    yield lines
    lines = ''
    await new Promise((resolve) => setImmediate(resolve))
  }
  if (lines !== '') yield lines
}

/** A file that is too large to be kept: it has neither length nor ranges. */
async function playStream(response: ServerResponse, file: SandboxFile, fault: FileFault | null): Promise<void> {
  response.writeHead(200, {
    'content-type': file.packing === 'gzip' ? 'application/gzip' : 'application/zstd',
    'last-modified': new Date(file.madeAt).toUTCString(),
  })
  const spoil = (fault === null ? null : SPOILT_ROWS[fault]) ?? whole
  let index = 0
  function* until(rows: Iterable<string>): Iterable<string> {
    for (const row of rows) {
      index += 1
      if (fault === 'cut' && index > file.rowCount >> 1) return void response.destroy()
      yield row
    }
  }
  try {
    await pipeline(Readable.from(inTurns(until(spoil(file.rows(), file.rowCount)))), packerOf(file.packing), response)
  } catch (error) {
    // Whoever reads may leave at any time.
    if (!response.destroyed) throw error
  }
}
