/** A text with its length in UTF-8 bytes. */
export type Written = { readonly text: string; readonly bytes: number }

export function written(text: string): Written {
  return { text, bytes: Buffer.byteLength(text) }
}

/** Concatenates texts directly in the bytes that are sent, without one large string. */
export type TextBuilder = {
  readonly add: (part: Written) => void
  /** Adds a text of ASCII characters only. */
  readonly addAscii: (text: string) => void
  readonly bytes: () => Buffer
}

export function createTextBuilder(): TextBuilder {
  const parts: Written[] = []
  let size = 0
  function add(part: Written): void {
    parts.push(part)
    size += part.bytes
  }
  return {
    add,
    addAscii: (text) => add({ text, bytes: text.length }),
    bytes: () => {
      const all = Buffer.allocUnsafe(size)
      let at = 0
      for (const { text, bytes } of parts) at += all.write(text, at, bytes === text.length ? 'latin1' : 'utf8')
      return all
    },
  }
}
