import { type Column, DataTable } from '../../kit/data-table.tsx'
import { MarkedWords } from '../../kit/marked-words.tsx'
import { Time } from '../../kit/time.tsx'
import { readable } from '../../kit/tone.ts'
import type { List } from '../../kit/use-list.ts'
import type { Question } from './documents.ts'
import { asWords, type Filters, type SetFilters } from './fields.ts'

const COLUMNS: readonly Column<Question>[] = [
  {
    key: 'listing',
    head: 'Listing',
    cell: ({ listing, listingFacts, hotelFacts }) => (
      <>
        <MarkedWords text={listingFacts.name} other={hotelFacts?.name ?? listingFacts.name} />
        <div className="mono quiet">{listing}</div>
      </>
    ),
  },
  {
    key: 'hotel',
    head: 'May be hotel',
    cell: ({ hotelId, listingFacts, hotelFacts }) =>
      hotelId === null ? (
        <span className="quiet">none that the catalogue has</span>
      ) : (
        <>
          <MarkedWords text={hotelFacts?.name ?? ''} other={listingFacts.name} />
          <div className="mono quiet">{hotelId}</div>
        </>
      ),
  },
  {
    key: 'place',
    head: 'Place',
    cell: ({ listingFacts: { city, countryCode } }) => [city, countryCode].filter(Boolean).join(', '),
  },
  { key: 'why', head: 'Asked because', cell: ({ why }) => <span title={asWords(why)}>{readable(why)}</span> },
  { key: 'score', head: 'Score', cell: ({ score }) => score?.toFixed(2) ?? '–', align: 'end' },
  { key: 'others', head: 'Others', cell: ({ others }) => others, align: 'end', isWide: true },
  { key: 'value', head: 'Value', cell: ({ value }) => value ?? <span className="quiet">unknown</span>, align: 'end' },
  { key: 'since', head: 'Since', cell: ({ since }) => <Time at={since} as="ago" />, isWide: true },
]

type QueueTableProps = {
  readonly list: List<Question>
  readonly filters: Filters
  readonly setFilters: SetFilters
  readonly open: (question: Question) => void
}

export function QueueTable({ list, filters, setFilters, open }: QueueTableProps) {
  const active = [
    ...(['supplier', 'country', 'why', 'band'] as const).flatMap((name) =>
      filters[name] === '' ? [] : [{ label: `${name} ${filters[name]}`, drop: () => setFilters({ [name]: '' }) }],
    ),
    ...(filters.place === 0 ? [] : [{ label: `place ${filters.place}`, drop: () => setFilters({ place: 0 }) }]),
  ]
  return (
    <DataTable
      what="The queue"
      list={list}
      columns={COLUMNS}
      idOf={({ listing }) => listing}
      onOpen={open}
      none={{
        title: 'No pair waits',
        hint: 'The engine has mapped, or called new, every listing that it has judged. New content brings new questions.',
      }}
      filters={active}
      end="That is the whole queue"
    />
  )
}
