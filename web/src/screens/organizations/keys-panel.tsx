import { Group, Switch, Table } from '@mantine/core'
import { ActionButton } from '../../kit/action-button.tsx'
import { NothingYet } from '../../kit/empty.tsx'
import { Panel } from '../../kit/panel.tsx'
import { flag } from '../../kit/search-state.ts'
import { StatusBadge } from '../../kit/status-badge.tsx'
import { Time } from '../../kit/time.tsx'
import { useSearchState } from '../../kit/use-search-state.ts'
import { revokeOf, rollOf } from './actions.ts'
import type { Organization, OrganizationKey } from './documents.ts'
import { NewKey } from './new-key.tsx'

const FIELDS = { ended: flag() }

/** The keys, the newest first; those that have ended on demand. */
export function KeysPanel({ organization: { keys } }: { readonly organization: Organization }) {
  const [{ ended }, setFilters] = useSearchState(FIELDS)
  const shown = keys.filter(({ state }) => ended || state === 'ACTIVE')
  const hidden = keys.length - keys.filter(({ state }) => state === 'ACTIVE').length
  return (
    <Panel
      title="Keys"
      isFlush
      aside={
        hidden > 0 && (
          <Switch
            size="xs"
            label={`with ${hidden} that have ended`}
            checked={ended}
            onChange={({ currentTarget }) => setFilters({ ended: currentTarget.checked })}
          />
        )
      }
    >
      {shown.length === 0 ? (
        <NothingYet title="No key can be used">Make one: without it nothing can be asked.</NothingYet>
      ) : (
        <Table.ScrollContainer minWidth={640} tabIndex={0} role="region" aria-label="Keys">
          <Table aria-label="Keys">
            <Table.Thead>
              <Table.Tr>
                {['Key', 'State', 'Scopes', 'From', 'Made', 'Last used', 'Expires', 'Actions'].map((head) => (
                  <Table.Th key={head}>{head}</Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {shown.map((one) => (
                <KeyRow key={one.id} one={one} />
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Panel>
  )
}

function KeyRow({ one }: { readonly one: OrganizationKey }) {
  const { id, prefix, environment, scopes, addresses, state, rolledFrom } = one
  return (
    <Table.Tr>
      <Table.Td>
        <span className="mono">{prefix}…</span>
        <div className="quiet mono" title={rolledFrom === null ? undefined : `replaces ${rolledFrom}`}>
          {id} {environment}
        </div>
      </Table.Td>
      <Table.Td>
        <StatusBadge status={state} />
      </Table.Td>
      <Table.Td>{scopes.join(', ')}</Table.Td>
      <Table.Td className="mono">{addresses.length === 0 ? 'anywhere' : addresses.join(', ')}</Table.Td>
      <Table.Td>
        <Time at={one.createdAt} />
      </Table.Td>
      <Table.Td>
        <Time at={one.lastUsedAt} as="ago" none="never" />
      </Table.Td>
      <Table.Td>
        {one.revokedAt === null ? <Time at={one.expiresAt} none="never" /> : <Time at={one.revokedAt} />}
      </Table.Td>
      <Table.Td>
        {state === 'ACTIVE' && (
          <Group gap={4} wrap="nowrap">
            <ActionButton
              size="compact-xs"
              action={{ ...rollOf(one), done: (rows) => <NewKey rows={rows} /> }}
              aria-label={`Roll ${prefix}`}
            />
            <ActionButton size="compact-xs" action={revokeOf(one)} aria-label={`Revoke ${prefix}`} />
          </Group>
        )}
      </Table.Td>
    </Table.Tr>
  )
}
