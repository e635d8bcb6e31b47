import { Alert, Stack } from '@mantine/core'
import { Panel } from '../../kit/panel.tsx'
import { StatusBadge } from '../../kit/status-badge.tsx'
import { Time } from '../../kit/time.tsx'
import { bytesTold } from './bytes.ts'
import type { Storage } from './documents.ts'
import { PlainTable } from './plain-table.tsx'

export function StorageView({ storage }: { readonly storage: Storage }) {
  const { pendingMigrations, migrations, partitioned, retention } = storage
  return (
    <Stack gap="md">
      {pendingMigrations.length > 0 && (
        <Alert color="yellow" variant="light" title="Migrations that this code has and the database lacks">
          {pendingMigrations.join(', ')}
        </Alert>
      )}
      {partitioned.map(({ table, partitions }) => (
        <Panel key={table} title={`Partitions of ${table}`} isFlush>
          <PlainTable
            what={`Partitions of ${table}`}
            heads={[
              ['Partition'],
              ['Size', 'pg_total_relation_size'],
              ['Rows, about', 'pg_class.reltuples, as old as the last ANALYZE'],
            ]}
            rows={partitions.map(({ name, bytes, rows }) => [
              name,
              [
                <span key="name" className="mono">
                  {name}
                </span>,
                bytesTold(bytes),
                rows === null ? 'unknown: never analysed' : rows.toLocaleString('en-GB'),
              ],
            ])}
            figures={[1, 2]}
          />
        </Panel>
      ))}
      <Panel title="Retention" isFlush>
        <PlainTable
          what="Retention"
          heads={[['What'], ['Kept for', 'The settings RETAIN_… of the process that answers']]}
          rows={retention.map(({ what, days }) => [what, [what, days === null ? 'ever' : `${days} days`]])}
        />
      </Panel>
      <Panel title={`Migrations: ${migrations.length}`} isFlush>
        <PlainTable
          what="Migrations"
          heads={[['Migration'], ['Done'], ['State']]}
          rows={migrations.map(({ name, finishedAt, rolledBackAt }) => [
            `${name} ${finishedAt} ${rolledBackAt}`,
            [
              <span key="name" className="mono">
                {name}
              </span>,
              <Time key="at" at={finishedAt} none="not yet" />,
              <MigrationState key="state" finishedAt={finishedAt} rolledBackAt={rolledBackAt} />,
            ],
          ])}
        />
      </Panel>
    </Stack>
  )
}

type StateProps = Pick<Storage['migrations'][number], 'finishedAt' | 'rolledBackAt'>

function MigrationState({ finishedAt, rolledBackAt }: StateProps) {
  if (rolledBackAt !== null) return <StatusBadge status="ROLLED_BACK" label="Rolled back" tone="quiet" />
  return finishedAt === null ? (
    <StatusBadge status="UNFINISHED" label="Not finished" tone="bad" />
  ) : (
    <StatusBadge status="DONE" label="Done" tone="good" />
  )
}
