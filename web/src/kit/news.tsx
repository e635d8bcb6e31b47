import { useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useRef } from 'react'
import { NEWS } from './documents.ts'
import { type LiveState, useLive } from './live.ts'

const NewsContext = createContext<LiveState>('off')

const TOGETHER_MS = 400

/** The one event stream of the page: at each news, and whenever a lost stream is back, what is read with `isLive` is read again. */
export function News({ children }: { readonly children: ReactNode }) {
  const client = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  const state = useLive(NEWS, {
    variables: () => ({}),
    onNext: () => {
      timer.current ??= setTimeout(() => {
        timer.current = null
        void client.invalidateQueries({ predicate: ({ meta }) => meta?.['isLive'] === true })
      }, TOGETHER_MS)
    },
  })
  return <NewsContext value={state}>{children}</NewsContext>
}

export function useNewsState(): LiveState {
  return useContext(NewsContext)
}
