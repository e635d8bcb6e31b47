import { Table } from '@mantine/core'
import type { Action } from '../../kit/action.ts'
import { ActionButton } from '../../kit/action-button.tsx'
import { NothingYet } from '../../kit/empty.tsx'
import { JsonView } from '../../kit/json-view.tsx'
import { Panel } from '../../kit/panel.tsx'
import { Part } from '../../kit/part.tsx'
import { StatusBadge } from '../../kit/status-badge.tsx'
import { Time } from '../../kit/time.tsx'
import { useRead } from '../../kit/use-read.ts'
import { type Pass, PULLS, type Pull } from './documents.ts'

const EVERY_MS = 5_000

function pullOf({ connectionId }: Pull): Action {
  return {
    label: 'Pull now',
    title: `Pull the content of ${connectionId}`,
    mutation: 'pullContent',
    values: { connection: connectionId },
    roles: ['operations'],
    says: 'Reads the supplier’s hotels and stages what has changed: everything once in a while. It takes minutes for a large supplier, and can be cut off.',
    fields: [
      { name: 'languages', label: 'Languages', hint: 'en,fr …; empty: all that the connection has.' },
      { name: 'whole', label: 'Everything, not only what has changed', kind: 'flag' },
      { name: 'dryRun', label: 'Only count what would change', kind: 'flag' },
      { name: 'accept', label: 'Let what a brake has stopped go on', kind: 'flag' },
    ],
  }
}

/** Each connection: how far its content is, and when it is pulled next. */
export function Pulls() {
  const read = useRead(PULLS, {}, { everyMs: EVERY_MS })
  return (
    <Part what="The pulls" read={read}>
      {({ contentPulls }) =>
        contentPulls.length === 0 ? (
          <NothingYet title="No supplier is connected">
            Content comes over a connection, or by `catalogue import`.
          </NothingYet>
        ) : (
          contentPulls.map((pull) => <Connection key={pull.connectionId} pull={pull} />)
        )
      }
    </Part>
  )
}

function Connection({ pull }: { readonly pull: Pull }) {
  const { connectionId, supplierCode, environment, dueAt, isUnderWay, passes } = pull
  return (
    <div style={{ marginBottom: 12 }}>
      <Panel
        title={
          <>
            {supplierCode} <span className="mono quiet">{connectionId}</span>
          </>
        }
        aside={
          <>
            {isUnderWay ? (
              <StatusBadge status="RUNNING" label="being pulled" />
            ) : (
              <span className="quiet">
                {environment}, next <Time at={dueAt} none="when somebody pulls it" />
              </span>
            )}
            <ActionButton size="compact-xs" action={pullOf(pull)} aria-label={`Pull now: ${connectionId}`} />
          </>
        }
        isFlush
      >
        {passes.length === 0 ? (
          <p className="quiet" style={{ padding: '0 12px' }}>
            Nothing of it was ever pulled.
          </p>
        ) : (
          <Passes passes={passes} />
        )}
      </Panel>
    </div>
  )
}

/** A brake has stopped it: somebody has to look. */
function toneOf(state: string): 'good' | 'busy' | 'warn' | 'bad' {
  if (state === 'DONE' || state === 'UNCHANGED') return 'good'
  if (state.startsWith('HELD')) return 'warn'
  return state === 'GIVEN_UP' ? 'bad' : 'busy'
}

const COUNTS = ['rows', 'added', 'changed', 'unchanged', 'bad', 'ended', 'gone', 'moved'] as const

function Passes({ passes }: { readonly passes: readonly Pass[] }) {
  return (
    <Table.ScrollContainer minWidth={760} tabIndex={0} role="region" aria-label="Readings">
      <Table aria-label="Readings">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Reading</Table.Th>
            <Table.Th>State</Table.Th>
            <Table.Th>Began</Table.Th>
            <Table.Th>Ended</Table.Th>
            {COUNTS.map((name) => (
              <Table.Th key={name} ta="end">
                {name}
              </Table.Th>
            ))}
            <Table.Th>All counts</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {passes.map((pass) => (
            <Table.Tr key={pass.id}>
              <Table.Td>
                {pass.kind === 'WHOLE' ? 'everything' : `changes since ${pass.since}`}, {pass.language}
              </Table.Td>
              <Table.Td>
                <StatusBadge status={pass.state} tone={toneOf(pass.state)} />
              </Table.Td>
              <Table.Td>
                <Time at={pass.startedAt} />
              </Table.Td>
              <Table.Td>
                <Time at={pass.endedAt} none="not yet" />
              </Table.Td>
              {COUNTS.map((name) => (
                <Table.Td key={name} ta="end" className="num">
                  {countIn(pass.counts, name) ?? <span className="quiet">–</span>}
                </Table.Td>
              ))}
              <Table.Td>
                <details>
                  <summary>show</summary>
                  <JsonView value={pass.counts} what="the counts" />
                </details>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

function countIn(counts: unknown, name: string): string | null {
  const value = typeof counts === 'object' && counts !== null ? (counts as Record<string, unknown>)[name] : null
  return typeof value === 'number' ? value.toLocaleString() : null
}
