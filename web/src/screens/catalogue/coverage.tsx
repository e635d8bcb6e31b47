import { Stack } from '@mantine/core'
import { Figure, Figures } from '../../kit/figure.tsx'
import { FilterBar, FilterText } from '../../kit/filter-bar.tsx'
import { Panel } from '../../kit/panel.tsx'
import { Part } from '../../kit/part.tsx'
import { Time } from '../../kit/time.tsx'
import { useRead } from '../../kit/use-read.ts'
import { FigureTable } from './coverage-table.tsx'
import { REPORT, type ReportRow } from './documents.ts'
import { figureOf, percentText } from './report-figures.ts'

type CoverageProps = {
  readonly supplier: string
  readonly country: string
  readonly setFilters: (changes: { supplier?: string; country?: string }) => void
}

/** What is sold, what waits and what is missing, by supplier and country: `catalogue report`. */
export function Coverage({ supplier, country, setFilters }: CoverageProps) {
  const read = useRead(REPORT, { supplier: supplier || null, country: country || null })
  return (
    <>
      <FilterBar>
        <FilterText
          label="Supplier"
          value={supplier}
          placeholder="hotelbeds"
          onChange={(given) => setFilters({ supplier: given })}
          isMain
        />
        <FilterText
          label="Country"
          value={country}
          placeholder="GB"
          width={90}
          onChange={(given) => setFilters({ country: given.toUpperCase() })}
        />
      </FilterBar>
      <Part what="The report" read={read}>
        {({ catalogueReport: { at, rows } }) => (
          <Stack gap="md">
            {rows
              .filter(({ scope }) => scope === 'ALL')
              .map((row) => (
                <All key="all" row={row} at={at} />
              ))}
            <Panel title="By supplier" isFlush>
              <FigureTable rows={ofScope(rows, 'SUPPLIER')} by="supplierCode" />
            </Panel>
            <Panel title="By country, the most unsold first" isFlush>
              <FigureTable rows={ofScope(rows, 'COUNTRY')} by="countryCode" />
            </Panel>
            {(supplier !== '' || country !== '') && (
              <Panel title="By supplier and country" isFlush>
                <FigureTable rows={ofScope(rows, 'SUPPLIER_COUNTRY')} by="both" />
              </Panel>
            )}
          </Stack>
        )}
      </Part>
    </>
  )
}

function ofScope(rows: readonly ReportRow[], scope: string): readonly ReportRow[] {
  return rows.filter((row) => row.scope === scope)
}

function All({ row, at }: { readonly row: ReportRow; readonly at: string }) {
  const [hotels, nobody, listings, active, sold] = (
    ['hotels', 'soldByNone', 'listings', 'active', 'sold'] as const
  ).map((name) => figureOf(row, name))
  return (
    <>
      <Figures>
        <Figure
          label="Hotels"
          value={hotels?.toLocaleString()}
          definition="Hotels of the catalogue in these countries."
        />
        <Figure
          label="Sold by nobody"
          value={`${nobody?.toLocaleString()} (${percentText(nobody, hotels)})`}
          definition="Hotels that no verified, active listing of any supplier sells."
        />
        <Figure
          label="Listings"
          value={listings?.toLocaleString()}
          definition="Staged ones, and those that are mapped although nothing of them is staged."
        />
        <Figure label="Active" value={active?.toLocaleString()} definition="Listings that their supplier sells." />
        <Figure
          label="Sold"
          value={`${sold?.toLocaleString()} (${percentText(sold, listings)})`}
          definition="Listings that are mapped to a hotel and asked when it is searched."
        />
        <Figure
          label="In review"
          value={figureOf(row, 'inReview')?.toLocaleString()}
          definition="Active listings without a hotel that a person has to decide about."
          to="/mapping"
        />
      </Figures>
      <p className="quiet" style={{ margin: 0 }}>
        Counted <Time at={at} as="clock" />.
      </p>
    </>
  )
}
