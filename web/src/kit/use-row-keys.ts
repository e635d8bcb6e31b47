import type { RefObject } from 'react'
import { useKeys } from './keys.ts'

type RowKeys = {
  readonly isOn: boolean
  readonly open: (index: number) => unknown
  readonly toggle: (index: number) => unknown
  readonly next: () => unknown
}

/** j and k move the focus from row to row, Enter opens, x selects, n turns the page. */
export function useRowKeys(
  body: RefObject<HTMLTableSectionElement | null>,
  { isOn, open, toggle, next }: RowKeys,
): void {
  function rows(): HTMLElement[] {
    return [...(body.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
  }
  function here(): number {
    return rows().findIndex((row) => row.contains(document.activeElement))
  }
  function move(step: number): void {
    const all = rows()
    const to = all[Math.min(Math.max(here() + step, 0), all.length - 1)]
    to?.focus()
    to?.scrollIntoView({ block: 'nearest' })
  }
  useKeys(
    {
      j: () => move(1),
      k: () => move(-1),
      Enter: () => void open(here()),
      x: () => void toggle(here()),
      n: () => void next(),
    },
    isOn,
  )
}
