import { Table } from '@mantine/core'
import type { ReactNode } from 'react'

type PlainTableProps = {
  readonly what: string
  readonly heads: readonly (readonly [head: string, definition?: string])[]
  /** Each with its key first. */
  readonly rows: readonly (readonly [key: string, cells: readonly ReactNode[]])[]
  /** The columns of figures, by their place. */
  readonly figures?: readonly number[]
  /** The row that is chosen; marked. */
  readonly openKey?: string
}

/** A short table that is whole at once; definitions on hover. On a phone each row is a card. */
export function PlainTable({ what, heads, rows, figures = [], openKey }: PlainTableProps) {
  return (
    <section className="table-scroll" aria-label={what} tabIndex={0}>
      <Table className="data-table" aria-label={what}>
        <Table.Thead>
          <Table.Tr>
            {heads.map(([head, definition], place) => (
              <Table.Th key={head} title={definition} {...(figures.includes(place) ? { ta: 'end' as const } : {})}>
                {head}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(([key, cells]) => (
            <Table.Tr key={key} data-row data-open={openKey === key || undefined}>
              {cells.map((cell, place) => (
                <Table.Td
                  key={heads[place]?.[0]}
                  data-head={heads[place]?.[0]}
                  {...(figures.includes(place) ? { ta: 'end' as const, className: 'num nowrap' } : {})}
                >
                  {cell}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  )
}
