import type { SearchData } from '../../domain/contract/search.ts'
import { createSideField } from '../../platform/side-field.ts'
import { type CursorSeal, type Position, toCursor } from './cursor.ts'
import type { SearchSession } from './search-session.ts'
import type { Ranked } from './walk.ts'

/** Returns where the list goes on behind the hotel at `index` of the page. */
type CursorAt = (index: number) => string

/** The cursors of a page's hotels stand beside its answer, because only a Relay connection asks for them. */
const field = createSideField<CursorAt>()

type Page = {
  /** Returns the page's hotels, with their places in the ranking. Called once at most. */
  readonly ranked: () => readonly Ranked[]
  readonly version: number
  /** How many hotels earlier pages have returned. */
  readonly returned: number
}

/** The cursor of the page's last hotel is the page's own, if it has one: hotels that were left out behind it stay left out. */
export function withCursors(
  data: SearchData,
  { sort, seal }: Pick<SearchSession, 'sort'> & { readonly seal: CursorSeal },
  { ranked: placesOf, version, returned }: Page,
): SearchData {
  let places: readonly Ranked[] | null = null
  field.set(data, (index) => {
    const ranked = (places ??= placesOf())
    const hotel = ranked[index]
    if (!hotel) throw new RangeError(`the page has no hotel ${index}`)
    if (index === ranked.length - 1 && data.nextCursor !== null) return data.nextCursor
    const position: Position = { ...hotel, version, returned: returned + index + 1 }
    return toCursor(sort, seal, position)
  })
  return data
}

/** The cursors of an answer that {@link withCursors} was called with. */
export function cursorsOf(data: SearchData): CursorAt {
  const cursorAt = field.get(data)
  if (!cursorAt) throw new Error('a search without cursors')
  return cursorAt
}
