import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type Document, query } from './graphql.ts'

/** A part of a page that is read from the server. */
export type Read<Data> = {
  readonly data: Data | undefined
  readonly error: Error | null
  /** Nothing to show yet. */
  readonly isLoading: boolean
  /** What is shown answers another question than the one that is asked now. */
  readonly isStale: boolean
  readonly readAt: number
  readonly retry: () => void
}

type ReadOptions = {
  readonly isOn?: boolean
  /** It is read again whenever something has happened to bookings. */
  readonly isLive?: boolean
  /** For what nothing tells: it is read again so often. */
  readonly everyMs?: number
}

/** Reads a document; what was read before stays, dimmed, while other variables are asked for. */
export function useRead<Data, Variables>(
  document: Document<Data, Variables>,
  variables: Variables,
  { isOn = true, isLive = false, everyMs }: ReadOptions = {},
): Read<Data> {
  const asked = useQuery({
    queryKey: ['read', document, variables],
    queryFn: ({ signal }) => query(document, variables, signal),
    placeholderData: keepPreviousData,
    enabled: isOn,
    meta: { isLive },
    ...(everyMs === undefined ? {} : { refetchInterval: everyMs }),
  })
  return {
    data: asked.data,
    error: asked.error,
    isLoading: asked.isPending && isOn,
    isStale: asked.isPlaceholderData,
    readAt: asked.dataUpdatedAt,
    retry: () => void asked.refetch(),
  }
}
