import { createContext, useContext, useEffect, useRef } from 'react'

/** What a key does. A key is `j`, `?`, `Enter`, or two after each other, `g b`. */
export type Keys = Readonly<Record<string, () => void>>

/** What takes letters for itself: a box to tick does not. */
const TYPING =
  'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable="true"], [role="combobox"]'
const SECOND_KEY_WITHIN_MS = 1_200

/** Where the keys of a part of the page count: on the page while no dialog is open, or in the sheet that is. */
export const KeyLayer = createContext<'page' | 'sheet'>('page')

/** A dialog takes all keys for itself, and so does a field in which somebody types; what is in a sheet has its own keys. */
function isBusy(event: KeyboardEvent, layer: 'page' | 'sheet'): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true
  const target = event.target instanceof Element ? event.target : null
  if (target?.closest(TYPING)) return true
  const open = [...document.querySelectorAll('[role="dialog"], [role="menu"]')].at(-1)
  return layer === 'page' ? open !== undefined : open?.closest('[data-sheet]') == null
}

/** Listens for keys of the page. Enter stays with what has the focus when that is a link or a button. */
export function useKeys(keys: Keys, isOn = true): void {
  const current = useRef(keys)
  const layer = useContext(KeyLayer)
  useEffect(() => {
    current.current = keys
  })
  useEffect(() => {
    if (!isOn) return
    let first: { key: string; at: number } | null = null
    function press(event: KeyboardEvent): void {
      if (isBusy(event, layer)) return
      if (event.key === 'Enter' && event.target instanceof Element && event.target.closest('a, button')) return
      const before = first && event.timeStamp - first.at < SECOND_KEY_WITHIN_MS ? first.key : null
      const act =
        (before === null ? undefined : current.current[`${before} ${event.key}`]) ?? current.current[event.key]
      first = before === null ? { key: event.key, at: event.timeStamp } : null
      if (before !== null && act === current.current[event.key] && before === 'g') return
      if (!act) return
      event.preventDefault()
      first = null
      act()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [isOn, layer])
}
