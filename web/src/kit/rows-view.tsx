import { Table } from '@mantine/core'
import { Copy } from './copy.tsx'
import { Facts } from './facts.tsx'
import { JsonView } from './json-view.tsx'

type FlatRow = Readonly<Record<string, string | number | boolean | null>>

function isFlat(row: unknown): row is FlatRow {
  return (
    typeof row === 'object' &&
    row !== null &&
    !Array.isArray(row) &&
    Object.values(row).every((value) => typeof value !== 'object' || value === null)
  )
}

/** What a command of the command line tells: one row as facts, several as a table, anything else as JSON. */
export function RowsView({ rows }: { readonly rows: unknown }) {
  const all = Array.isArray(rows) ? rows : [rows]
  if (all.length === 0) return null
  const flat = all.filter(isFlat)
  const [first] = flat
  if (flat.length !== all.length || !first) return <JsonView value={rows} what="the answer" />
  if (flat.length === 1)
    return (
      <Facts
        facts={Object.entries(first).map(([name, value]) => [readableName(name), <Told key={name} value={value} />])}
      />
    )
  return <RowsTable rows={flat} />
}

/** `createdAt` as `Created at` */
function readableName(name: string): string {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replaceAll(/[_-]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function Told({ value }: { readonly value: string | number | boolean | null }) {
  if (value === null) return <span className="quiet">–</span>
  return (
    <span className="mono">
      {String(value)} {typeof value === 'string' && value.length > 8 && <Copy value={value} what="the value" />}
    </span>
  )
}

function RowsTable({ rows }: { readonly rows: readonly FlatRow[] }) {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  return (
    <Table.ScrollContainer minWidth={300} tabIndex={0} role="region" aria-label="The answer">
      <Table>
        <Table.Thead>
          <Table.Tr>
            {names.map((name) => (
              <Table.Th key={name}>{readableName(name)}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row, place) => (
            <Table.Tr key={`${place}-${String(row[names[0] ?? ''])}`}>
              {names.map((name) => (
                <Table.Td key={name} className="mono">
                  {String(row[name] ?? '–')}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
