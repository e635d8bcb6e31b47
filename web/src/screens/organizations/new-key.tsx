import { Alert, Stack } from '@mantine/core'
import { Copy } from '../../kit/copy.tsx'
import { RowsView } from '../../kit/rows-view.tsx'

/** The key that was made: shown now, and never again. */
export function NewKey({ rows }: { readonly rows: unknown }) {
  const row: unknown = Array.isArray(rows) ? rows[0] : null
  if (typeof row !== 'object' || row === null || !('apiKey' in row)) return <RowsView rows={rows} />
  const { apiKey, ...rest } = row
  const key = String(apiKey)
  return (
    <Stack gap="sm">
      <Alert color="yellow" variant="light" title="Copy it now: it is not shown again">
        <span className="mono" data-key style={{ overflowWrap: 'anywhere' }}>
          {key}
        </span>{' '}
        <Copy value={key} what="the key" />
      </Alert>
      <RowsView rows={[Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, flat(value)]))]} />
    </Stack>
  )
}

function flat(value: unknown): unknown {
  if (!Array.isArray(value)) return value
  return value.length === 0 ? 'any' : value.join(', ')
}
