import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { type Fields, readState, type Search, type StateOf, writeState } from './search-state.ts'

type ChangeOptions = {
  /** Back does not undo it. */
  readonly replace?: boolean
  /** It does not change what the list shows, for example which row is open. */
  readonly keepsPage?: boolean
}

type Change<F> = (changes: Partial<StateOf<F>>, options?: ChangeOptions) => void

/**
 * The filters of a screen, which live in the address: `const [filters, setFilters] = useSearchState(FIELDS)`. A change is a step that Back
 * undoes, and it shows the first page of the list (`after` leaves the address). `fields` has to be made once, outside the component.
 */
export function useSearchState<F extends Fields>(fields: F): readonly [StateOf<F>, Change<F>] {
  const search: Search = useSearch({ strict: false })
  const navigate = useNavigate()
  const state = useMemo(() => readState(fields, search), [fields, search])
  const change = useCallback<Change<F>>(
    (changes, { replace = false, keepsPage = false } = {}) => {
      void navigate({
        to: '.',
        replace,
        resetScroll: false,
        search: (before: Search) => {
          const { after: _, ...rest } = before
          return writeState(fields, keepsPage ? before : rest, changes)
        },
      } as never)
    },
    [fields, navigate],
  )
  return [state, change]
}
