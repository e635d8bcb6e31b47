/** A piece of a text; marked when the other text lacks its word. */
export type Piece = { readonly text: string; readonly isMarked: boolean }

/** Words as they are compared: without case, accents and signs. */
function normal(word: string): string {
  return word
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/** `text` in pieces, those words marked that `other` does not have: `ibis [budget] Paris` beside `ibis Paris`. */
export function markWords(text: string, other: string): readonly Piece[] {
  const known = new Map<string, number>()
  for (const word of other.split(/\s+/).map(normal)) known.set(word, (known.get(word) ?? 0) + 1)
  return text.split(/(\s+)/).map((piece) => {
    const word = normal(piece)
    if (word === '') return { text: piece, isMarked: false }
    const left = known.get(word) ?? 0
    known.set(word, left - 1)
    return { text: piece, isMarked: left <= 0 }
  })
}
