import { markWords } from './mark-words.ts'

/** A name whose words are marked that the other name does not have. */
export function MarkedWords({ text, other }: { readonly text: string; readonly other: string }) {
  return (
    <span>
      {markWords(text, other).map(({ text: piece, isMarked }, place) =>
        isMarked ? (
          <mark key={place} className="marked-word">
            {piece}
          </mark>
        ) : (
          <span key={place}>{piece}</span>
        ),
      )}
    </span>
  )
}
