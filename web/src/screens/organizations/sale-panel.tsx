import { NothingYet } from '../../kit/empty.tsx'
import { FilterBar, FilterText } from '../../kit/filter-bar.tsx'
import { Panel } from '../../kit/panel.tsx'
import { Part } from '../../kit/part.tsx'
import { ScreenLink } from '../../kit/screen-link.tsx'
import { text } from '../../kit/search-state.ts'
import { StatusBadge } from '../../kit/status-badge.tsx'
import type { Tone } from '../../kit/tone.ts'
import { useRead } from '../../kit/use-read.ts'
import { useSearchState } from '../../kit/use-search-state.ts'
import { PlainTable } from '../system/plain-table.tsx'
import { EXPLAINED, type ExplainedSale } from './documents.ts'

const FIELDS = { place: text(), guests: text() }

const VERDICTS: Readonly<Record<string, readonly [label: string, tone: Tone]>> = {
  ASKED: ['Asked', 'good'],
  DISABLED: ['Switched off', 'bad'],
  MARKET_NOT_SOLD: ['Market not sold', 'bad'],
  COUNTRY_NOT_SOLD: ['Country not sold', 'bad'],
  CREDENTIALS_REFUSED: ['Credentials refused', 'bad'],
  NO_HOTELS: ['No hotels', 'warn'],
  OTHER_CONNECTION: ['Another contract', 'quiet'],
}

/** Over which connections a search of a place would ask, and why not over the others; the question is in the address. */
export function SalePanel({ id }: { readonly id: string }) {
  const [{ place, guests }, setState] = useSearchState(FIELDS)
  const isAsked = place.trim() !== '' && /^[a-z]{2}$/i.test(guests.trim())
  return (
    <Panel title="Why no hotels?">
      <FilterBar>
        <FilterText
          label="Where"
          value={place}
          placeholder="a city, or its number"
          isMain
          onChange={(next) => setState({ place: next })}
        />
        <FilterText
          label="Guests’ nationality"
          value={guests}
          placeholder="GB"
          width={140}
          onChange={(next) => setState({ guests: next })}
        />
      </FilterBar>
      {isAsked ? (
        <Explained id={id} place={place.trim()} guests={guests.trim()} />
      ) : (
        <p className="quiet">Name a place and two letters of the guests’ nationality, for example London and GB.</p>
      )}
    </Panel>
  )
}

type ExplainedProps = { readonly id: string; readonly place: string; readonly guests: string }

function Explained({ id, place, guests }: ExplainedProps) {
  const read = useRead(EXPLAINED, { id, place, guests })
  return (
    <Part what="The explanation" read={read}>
      {({ explainedSale }) =>
        explainedSale === null ? (
          <NothingYet title={`There is no place “${place}”`} />
        ) : (
          <Connections sale={explainedSale} guests={guests.toUpperCase()} />
        )
      }
    </Part>
  )
}

function Connections({ sale, guests }: { readonly sale: ExplainedSale; readonly guests: string }) {
  const { placeName, placeId, countryCode, hotels, connections } = sale
  const asked = connections.filter(({ verdict }) => verdict === 'ASKED').length
  return (
    <>
      <p role="status">
        {placeName} ({placeId}, {countryCode}) has {hotels.toLocaleString('en-GB')} hotels. For guests of {guests},{' '}
        {asked === 0 ? 'no supplier is asked.' : `${asked} of ${connections.length} connections are asked.`}
      </p>
      <PlainTable
        what="Connections"
        heads={[
          ['Connection'],
          ['For this search'],
          ['Because'],
          ['Hotels', 'Hotels of the place that its supplier has listings of that may be sold (supplier_hotels).'],
        ]}
        figures={[3]}
        rows={connections.map(({ connectionId, supplierCode, verdict, says, hotels: count }) => [
          connectionId,
          [
            <span key="connection">
              <ScreenLink to={`/suppliers/${connectionId}`}>{connectionId}</ScreenLink>{' '}
              <span className="quiet">{supplierCode}</span>
            </span>,
            <Verdict key="verdict" verdict={verdict} />,
            says,
            count.toLocaleString('en-GB'),
          ],
        ])}
      />
    </>
  )
}

function Verdict({ verdict }: { readonly verdict: string }) {
  const [label, tone] = VERDICTS[verdict] ?? [verdict, 'quiet']
  return <StatusBadge status={verdict} label={label} tone={tone} />
}
