import { type Written, written } from './text-builder.ts'

/** Writes a part of an answer. Two parts written the same way must have the same writer object. */
export type PartWriter<T> = { readonly write: (part: T) => string }

type Text = { readonly by: PartWriter<never>; readonly written: Written }

/** The most cached texts per part: HTTP, and two selections of GraphQL. */
const MAX_TEXTS = 3

/**
 * Caches the written texts of a part of answers that never changes. The code that makes the part creates one, and the code that
 * writes answers stores its text in it; no other code can read it.
 */
export class SharedPart {
  /** The most recently used text: most parts are only ever written in one way. */
  #last: Text | null = null
  #others: readonly Text[] = []

  /** Returns the part's text by this writer. It is written once, and again only if its text was evicted by others. */
  static written<T>(part: SharedPart, by: PartWriter<T>, value: T): Written {
    const last = part.#last
    if (last?.by === by) return last.written
    const known = part.#others.find((text) => text.by === by)
    const text = known ?? { by, written: written(by.write(value)) }
    if (last) part.#others = [last, ...part.#others.filter((other) => other !== known)].slice(0, MAX_TEXTS - 1)
    part.#last = text
    return text.written
  }
}
