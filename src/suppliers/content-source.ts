import type { Result } from '../domain/result.ts'
import type { SupplierCall, SupplierFailure } from './supplier-call.ts'

/** The languages of names and descriptions; hotels are matched by what is told in English. */
export const CONTENT_LANGUAGES = ['en', 'fr', 'de', 'ja', 'ar'] as const
export type ContentLanguage = (typeof CONTENT_LANGUAGES)[number]

/**
 * One reading of a supplier's static content, in one language. WHOLE: every hotel, so that one which is missing has ended. CHANGES:
 * what has changed, opened or ended since a day.
 */
export type ContentPass = {
  readonly kind: 'WHOLE' | 'CHANGES'
  readonly language: ContentLanguage
  /** YYYY-MM-DD in UTC, that day included; null for WHOLE. */
  readonly since: string | null
  /** The last mark of a pass that was cut off, to go on from; null: from the start. */
  readonly resume: ContentMark | null
}

/** A place in a pass, in the reader's own words: nobody else looks into it. JSON, below 4,000 characters. */
export type ContentMark = Readonly<Record<string, unknown>>

/**
 * What a pass yields. Rows come one after the other; a MARK says that whoever has kept everything before it may go on there. `line`
 * is the row's number in its file, or in the whole of the pages, from 1.
 */
export type ContentItem =
  | {
      readonly type: 'HOTEL'
      readonly line: number
      readonly supplierHotelId: string
      /** As the supplier sent it. */
      readonly raw: string
      /**
       * What it says in the words of a listing line (docs/catalogue.md), without `type`, `supplier_code` and `supplier_hotel_id`. It
       * is unchecked: the importer checks it, so a reader passes on what it cannot read rather than to leave it out.
       */
      readonly listing: Readonly<Record<string, unknown>>
    }
  | {
      /** A row that is not a hotel at all: no JSON, or without an id. */
      readonly type: 'FAULTY'
      readonly line: number
      readonly supplierHotelId: string | null
      readonly faults: readonly string[]
    }
  | { readonly type: 'ENDED'; readonly supplierHotelId: string; readonly status: 'CLOSED' | 'GONE' }
  | {
      readonly type: 'MARK'
      readonly mark: ContentMark
      /** Rows, or bytes of the packed file; `total` is null while nobody knows it. */
      readonly done: number
      readonly total: number | null
    }
  | {
      /** The supplier has nothing newer than what this pass would read: it ends here, and nothing is concluded from it. */
      readonly type: 'UNCHANGED'
    }

/** An adapter's call for content. Its `nowAt` goes on while a pass is read, which takes longer than a signature may be old. */
export type ContentCall = SupplierCall & {
  /** Opens a file by its link, which is signed: no credentials are sent. */
  readonly openFile: OpenFile
  /**
   * A dictionary of the supplier (facilities, categories, chains) by its name and language: kept for a week in the database, loaded
   * by `load` when it is not there. It must be JSON.
   */
  readonly dictionary: <T>(name: string, load: () => Promise<T>) => Promise<T>
  /** What the last complete pass of this kind and language remembered, by `remember`: `last_update` of a dump; null: nothing. */
  readonly remembered: (name: string) => Promise<string | null>
  /** Kept when the pass ends well. */
  readonly remember: (name: string, value: string) => void
  /** Counts a field that the reader does not know, by its JSON path; never an error. */
  readonly onUnknownField: (path: string) => void
  /** Waits, at most until the run is stopped: between calls that a limit holds apart. */
  readonly pause: (ms: number) => Promise<void>
}

export type OpenFile = (
  url: string,
  options: {
    /** The first byte that is wanted: asked for by `Range` when it is not 0, and only if the file still has this ETag. */
    readonly from: number
    readonly etag: string | null
  },
) => Promise<Result<OpenedFile, SupplierFailure>>

export type OpenedFile = {
  readonly status: number
  /** The byte with which it begins: 0 when the server does not take `Range`, or the file is another by now. */
  readonly from: number
  /** The length of the whole file; null when it is not told. */
  readonly length: number | null
  readonly etag: string | null
  /** Throws `ContentError` when it is cut, longer or shorter than told, or stands still for 30 s. */
  readonly chunks: AsyncIterable<Uint8Array>
}

/** Why a pass could not go on. What was yielded before counts; the importer goes on from the last mark, now or at the next run. */
export class ContentError extends Error {
  override readonly name = 'ContentError'
  readonly kind: 'FAILED' | 'NOT_READY' | 'OVER_LIMIT' | 'REFUSED' | 'BROKEN_FILE'
  readonly retryAfterMs: number | null
  constructor(kind: ContentError['kind'], message: string, retryAfterMs: number | null = null) {
    super(message)
    this.kind = kind
    this.retryAfterMs = retryAfterMs
  }
}

/** How a supplier hands out its static content: a part of its adapter. */
export type ContentSource = {
  /** The supplier's own words for our languages; one that it lacks is absent. */
  readonly languages: Readonly<Partial<Record<ContentLanguage, string>>>
  /** A listing is gone when so many whole passes, one after the other, did not have it. */
  readonly passesUntilGone: 1 | 2
  /** Days from one whole pass to the next; between them changes are read every day. */
  readonly wholeEveryDays: number
  /** Yields a pass; throws `ContentError`. */
  readonly read: (call: ContentCall, pass: ContentPass) => AsyncIterable<ContentItem>
}
