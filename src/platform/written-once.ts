import { type Written, written } from './text-builder.ts'

/** How a part of an answer is written: the same object for the same way of writing it. */
export type PartWriter<Part> = { readonly write: (part: Part) => string }

type Text = { readonly by: PartWriter<never>; readonly written: Written }

export type WriteOnce = <Part>(key: object, by: PartWriter<Part>, part: Part) => Written

/**
 * Remembers what parts of answers were written as, for as long as their keys live: by at most `max` writers each, the latest.
 * A key stands for a part that never changes.
 */
export function createWriteOnce(max: number): WriteOnce {
  const texts = new WeakMap<object, Text[]>()
  return (key, by, part) => {
    const known = texts.get(key)
    if (known) for (const text of known) if (text.by === by) return text.written
    const text = { by, written: written(by.write(part)) }
    if (!known) texts.set(key, [text])
    else {
      if (known.length >= max) known.shift()
      known.push(text)
    }
    return text.written
  }
}
