import { Button, Menu, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { download } from './download.ts'
import { type Document, query } from './graphql.ts'
import { type Cell, toCsv, toNdjson } from './table-text.ts'
import type { Page } from './use-list.ts'

/** So many rows at most: a larger export belongs to the command line, which writes as it reads. */
const MOST_ROWS = 5_000

type ExportButtonProps<Data, Variables, Row> = {
  /** The name of the file, without its ending. */
  readonly name: string
  readonly document: Document<Data, Variables>
  /** The filters, without the page. */
  readonly variables: Omit<Variables, 'after'>
  readonly pick: (data: Data) => Page<Row>
  /** A row as the columns of the CSV. */
  readonly toRow: (row: Row) => Readonly<Record<string, Cell>>
}

/** Saves all that a filter finds, page after page, as CSV or as a line of JSON for each. */
export function ExportButton<Data, Variables extends { readonly after?: string | null }, Row>(
  props: ExportButtonProps<Data, Variables, Row>,
) {
  const saving = useMutation({ mutationFn: (ending: 'csv' | 'ndjson') => save(props, ending) })
  const { data, error } = saving
  return (
    <>
      <Menu position="bottom-end" shadow="md">
        <Menu.Target>
          <Button variant="default" leftSection={<Download size={13} />} loading={saving.isPending}>
            Export
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => saving.mutate('csv')}>All that is found, as CSV</Menu.Item>
          <Menu.Item onClick={() => saving.mutate('ndjson')}>All that is found, as NDJSON</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Text size="xs" role="status" className="quiet said">
        {error && `Not saved: ${error.message}`}
        {data && `${data.rows} rows saved${data.isCut ? `, the first ${MOST_ROWS} only: narrow the filter` : ''}`}
      </Text>
    </>
  )
}

type Saved = { readonly rows: number; readonly isCut: boolean }

async function save<Data, Variables extends { readonly after?: string | null }, Row>(
  { name, document, variables, pick, toRow }: ExportButtonProps<Data, Variables, Row>,
  ending: 'csv' | 'ndjson',
): Promise<Saved> {
  const rows: Row[] = []
  let after: string | null = null
  do {
    const page: Page<Row> = pick(await query(document, { ...variables, after } as unknown as Variables))
    rows.push(...page.items)
    after = page.next
  } while (after !== null && rows.length < MOST_ROWS)
  const text = ending === 'csv' ? toCsv(rows.map(toRow)) : toNdjson(rows)
  download(`${name}-${new Date().toISOString().slice(0, 10)}.${ending}`, text)
  return { rows: rows.length, isCut: after !== null }
}
