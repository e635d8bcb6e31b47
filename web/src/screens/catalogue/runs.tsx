import { Stack, Table, Title } from '@mantine/core'
import { type Column, DataTable } from '../../kit/data-table.tsx'
import { Facts } from '../../kit/facts.tsx'
import { JsonView } from '../../kit/json-view.tsx'
import { Part } from '../../kit/part.tsx'
import { ScreenLink } from '../../kit/screen-link.tsx'
import { Sheet } from '../../kit/sheet.tsx'
import { StatusBadge } from '../../kit/status-badge.tsx'
import { Time } from '../../kit/time.tsx'
import { readable } from '../../kit/tone.ts'
import { useList } from '../../kit/use-list.ts'
import { useRead } from '../../kit/use-read.ts'
import { type Fault, RUN, RUNS, type Run } from './documents.ts'

const COLUMNS: readonly Column<Run>[] = [
  { key: 'id', head: 'Run', cell: ({ id }) => <span className="mono">{id}</span>, width: 60 },
  { key: 'kind', head: 'What', cell: ({ kind }) => readable(kind) },
  { key: 'source', head: 'From', cell: ({ source }) => <span className="mono">{source}</span> },
  { key: 'supplier', head: 'Supplier', cell: ({ supplierCode }) => supplierCode ?? <span className="quiet">any</span> },
  { key: 'by', head: 'By', cell: ({ actor }) => actor, isWide: true },
  { key: 'began', head: 'Began', cell: ({ startedAt }) => <Time at={startedAt} /> },
  {
    key: 'ended',
    head: 'Ended',
    cell: ({ endedAt }) =>
      endedAt === null ? <StatusBadge status="OPEN" label="under way, or cut off" /> : <Time at={endedAt} />,
  },
  {
    key: 'aside',
    head: 'Put aside',
    cell: ({ putAside }) => (putAside === 0 ? <span className="quiet">0</span> : putAside.toLocaleString()),
    align: 'end',
  },
]

type RunsProps = { readonly run: string; readonly open: (id: string) => void }

/** What brought content into the catalogue, and the lines that were put aside. */
export function Runs({ run, open }: RunsProps) {
  const list = useList(RUNS, { variables: {}, pick: ({ catalogueRuns }) => catalogueRuns })
  return (
    <>
      <DataTable
        what="The runs"
        list={list}
        columns={COLUMNS}
        idOf={({ id }) => String(id)}
        openId={run}
        onOpen={({ id }) => open(String(id))}
        none={{
          title: 'Nothing has come in yet',
          hint: 'Pull a connection’s content, or import a file on the command line.',
        }}
        end="That is the first run"
      />
      <Sheet title={`Run ${run}`} isOpen={/^\d{1,9}$/.test(run)} close={() => open('')} size={720}>
        {/^\d{1,9}$/.test(run) && <RunShown id={Number(run)} />}
      </Sheet>
    </>
  )
}

function RunShown({ id }: { readonly id: number }) {
  const read = useRead(RUN, { id })
  return (
    <Part what="The run" read={read}>
      {({ catalogueRun }) =>
        catalogueRun === null ? (
          <p>There is no run {id}.</p>
        ) : (
          <Stack gap="md">
            <Facts
              facts={[
                ['What', readable(catalogueRun.kind)],
                ['From', catalogueRun.source],
                ['Supplier', catalogueRun.supplierCode],
                ['By', catalogueRun.actor],
                ['Began', <Time key="began" at={catalogueRun.startedAt} as="full" />],
                ['Ended', <Time key="ended" at={catalogueRun.endedAt} as="full" none="under way, or cut off" />],
              ]}
            />
            <section>
              <Title order={2}>Put aside, by line</Title>
              {catalogueRun.faults.length === 0 ? (
                <p className="quiet">Every line was taken.</p>
              ) : (
                <Faults faults={catalogueRun.faults} />
              )}
            </section>
            <details>
              <summary style={{ minHeight: 24 }}>Counts</summary>
              <JsonView value={catalogueRun.counts} what="the counts" />
            </details>
          </Stack>
        )
      }
    </Part>
  )
}

function Faults({ faults }: { readonly faults: readonly Fault[] }) {
  return (
    <Table aria-label="Put aside, by line">
      <Table.Thead>
        <Table.Tr>
          <Table.Th ta="end">Line</Table.Th>
          <Table.Th>Listing</Table.Th>
          <Table.Th>Why</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {faults.map(({ line, listing, pass, faults: why }) => (
          <Table.Tr key={`${pass}-${line}`}>
            <Table.Td ta="end" className="num">
              {line}
            </Table.Td>
            <Table.Td>
              {listing === null ? (
                <span className="quiet">–</span>
              ) : (
                <ScreenLink to={`/mapping?pair=${listing}`}>{listing}</ScreenLink>
              )}
              {pass !== null && <div className="quiet">{pass}</div>}
            </Table.Td>
            <Table.Td>{why.join('; ')}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
