import { Button, Checkbox, Group, Table } from '@mantine/core'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { type ActiveFilter, NothingMatches, NothingYet } from './empty.tsx'
import { Part } from './part.tsx'
import { TableSkeleton } from './table-skeleton.tsx'
import { useGo } from './use-go.ts'
import type { Fresh, List } from './use-list.ts'
import { useRowKeys } from './use-row-keys.ts'

export type Column<Row> = {
  readonly key: string
  readonly head: string
  readonly cell: (row: Row) => ReactNode
  /** `end` for figures. */
  readonly align?: 'end'
  readonly width?: number | string
  /** Left out below 768 px. */
  readonly isWide?: boolean
}

type Selection = { readonly selected: ReadonlySet<string>; readonly toggle: (id: string) => void }

export type DataTableProps<Row> = {
  /** As the error and the screen reader name it: `The audit log`. */
  readonly what: string
  readonly list: List<Row>
  readonly columns: readonly Column<Row>[]
  readonly idOf: (row: Row) => string
  /** Where Enter and a click on the row lead, under the base. */
  readonly opens?: (row: Row) => string
  /** In place of `opens`, where a row opens in the page. */
  readonly onOpen?: (row: Row) => void
  /** The row that is open now; marked. */
  readonly openId?: string | null
  /** What nothing means when no filter is set. */
  readonly none: { readonly title: string; readonly hint?: ReactNode }
  /** The filters that are set. */
  readonly filters?: readonly ActiveFilter[]
  readonly selection?: Selection
  /** False for a second table of a screen: only one listens to j and k. */
  readonly hasKeys?: boolean
  /** The end of the list, in words; `That is all` by default. */
  readonly end?: string
}

/** A list with keyset pages, keys, the three kinds of empty, and an error of its own. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { what, list, columns } = props
  const { fresh } = list
  return (
    <div className="table-frame">
      <div aria-live="polite">
        {fresh && (fresh.count > 0 || fresh.gone.size > 0) && (
          <button type="button" className="fresh-rows" onClick={fresh.show}>
            {freshText(fresh)}
          </button>
        )}
      </div>
      <Part what={what} read={list} skeleton={<TableSkeleton heads={columns.map(({ head }) => head)} />}>
        {({ items, next }) => (
          <>
            {items.length === 0 ? <Nothing {...props} /> : <Rows {...props} items={items} next={next} />}
            <Turn {...props} next={next} hasRows={items.length > 0} />
          </>
        )}
      </Part>
    </div>
  )
}

function freshText({ count, gone }: Fresh): string {
  const told = [count > 0 ? `${count} new` : '', gone.size > 0 ? `${gone.size} no longer here` : '']
  return `${told.filter((part) => part !== '').join(', ')}: show`
}

function Nothing<Row>({ none, filters = [], list }: DataTableProps<Row>) {
  if (filters.length > 0) return <NothingMatches filters={filters} />
  if (list.paging.after !== null) return <NothingYet title="Nothing more" />
  return <NothingYet title={none.title}>{none.hint}</NothingYet>
}

type RowsProps<Row> = DataTableProps<Row> & { readonly items: readonly Row[]; readonly next: string | null }

function Rows<Row>(props: RowsProps<Row>) {
  const { what, items, columns, idOf, openId, selection, next, list, hasKeys = true } = props
  const body = useRef<HTMLTableSectionElement>(null)
  const open = useOpen(props)
  useRowKeys(body, {
    isOn: hasKeys,
    open: (index) => items[index] && open(items[index]),
    toggle: (index) => items[index] && selection?.toggle(idOf(items[index])),
    next: () => next !== null && list.paging.to(next),
  })
  return (
    <section className="table-scroll" aria-label={what} tabIndex={0}>
      <Table highlightOnHover aria-label={what} className="data-table">
        <Table.Thead>
          <Table.Tr>
            {selection && <Table.Th w={28} aria-label="Selected" />}
            {columns.map(({ key, head, align, width, isWide }) => (
              <Table.Th key={key} ta={align} w={width} data-wide={isWide || undefined}>
                {head}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody ref={body}>
          {items.map((row) => (
            <Row
              key={idOf(row)}
              row={row}
              columns={columns}
              isOpen={openId === idOf(row)}
              isGone={list.fresh?.gone.has(idOf(row)) ?? false}
              open={props.opens || props.onOpen ? () => open(row) : undefined}
              selected={
                selection && { is: selection.selected.has(idOf(row)), toggle: () => selection.toggle(idOf(row)) }
              }
            />
          ))}
        </Table.Tbody>
      </Table>
    </section>
  )
}

function useOpen<Row>({ opens, onOpen }: DataTableProps<Row>): (row: Row) => void {
  const go = useGo()
  return (row) => {
    if (onOpen) onOpen(row)
    else if (opens) go(opens(row))
  }
}

type RowProps<Row> = {
  readonly row: Row
  readonly columns: readonly Column<Row>[]
  readonly isOpen: boolean
  readonly isGone: boolean
  readonly open: (() => void) | undefined
  readonly selected: { readonly is: boolean; readonly toggle: () => void } | undefined
}

function Row<Row>({ row, columns, isOpen, isGone, open, selected }: RowProps<Row>) {
  function click(event: { readonly target: EventTarget }): void {
    const isOwn = event.target instanceof Element && event.target.closest('a, button, input, label')
    if (!isOwn && !window.getSelection()?.toString()) open?.()
  }
  function press(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || event.target !== event.currentTarget) return
    // It is opened once: the keys of the page leave alone what is prevented.
    event.preventDefault()
    open?.()
  }
  return (
    <Table.Tr
      data-row
      tabIndex={-1}
      data-open={isOpen || undefined}
      data-gone={isGone || undefined}
      title={isGone ? 'No longer in this list' : undefined}
      aria-current={isOpen || undefined}
      onClick={open && click}
      onKeyDown={press}
      className={open ? 'opens' : undefined}
    >
      {selected && (
        <Table.Td>
          <Checkbox size="xs" checked={selected.is} onChange={selected.toggle} aria-label="Select the row" />
        </Table.Td>
      )}
      {columns.map(({ key, head, cell, align, isWide }) => (
        <Table.Td
          key={key}
          ta={align}
          data-head={head}
          data-wide={isWide || undefined}
          className={align === 'end' ? 'num' : undefined}
        >
          {cell(row)}
        </Table.Td>
      ))}
    </Table.Tr>
  )
}

type TurnProps<Row> = DataTableProps<Row> & { readonly next: string | null; readonly hasRows: boolean }

function Turn<Row>({ list: { paging }, next, hasRows, end = 'That is all' }: TurnProps<Row>) {
  if (!hasRows && paging.after === null) return null
  return (
    <Group gap="xs" className="table-turn">
      {paging.after !== null && (
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<ChevronLeft size={13} />}
          onClick={() => paging.to(null)}
        >
          First page
        </Button>
      )}
      {next === null ? (
        <span className="quiet">{end}</span>
      ) : (
        <Button
          size="compact-xs"
          variant="default"
          rightSection={<ChevronRight size={13} />}
          onClick={() => paging.to(next)}
        >
          Next page <kbd>n</kbd>
        </Button>
      )}
    </Group>
  )
}
