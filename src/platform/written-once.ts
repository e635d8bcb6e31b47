import { type Written, written } from './text-builder.ts'

/** How a part of an answer is written: the same object for the same way of writing it. */
export type PartWriter<T> = { readonly write: (part: T) => string }

type Text = { readonly by: PartWriter<never>; readonly written: Written }

/** HTTP, and two selections of GraphQL. */
const MAX_TEXTS = 3

/**
 * Stands for a part of answers that never changes. Whoever makes the part makes one of these; whoever writes answers finds in it
 * what he wrote the part as. Nobody else sees that.
 */
export class SharedPart {
  /** The one that was asked for last: most parts are only ever written in one way. */
  #last: Text | null = null
  #others: readonly Text[] = []

  /** The part as this writer writes it: once, for as long as no others have come between. */
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
