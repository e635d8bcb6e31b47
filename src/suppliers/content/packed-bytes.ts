import { type ContentCall, ContentError, type OpenedFile } from '../content-source.ts'
import type { SupplierFailure } from '../supplier-call.ts'
import { contentError } from './content-failure.ts'

/** How often a link that is refused is asked for anew. */
const MAX_LINKS = 2
/** How often a download goes on after it was cut, and how long it waits before that. */
const MAX_CUTS = 5
const PAUSE_MS = 1_000

export type FileSource = {
  readonly call: Pick<ContentCall, 'openFile' | 'pause' | 'connection'>
  /** Asks the supplier for a link, again whenever the last one is refused. Throws `ContentError`. */
  readonly link: () => Promise<string>
}

/** A file while it is read: which one it is, and how many of its bytes have come. */
export type PackedFile = {
  readonly etag: string | null
  readonly length: number | null
  readonly at: () => number
  readonly chunks: AsyncIterable<Uint8Array>
}

/**
 * Opens a file and reads its packed bytes to the end. A download that is cut goes on at the byte where it was, as long as the server
 * still has the same file (by its ETag and its length). A link that is refused is asked for anew. Throws `ContentError`.
 */
export async function openPacked(source: FileSource): Promise<PackedFile> {
  const links = createLinks(source)
  const first = await links.open(0, null)
  let at = 0
  async function* chunks(): AsyncGenerator<Uint8Array> {
    let opened = first
    for (let cuts = 0; ; cuts += 1) {
      try {
        for await (const chunk of from(opened, at)) {
          at += chunk.length
          yield chunk
        }
        return
      } catch (error) {
        if (!isBroken(error) || first.etag === null || cuts === MAX_CUTS) throw error
        await source.call.pause(PAUSE_MS * (cuts + 1))
        opened = await links.open(at, first.etag)
        if (opened.etag !== first.etag || opened.length !== first.length)
          throw new ContentError('BROKEN_FILE', `${error.message}, and its server has another file by now`)
      }
    }
  }
  return { etag: first.etag, length: first.length, at: () => at, chunks: chunks() }
}

function isBroken(error: unknown): error is ContentError {
  return error instanceof ContentError && error.kind === 'BROKEN_FILE'
}

/** The bytes behind those that have come already; a server without `Range` begins with the first one. */
async function* from({ from: begins, chunks }: OpenedFile, at: number): AsyncGenerator<Uint8Array> {
  let skip = at - begins
  for await (const chunk of chunks) {
    if (skip < chunk.length) yield skip > 0 ? chunk.subarray(skip) : chunk
    skip = Math.max(0, skip - chunk.length)
  }
}

function createLinks({ call, link }: FileSource) {
  let url: string | null = null
  let refusals = 0
  async function next(): Promise<string> {
    const told = await link()
    if (call.connection.baseUrl.startsWith('https:') && !told.startsWith('https:'))
      throw new ContentError('FAILED', 'the link of the file is not encrypted')
    return told
  }
  return {
    open: async (at: number, etag: string | null): Promise<OpenedFile> => {
      for (;;) {
        url ??= await next()
        const opened = await call.openFile(url, { from: at, etag })
        if (opened.ok) return opened.value
        if (opened.error.httpStatus === 416) throw notLonger(at)
        if (!isExpired(opened.error) || refusals === MAX_LINKS) throw contentError('the file', opened.error)
        refusals += 1
        url = null
      }
    },
  }
}

/** Signed links that are too old are answered with 403, or are simply not there. */
function isExpired({ httpStatus }: SupplierFailure): boolean {
  return httpStatus === 403 || httpStatus === 404 || httpStatus === 410
}

function notLonger(at: number): ContentError {
  return new ContentError('BROKEN_FILE', `the file is shorter than its server has said: ${at} bytes`)
}
