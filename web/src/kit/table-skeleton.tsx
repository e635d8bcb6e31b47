import { Skeleton, Table } from '@mantine/core'

/** A table's shape while its rows are on their way. */
export function TableSkeleton({ heads, rows = 10 }: { readonly heads: readonly string[]; readonly rows?: number }) {
  return (
    <Table aria-hidden>
      <Table.Thead>
        <Table.Tr>
          {heads.map((head) => (
            <Table.Th key={head}>{head}</Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {Array.from({ length: rows }, (_, row) => (
          <Table.Tr key={row}>
            {heads.map((head, column) => (
              <Table.Td key={head}>
                <Skeleton h={12} my={4} w={`${45 + ((row * 7 + column * 13) % 40)}%`} />
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
