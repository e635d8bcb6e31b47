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
  readonly #texts: Text[] = []

  /** The part as this writer writes it: once, for as long as no others have come between. */
  static written<T>(part: SharedPart, by: PartWriter<T>, value: T): Written {
    const texts = part.#texts
    for (const text of texts) if (text.by === by) return text.written
    const text = { by, written: written(by.write(value)) }
    if (texts.length >= MAX_TEXTS) texts.shift()
    texts.push(text)
    return text.written
  }
}
