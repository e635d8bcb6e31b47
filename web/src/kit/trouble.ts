import { useEffect, useSyncExternalStore } from 'react'

/** Something that makes the whole page less true than it looks, told by the bar on top. */
export type Trouble = { readonly text: string; readonly to?: string }

let troubles: ReadonlyMap<string, Trouble> = new Map()
const listeners = new Set<() => void>()

function change(key: string, trouble: Trouble | null): void {
  const next = new Map(troubles)
  if (trouble) next.set(key, trouble)
  else next.delete(key)
  troubles = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function useTroubles(): ReadonlyMap<string, Trouble> {
  return useSyncExternalStore(subscribe, () => troubles)
}

/** Tells the bar on top of the page; null: all is well. Ends with the component that tells it. */
export function useTellTrouble(key: string, text: string | null, to?: string): void {
  useEffect(() => {
    if (text === null) return
    change(key, { text, ...(to === undefined ? {} : { to }) })
    return () => change(key, null)
  }, [key, text, to])
}
