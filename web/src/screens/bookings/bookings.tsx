import { Chip, Group, Select, Text } from '@mantine/core'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { ActionButton } from '../../kit/action-button.tsx'
import { DataTable } from '../../kit/data-table.tsx'
import { FilterBar, FilterDate, FilterText } from '../../kit/filter-bar.tsx'
import { ScreenHead } from '../../kit/screen-head.tsx'
import { oneOf, text } from '../../kit/search-state.ts'
import { Time } from '../../kit/time.tsx'
import { readable } from '../../kit/tone.ts'
import { useList } from '../../kit/use-list.ts'
import { useRead } from '../../kit/use-read.ts'
import { useSearchState } from '../../kit/use-search-state.ts'
import { useSelection } from '../../kit/use-selection.ts'
import { useMay, useViewer } from '../../kit/viewer.ts'
import { bookingColumns } from './columns.tsx'
import { BOOKINGS, type BookingFilters } from './documents.ts'
import { exportOf } from './export.ts'
import { FindBox } from './find-box.tsx'
import { looksLikeId } from './like-id.ts'
import { LookSelected } from './look-selected.tsx'
import { Matches } from './matches.tsx'
import { VIEWS } from './views.ts'

const STATUSES = [
  'AWAITING_REVIEW',
  'PROCESSING',
  'ON_HOLD',
  'CONFIRMED',
  'FAILED',
  'CANCELLATION_PENDING',
  'CANCELLED',
] as const

const FIELDS = {
  q: text(),
  view: oneOf(
    VIEWS.map(({ view }) => view),
    '',
  ),
  status: oneOf(STATUSES, ''),
  partner: text(),
  supplier: text(),
  hotel: text(),
  from: text(),
  until: text(),
  made: text(),
  /** Instants: a link of another screen counts by the minute. */
  madeFrom: text(),
  madeUntil: text(),
  cancelled: text(),
  cancelledTo: text(),
}

const LABELS = {
  view: 'the view',
  status: 'the status',
  partner: 'the partner',
  supplier: 'the supplier',
  hotel: 'the hotel',
  from: 'arrival from',
  until: 'arrival until',
  made: 'made since',
  madeFrom: 'made from the minute',
  madeUntil: 'made until the minute',
  cancelled: 'cancelled from',
  cancelledTo: 'cancelled until',
} as const

const DAYS = [
  ['from', 'Arrives from'],
  ['until', 'until'],
  ['made', 'Made since'],
  ['cancelled', 'Cancelled from'],
  ['cancelledTo', 'Cancelled until'],
] as const

const DAY_MS = 86_400_000

/** The end of a day that a filter has, in UTC; null: none. */
function endOfDay(date: string): string | null {
  const from = Date.parse(date)
  return Number.isNaN(from) ? null : new Date(from + DAY_MS).toISOString()
}

type Given = Readonly<Record<keyof typeof FIELDS, string>>

/** What the list is asked for, by the filters of the address. */
function wantedOf(filters: Given): BookingFilters {
  return {
    view: filters.view || null,
    status: filters.status === '' ? null : [filters.status],
    organizationId: filters.partner || null,
    supplier: filters.supplier || null,
    hotelId: /^\d+$/.test(filters.hotel) ? filters.hotel : null,
    createdFrom: filters.madeFrom || (filters.made === '' ? null : `${filters.made}T00:00:00Z`),
    createdUntil: filters.madeUntil || null,
    checkInFrom: filters.from || null,
    checkInUntil: filters.until || null,
    cancelledFrom: filters.cancelled === '' ? null : `${filters.cancelled}T00:00:00Z`,
    cancelledUntil: endOfDay(filters.cancelledTo),
  }
}

export function BookingsScreen() {
  const { kind } = useViewer()
  const isPartner = kind === 'portal'
  const [filters, setFilters] = useSearchState(FIELDS)
  // A guest's name stays in the page: it belongs into no address.
  const [said, setSaid] = useState('')
  const asked = said || filters.q
  const wanted = wantedOf(filters)
  function ask(given: string): void {
    const isId = given === '' || looksLikeId(given)
    setSaid(isId ? '' : given)
    setFilters({ q: isId ? given : '' }, { replace: true })
  }
  return (
    <>
      <ScreenHead title="Bookings" answers="Where is this booking? What is stuck? What failed today, and at whom?">
        {asked === '' && !isPartner && (
          <ActionButton action={exportOf(wanted)} letter="e" icon={<Download size={13} />} />
        )}
      </ScreenHead>
      <FindBox asked={asked} onAsk={ask} />
      <Filters filters={filters} setFilters={setFilters} isPartner={isPartner} />
      {asked === '' ? (
        <BookingList filters={filters} setFilters={setFilters} wanted={wanted} isPartner={isPartner} />
      ) : (
        <Matches
          text={asked}
          filters={wanted}
          onHotel={(hotel) => {
            setSaid('')
            setFilters({ hotel, q: '' })
          }}
        />
      )}
    </>
  )
}

type State = ReturnType<typeof useSearchState<typeof FIELDS>>
type FilterProps = { readonly filters: State[0]; readonly setFilters: State[1]; readonly isPartner: boolean }

function Filters({ filters, setFilters, isPartner }: FilterProps) {
  return (
    <>
      <Group gap={6} mb="xs" role="group" aria-label="Saved views">
        {VIEWS.filter(({ isForPartners }) => !isPartner || isForPartners).map(({ view, label, definition }) => (
          <span key={view} title={definition}>
            <Chip size="xs" checked={filters.view === view} onChange={(isOn) => setFilters({ view: isOn ? view : '' })}>
              {label}
            </Chip>
          </span>
        ))}
      </Group>
      <FilterBar>
        <Select
          label="Status"
          w={170}
          clearable
          value={filters.status === '' ? null : filters.status}
          data={STATUSES.map((status) => ({ value: status, label: readable(status) }))}
          onChange={(status) => setFilters({ status: status ?? '' })}
        />
        {!isPartner && (
          <FilterText
            label="Partner"
            value={filters.partner}
            placeholder="org_…"
            width={150}
            onChange={(partner) => setFilters({ partner })}
          />
        )}
        <FilterText
          label="Supplier"
          value={filters.supplier}
          placeholder="its code"
          width={120}
          onChange={(supplier) => setFilters({ supplier })}
        />
        <FilterText
          label="Hotel"
          value={filters.hotel}
          placeholder="its number"
          width={110}
          onChange={(hotel) => setFilters({ hotel })}
        />
        {DAYS.map(([name, label]) => (
          <FilterDate key={name} label={label} value={filters[name]} onChange={(day) => setFilters({ [name]: day })} />
        ))}
      </FilterBar>
    </>
  )
}

function BookingList({ filters, setFilters, wanted, isPartner }: FilterProps & { readonly wanted: BookingFilters }) {
  const list = useList(BOOKINGS, { variables: wanted, pick: ({ bookings }) => bookings, liveId: ({ id }) => id })
  const active = (Object.keys(LABELS) as (keyof typeof LABELS)[]).flatMap((name) =>
    filters[name] === '' ? [] : [{ label: LABELS[name], drop: () => setFilters({ [name]: '' }) }],
  )
  // The same question: it is asked once.
  const { data } = useRead(BOOKINGS, { ...wanted, after: list.paging.after }, { isLive: true })
  const lookedUntil = data?.bookings.lookedUntil ?? null
  const mayLook = useMay(['support'])
  const selection = useSelection()
  return (
    <>
      {mayLook && <LookSelected {...selection} />}
      {lookedUntil !== null && (
        <Text size="sm" mb="xs" role="status">
          Looked through 20,000 bookings, back to <Time at={lookedUntil} />: the next page goes on from there. A
          partner, a hotel or dates narrow it.
        </Text>
      )}
      <DataTable
        what="The bookings"
        list={list}
        columns={bookingColumns(isPartner)}
        idOf={({ id }) => id}
        {...(mayLook ? { selection } : {})}
        opens={({ id }) => `/bookings/${id}`}
        none={{ title: 'No booking has been made yet', hint: 'The first call of POST /hotels/book makes one.' }}
        filters={active}
        end={active.length === 0 ? 'That is the first booking' : 'That is all'}
      />
    </>
  )
}
