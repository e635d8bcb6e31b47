import { Table } from '@mantine/core'
import { jsonDifferences } from './json-diff.ts'

type DiffViewProps = {
  readonly before: unknown
  readonly after: unknown
  /** The heads of the columns. */
  readonly heads?: readonly [string, string]
}

/** What changed between two JSON values, a line for each place. */
export function DiffView({ before, after, heads = ['Before', 'After'] }: DiffViewProps) {
  const differences = jsonDifferences(before, after)
  if (differences.length === 0) return <p className="quiet">No difference.</p>
  return (
    <Table withTableBorder className="diff">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Field</Table.Th>
          <Table.Th>{heads[0]}</Table.Th>
          <Table.Th>{heads[1]}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {differences.map(({ path, before: was, after: is }) => (
          <Table.Tr key={path}>
            <Table.Td className="mono">{path === '' ? 'all' : path}</Table.Td>
            <Table.Td className="mono diff-was">{told(was)}</Table.Td>
            <Table.Td className="mono diff-is">{told(is)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

function told(value: unknown): string {
  if (value === undefined) return '–'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
