import { ContentError } from '../content-source.ts'

/** A page as a supplier sends it; `total` null: it does not say how many rows there are. */
export type Page = { readonly rows: readonly unknown[]; readonly total: number | null }

type Walk = {
  /** What is walked, for messages. */
  readonly what: string
  /** Rows of a page. */
  readonly size: number
  /** From which row to go on, counted from 1, and how many there were then. */
  readonly start: { readonly row: number; readonly total: number | null }
  /** Asks for rows, the first counted from 1. TOO_LARGE: fewer must be asked for. */
  readonly ask: (from: number, count: number) => Promise<Page | 'TOO_LARGE'>
  readonly idOf: (row: unknown) => string
}

/** What came with a page: rows that had not come yet, in their order, and where the next page begins. */
export type WalkedPage = {
  readonly rows: readonly { readonly line: number; readonly row: unknown }[]
  readonly next: number
  readonly total: number | null
}

/** By so many rows a page begins before the end of the last one. */
const OVERLAP = 20
/** A page with fewer rows than this is no smaller when it is asked for again. */
const LEAST_ROWS = 25
const MAX_RESTARTS = 2
const MAX_STEPS_BACK = 5

/**
 * Walks through a list that may shift while it is read. Pages overlap: as long as one begins with a row that has come already, none
 * between the two was missed, else it goes back by a page. When the total has moved by more than a page it begins again, and when in the
 * end rows are missing, it walks through the list once more. Each row comes once. Throws `ContentError` for a list that does not hold
 * still.
 */
export async function* walkPages(walk: Walk): AsyncGenerator<WalkedPage> {
  const state: State = {
    size: walk.size,
    from: Math.max(1, walk.start.row - OVERLAP),
    // The rows before a mark are not known any more: the first page after it cannot be held against them.
    isFirst: true,
    firstTotal: walk.start.total,
    lastTotal: null,
    restarts: 0,
    stepsBack: 0,
    seen: new Set(),
  }
  yield* walkOnce(walk, state)
  // After a mark nobody knows which rows came before it.
  const isKnown = walk.start.row <= 1
  if (!isKnown || state.seen.size >= (state.lastTotal ?? 0)) return
  beginAgain(state)
  yield* walkOnce(walk, state)
}

type State = {
  size: number
  from: number
  isFirst: boolean
  firstTotal: number | null
  lastTotal: number | null
  restarts: number
  stepsBack: number
  readonly seen: Set<string>
}

function beginAgain(state: State): void {
  state.from = 1
  state.isFirst = true
  state.firstTotal = null
}

async function* walkOnce(walk: Walk, state: State): AsyncGenerator<WalkedPage> {
  for (;;) {
    const page = await walk.ask(state.from, state.size)
    if (page === 'TOO_LARGE') {
      if (state.size <= LEAST_ROWS)
        throw new ContentError('FAILED', `${walk.what}: ${state.size} rows are too much for an answer`)
      state.size = Math.max(LEAST_ROWS, Math.floor(state.size / 2))
      continue
    }
    const { rows, total } = page
    const hasMoved = total !== null && Math.abs(total - (state.firstTotal ?? total)) > walk.size
    if (hasMoved || isTornOff(walk, state, rows)) {
      goBack(walk, state, hasMoved)
      continue
    }
    state.firstTotal ??= total
    state.lastTotal = total
    const fresh = freshRows(walk, state, rows)
    const end = state.from + rows.length
    const isLast = rows.length === 0 || (total === null ? rows.length < state.size : end > total)
    const next = isLast ? end : Math.max(state.from + 1, end - OVERLAP)
    yield { rows: fresh, next: end, total }
    if (isLast) return
    state.from = next
    state.isFirst = false
  }
}

/** True when no row of a page has come before, though it overlaps the last one. */
function isTornOff({ idOf }: Walk, { isFirst, seen }: State, rows: readonly unknown[]): boolean {
  return !isFirst && rows.length > 0 && !rows.some((row) => seen.has(idOf(row)))
}

function goBack({ what }: Walk, state: State, hasMoved: boolean): void {
  if (hasMoved ? state.restarts >= MAX_RESTARTS : state.stepsBack >= MAX_STEPS_BACK)
    throw new ContentError('FAILED', `${what}: the list does not hold still`)
  if (hasMoved) {
    state.restarts += 1
    return beginAgain(state)
  }
  state.stepsBack += 1
  state.from = Math.max(1, state.from - state.size)
}

function freshRows({ idOf }: Walk, { from, seen }: State, rows: readonly unknown[]): WalkedPage['rows'] {
  return rows.flatMap((row, index) => {
    const id = idOf(row)
    if (seen.has(id)) return []
    seen.add(id)
    return [{ line: from + index, row }]
  })
}
