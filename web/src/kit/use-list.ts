import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { Document } from './graphql.ts'
import { holdRows } from './live-rows.ts'
import type { Search } from './search-state.ts'
import { type Read, useRead } from './use-read.ts'

/** A page of a list, as the server answers it. */
export type Page<Row> = { readonly items: readonly Row[]; readonly next: string | null }

/** What turns the pages: the page is in the address, so that Back is the page before. */
export type Paging = { readonly after: string | null; readonly to: (after: string | null) => void }

/** What has come and gone since the list was shown, and what shows the list as it is now. */
export type Fresh = {
  readonly count: number
  /** The ids of rows that are shown and not there any more. */
  readonly gone: ReadonlySet<string>
  readonly show: () => void
}

export type List<Row> = Read<Page<Row>> & { readonly paging: Paging; readonly fresh: Fresh | null }

type Asked<Data, Variables, Row> = {
  readonly variables: Omit<Variables, 'after'>
  readonly pick: (data: Data) => Page<Row>
  /** The name of the page in the address; another than `after` where one screen has two lists. */
  readonly cursor?: string
  /** With it the list is live: rows change in their place, and new ones are announced. */
  readonly liveId?: (row: Row) => string
}

/** Reads a list with keyset pages. */
export function useList<Data, Variables extends { readonly after?: string | null }, Row>(
  document: Document<Data, Variables>,
  { variables, pick, cursor = 'after', liveId }: Asked<Data, Variables, Row>,
): List<Row> {
  const search: Search = useSearch({ strict: false })
  const navigate = useNavigate()
  const after = search[cursor] ?? null
  const asked = { ...variables, after } as unknown as Variables
  const read = useRead(document, asked, { isLive: liveId !== undefined })
  const page = read.data === undefined ? undefined : pick(read.data)
  const { isStale: isOther, readAt } = read
  const held = useHeld(page, { isOther, readAt, question: JSON.stringify(asked), liveId })
  function to(next: string | null): void {
    void navigate({
      to: '.',
      search: ({ [cursor]: _, ...rest }: Search): Search => (next === null ? rest : { ...rest, [cursor]: next }),
    } as never)
  }
  return { ...read, ...held, paging: { after, to } }
}

type Holding<Row> = {
  /** The page answers the question before. */
  readonly isOther: boolean
  readonly readAt: number
  readonly question: string
  readonly liveId: ((row: Row) => string) | undefined
}

type Held<Row> = { readonly data: Page<Row> | undefined; readonly fresh: Fresh | null }

type Kept<Row> = {
  readonly question: string
  readonly page: Page<Row>
  readonly readAt: number
  readonly shownAt: number
}

/** What is read so soon after a list is shown takes the place of what was known of it from before: nobody has read that yet. */
const SETTLES_MS = 2_000

/** Keeps the page as it was first shown, for as long as the question is the same. */
function useHeld<Row>(page: Page<Row> | undefined, { isOther, readAt, question, liveId }: Holding<Row>): Held<Row> {
  const [kept, setKept] = useState<Kept<Row> | null>(null)
  if (!liveId || !page || isOther) return { data: page, fresh: null }
  const isSame = kept?.question === question
  if (!isSame || (readAt > kept.readAt && readAt < kept.shownAt + SETTLES_MS)) {
    setKept({ question, page, readAt, shownAt: isSame ? kept.shownAt : Date.now() })
    return { data: page, fresh: null }
  }
  const { rows, fresh, gone } = holdRows(kept.page.items, page.items, liveId)
  return {
    data: { items: rows, next: kept.page.next },
    fresh: { count: fresh, gone, show: () => setKept({ question, page, readAt, shownAt: Date.now() }) },
  }
}
