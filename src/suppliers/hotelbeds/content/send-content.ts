import { HOUR_MS } from '../../../domain/time.ts'
import { askPatiently } from '../../content/ask-patiently.ts'
import { contentError } from '../../content/content-failure.ts'
import type { Row } from '../../content/read-loosely.ts'
import type { ContentCall } from '../../content-source.ts'
import type { SupplierFailure, SupplierResponse } from '../../supplier-call.ts'
import { members } from '../../wire-values.ts'
import { credentialsOf, signature } from '../connection.ts'
import { overLimit, readFailure } from '../errors.ts'

const BOOKING_PATH = /\/hotel-api\/1\.0\/?$/
const CONTENT_PATH = '/hotel-content-api/1.0'

/** What stands before the APIs' own paths in a connection's base URL. */
function rootOf({ connection }: Pick<ContentCall, 'connection'>): string {
  return connection.baseUrl.replace(BOOKING_PATH, '').replace(/\/$/, '')
}

const PHOTOS = 'https://photos.hotelbeds.com/giata/'

/** Where the pictures are: Hotelbeds' own host for them, or beside the APIs where a connection leads to another host. */
export function photosOf(call: Pick<ContentCall, 'connection'>): string {
  const { hostname } = new URL(call.connection.baseUrl)
  return /(^|\.)hotelbeds\.com$/.test(hostname) ? PHOTOS : `${rootOf(call)}/photos/giata/`
}

/** The answer's body, or a failure, about which the caller may know what to do: else it throws `error()`. */
export type AskContent = (
  path: string,
  query: Readonly<Record<string, string>>,
) => Promise<{ readonly body: Row } | { readonly failure: SupplierFailure; readonly error: () => Error }>

/**
 * Asks the Content API. Each call is signed by the call's own time, which goes on while a pass is read. Over the day's quota the pass ends;
 * it goes on from its mark when there are calls again.
 */
export function createAskContent(call: ContentCall): AskContent {
  return async (path, query) => {
    const answer = await askPatiently(call, {
      send: () =>
        call.fetch({
          operation: 'content',
          method: 'GET',
          url: `${rootOf(call)}${CONTENT_PATH}${path}?${new URLSearchParams(query)}`,
          headers: {
            'api-key': credentialsOf(call).apiKey,
            'x-signature': signature(call),
            accept: 'application/json',
            'accept-encoding': 'gzip',
            'x-request-id': call.requestId,
          },
          timeoutMs: call.timeoutMs,
          signal: call.signal,
        }),
      failureOf,
    })
    if (answer.ok) return { body: members(answer.value.json) }
    const { error: failure } = answer
    return { failure, error: () => contentError(`GET ${path}`, failure) }
  }
}

/** The quota of a day is not worth waiting for inside a pass. */
function failureOf(response: SupplierResponse): SupplierFailure {
  const failure = readFailure(response)
  return overLimit(response) === 'A_DAY' ? { ...failure, retryAfterMs: failure.retryAfterMs ?? ASK_LATER_MS } : failure
}

/** Where nobody says when the quota begins anew. */
const ASK_LATER_MS = HOUR_MS
