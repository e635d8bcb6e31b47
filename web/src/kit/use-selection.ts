import { useState } from 'react'

export type Selected = {
  readonly selected: ReadonlySet<string>
  readonly toggle: (id: string) => void
  readonly clear: () => void
}

/** The rows that somebody has selected, for what is done to several at once; DataTable takes it as `selection`. */
export function useSelection(): Selected {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  function toggle(id: string): void {
    const next = new Set(selected)
    if (!next.delete(id)) next.add(id)
    setSelected(next)
  }
  return { selected, toggle, clear: () => setSelected(new Set()) }
}
