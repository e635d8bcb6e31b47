import type { Readable } from 'node:stream'
import { type Dispatcher, request } from 'undici'
import { err, ok, type Result } from '../../domain/result.ts'
import { unlessAborted } from '../../platform/unless-aborted.ts'
import { ContentError, type OpenedFile, type OpenFile } from '../content-source.ts'
import { agentOf, failureOfStatus, flatHeaders, type SupplierFetchOptions } from '../fetch.ts'
import type { SupplierFailure } from '../supplier-call.ts'

/** From the call to the headers of the answer, with the look-up of the name. */
const OPEN_MS = 30_000
/** How long a file may stand still. */
const IDLE_MS = 30_000
/** Files that are read at once, over all hosts. */
const MAX_FILES = 4
/** Of the page that comes with a refusal, so much is read, so that the connection can be used again. */
const MAX_REFUSAL_BYTES = 64 * 1024

type OpenFileOptions = Pick<SupplierFetchOptions, 'lookup' | 'proxy'> & {
  /** Ends every download. */
  readonly signal?: AbortSignal | null
}

/**
 * Makes the client for files behind signed links. It sends no credentials, follows no redirect (a link is what the supplier has
 * signed, and nothing else), and checks the length that it is told. Any answer but 200 and 206 is a failure with its status: 403 for a
 * link that has expired, 416 for a file that has no such byte.
 */
export function createOpenFile({ signal, ...options }: OpenFileOptions = {}): OpenFile & {
  readonly close: () => Promise<void>
} {
  const agent = agentOf({ ...options, maxConnections: MAX_FILES })
  const stop = signal ?? new AbortController().signal
  const open: OpenFile = async (url, { from, etag }) => {
    if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
      return err(failure('MALFORMED', 'the link is no address of a file'))
    const range = rangeOf(from, etag)
    const leave = new AbortController()
    try {
      const asked = request(url, {
        dispatcher: agent,
        headers: {
          'accept-encoding': 'identity',
          'user-agent': 'hotel-distribution-gateway/1',
          ...range,
        },
        signal: AbortSignal.any([leave.signal, stop]),
        headersTimeout: OPEN_MS,
        bodyTimeout: IDLE_MS,
      })
      const answered = await unlessAborted(asked, AbortSignal.any([AbortSignal.timeout(OPEN_MS), stop]))
      if (answered) return await opened(answered, { from: range === null ? 0 : from, signal: stop })
      leave.abort()
      return err(stop.aborted ? LEFT : failure('TIMEOUT', `the file did not come within ${OPEN_MS} ms`))
    } catch (error) {
      return err(stop.aborted ? LEFT : failure('NETWORK', error instanceof Error ? error.message.trim() : 'cut'))
    }
  }
  return Object.assign(open, { close: () => agent.destroy() })
}

/** A part is asked for only of the same bytes, of which a weak ETag says nothing. Null: the file is read from its beginning. */
function rangeOf(from: number, etag: string | null): Readonly<Record<string, string>> | null {
  return from > 0 && etag !== null && !etag.startsWith('W/') ? { range: `bytes=${from}-`, 'if-range': etag } : null
}

const LEFT = failure('ABORTED', 'the run was stopped')

function failure(kind: SupplierFailure['kind'], detail: string): SupplierFailure {
  return { kind, httpStatus: null, supplierErrorCode: null, retryAfterMs: null, detail }
}

type Asked = { readonly from: number; readonly signal: AbortSignal }

const CONTENT_RANGE = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15}|\*)$/

async function opened(
  { statusCode: status, headers: raw, body }: Dispatcher.ResponseData,
  { from, signal }: Asked,
): Promise<Result<OpenedFile, SupplierFailure>> {
  const headers = flatHeaders(raw)
  const etag = headers['etag'] ?? null
  if (status === 200) {
    const length = lengthOf(headers['content-length'])
    return ok({ status, from: 0, length, etag, chunks: checked(body, { expected: length, signal }) })
  }
  if (status === 206) {
    const [, first = '', last = '', total = ''] = CONTENT_RANGE.exec(headers['content-range'] ?? '') ?? []
    const chunks = checked(body, { expected: Number(last) - Number(first) + 1, signal })
    if (first !== '' && Number(first) === from && (total === '*' || Number(last) === Number(total) - 1))
      return ok({ status, from, length: total === '*' ? null : Number(total), etag, chunks })
    body.destroy()
    return err(failure('MALFORMED', 'the server sent another part of the file than was asked for'))
  }
  await body.dump({ limit: MAX_REFUSAL_BYTES }).catch(() => undefined)
  const detail = status < 400 ? `a file’s link leads elsewhere (${status})` : `the file was answered with ${status}`
  return err(failureOfStatus({ status, headers, json: null }, null, detail))
}

function lengthOf(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : null
}

type Expected = { readonly expected: number | null; readonly signal: AbortSignal }

async function* checked(body: Readable, { expected, signal }: Expected): AsyncGenerator<Uint8Array> {
  let got = 0
  try {
    for await (const chunk of body) {
      const bytes: Buffer = chunk
      got += bytes.length
      if (expected !== null && got > expected) break
      yield bytes
    }
  } catch (error) {
    if (signal.aborted) throw new ContentError('FAILED', 'the run was stopped')
    const why = error instanceof Error && 'code' in error && error.code === 'UND_ERR_BODY_TIMEOUT' ? STOOD_STILL : CUT
    throw new ContentError('BROKEN_FILE', `the file ${why} after ${got} of ${expected ?? 'unknown'} bytes`)
  }
  if (expected !== null && got !== expected)
    throw new ContentError('BROKEN_FILE', `the file has another length than its server says: ${got}, not ${expected}`)
}

const STOOD_STILL = `stood still for ${IDLE_MS / 1_000} s`
const CUT = 'was cut off'
