import { useState } from 'react'
import { ScreenHead } from '../../kit/screen-head.tsx'
import { useList } from '../../kit/use-list.ts'
import { useRead } from '../../kit/use-read.ts'
import { useSearchState } from '../../kit/use-search-state.ts'
import { QUEUE, QUEUE_SIZE, type Question } from './documents.ts'
import { FIELDS, type Filters } from './fields.ts'
import { QueueFilters } from './queue-filters.tsx'
import { QueueTable } from './queue-table.tsx'
import { Workbench, type WorkbenchProps } from './workbench.tsx'

/** The pair that follows one in the queue; the first when it is not in it; null: it was the only one. */
function after(items: readonly Question[], listing: string, step: 1 | -1): string | null {
  const here = items.findIndex((one) => one.listing === listing)
  const next = here === -1 ? items.find((one) => one.listing !== listing) : items[here + step]
  return next?.listing ?? null
}

function askedOf({ supplier, country, place, why, band }: Filters) {
  return {
    supplier: supplier || null,
    country: country || null,
    place: place === 0 ? null : place,
    why: why || null,
    band: band || null,
  }
}

/** The pairs that a person has to decide; `?pair=` opens one of them beside its hotel. */
export function MappingScreen() {
  const [filters, setFilters] = useSearchState(FIELDS)
  const list = useList(QUEUE, { variables: askedOf(filters), pick: ({ mappingQueue }) => mappingQueue })
  const size = useRead(QUEUE_SIZE, {}).data?.mappingQueueSize ?? null
  function open(pair: string | null): void {
    setFilters({ pair: pair ?? '', hotel: 0 }, { keepsPage: true })
  }
  const sitting = useSitting(list.data?.items ?? [], filters.pair, open)
  if (filters.pair !== '')
    return (
      <Workbench
        {...sitting}
        listing={filters.pair}
        hotel={filters.hotel === 0 ? null : filters.hotel}
        waiting={size}
        compare={(hotel) => setFilters({ hotel }, { keepsPage: true })}
        close={() => open(null)}
      />
    )
  const waiting =
    size === null ? '' : ` ${size.toLocaleString()} wait for a person; the most bookable hotels come first.`
  return (
    <>
      <ScreenHead title="Mapping" answers={`Is this pair one hotel?${waiting}`} />
      <QueueFilters filters={filters} setFilters={setFilters} />
      <QueueTable list={list} filters={filters} setFilters={setFilters} open={({ listing }) => open(listing)} />
    </>
  )
}

type Sitting = Pick<WorkbenchProps, 'decided' | 'reason' | 'setReason' | 'move' | 'onDecided' | 'onUndone'>

/** What is kept from pair to pair: the reason, and what was decided, of which `u` takes the last one back. */
function useSitting(items: readonly Question[], pair: string, open: (pair: string | null) => void): Sitting {
  const [decided, setDecided] = useState<readonly string[]>([])
  const [reason, setReason] = useState('')
  return {
    decided,
    reason,
    setReason,
    move: (step) => {
      const next = after(items, pair, step)
      if (next !== null) open(next)
    },
    onDecided: (listing) => {
      setDecided([...decided, listing])
      open(after(items, listing, 1) ?? after(items, listing, -1))
    },
    onUndone: (listing) => {
      setDecided(decided.filter((one) => one !== listing))
      open(listing)
    },
  }
}
