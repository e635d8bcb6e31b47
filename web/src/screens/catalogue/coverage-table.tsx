import { Table } from '@mantine/core'
import { NothingYet } from '../../kit/empty.tsx'
import { ScreenLink } from '../../kit/screen-link.tsx'
import { Time } from '../../kit/time.tsx'
import type { ReportRow } from './documents.ts'
import { figureOf, percentText, wordOf } from './report-figures.ts'

/** Each figure, its head, and what it counts. */
const FIGURES = [
  ['listings', 'Listings', 'staged ones, and those that are only mapped'],
  ['active', 'Active', 'that their supplier sells'],
  ['sold', 'Sold', 'mapped, and asked when the hotel is searched'],
  ['unmatched', 'No hotel', 'active, of a house that the catalogue lacks'],
  ['inReview', 'Review', 'active without a hotel; a person has to decide'],
  ['unjudged', 'Unjudged', 'active, not judged yet, or taken off by a person'],
  ['disputed', 'Disputed', 'mapped, and a question about it waits'],
  ['unverified', 'Unverified', 'mapped, and not asked'],
  ['stale', 'Stale', 'active, and neither changed nor confirmed for 30 days'],
  ['withoutImage', 'No image', 'active, without an image'],
  ['withoutPoint', 'No point', 'active, without a point'],
  ['withoutRooms', 'No rooms', 'active, without rooms'],
  ['withoutPhone', 'No phone', 'active, without a telephone'],
  ['hotels', 'Hotels', 'of the country'],
  ['soldByNone', 'Sold by 0', 'hotels that nobody sells'],
  ['hotelsOnlyHere', 'Only here', 'hotels that nobody else sells'],
] as const

type FigureTableProps = {
  readonly rows: readonly ReportRow[]
  readonly by: 'supplierCode' | 'countryCode' | 'both'
}

const MOST = 250

export function FigureTable({ rows, by }: FigureTableProps) {
  if (rows.length === 0) return <NothingYet title="Nothing is staged or mapped here" />
  const figures = FIGURES.filter(([name]) => rows.some((row) => figureOf(row, name) !== null))
  return (
    <Table.ScrollContainer minWidth={900} tabIndex={0} role="region" aria-label="Figures">
      <Table aria-label="Figures">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{by === 'supplierCode' ? 'Supplier' : by === 'countryCode' ? 'Country' : 'Where'}</Table.Th>
            {figures.map(([name, head, definition]) => (
              <Table.Th key={name} ta="end" title={definition}>
                {head}
              </Table.Th>
            ))}
            <Table.Th ta="end">Sold %</Table.Th>
            {by === 'supplierCode' && <Table.Th>Last run</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.slice(0, MOST).map((row) => (
            <Table.Tr key={`${wordOf(row, 'supplierCode')}-${wordOf(row, 'countryCode')}`}>
              <Table.Th scope="row">
                <Where row={row} by={by} />
              </Table.Th>
              {figures.map(([name]) => (
                <Table.Td key={name} ta="end" className="num">
                  <Told row={row} name={name} />
                </Table.Td>
              ))}
              <Table.Td ta="end" className="num">
                {percentText(figureOf(row, 'sold'), figureOf(row, 'listings'))}
              </Table.Td>
              {by === 'supplierCode' && (
                <Table.Td>
                  <Time at={wordOf(row, 'lastRunAt')} none="never" />
                </Table.Td>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

function Where({ row, by }: { readonly row: ReportRow; readonly by: FigureTableProps['by'] }) {
  const [supplier, country] = [wordOf(row, 'supplierCode'), wordOf(row, 'countryCode')]
  if (by === 'supplierCode') return <ScreenLink to={`/catalogue?supplier=${supplier}`}>{supplier}</ScreenLink>
  if (by === 'both') return `${supplier} ${country ?? 'unknown country'}`
  return country === null ? 'unknown' : <ScreenLink to={`/catalogue?country=${country}`}>{country}</ScreenLink>
}

/** What waits for a person leads to the queue. */
function Told({ row, name }: { readonly row: ReportRow; readonly name: string }) {
  const value = figureOf(row, name)
  if (value === null) return '–'
  if (value === 0) return <span className="quiet">0</span>
  if (name !== 'inReview') return value.toLocaleString()
  const filters = [
    ...[wordOf(row, 'supplierCode')].flatMap((code) => (code === null ? [] : [`supplier=${code}`])),
    ...[wordOf(row, 'countryCode')].flatMap((code) => (code === null ? [] : [`country=${code}`])),
  ]
  return <ScreenLink to={`/mapping?${filters.join('&')}`}>{value.toLocaleString()}</ScreenLink>
}
