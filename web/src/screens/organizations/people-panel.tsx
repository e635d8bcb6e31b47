import { Table } from '@mantine/core'
import { ActionButton } from '../../kit/action-button.tsx'
import { NothingYet } from '../../kit/empty.tsx'
import { Panel } from '../../kit/panel.tsx'
import { StatusBadge } from '../../kit/status-badge.tsx'
import { Time } from '../../kit/time.tsx'
import { inviteOf } from './actions.ts'
import type { Organization } from './documents.ts'

/** Who may sign in to the portal. */
export function PeoplePanel({ organization }: { readonly organization: Organization }) {
  const { people } = organization
  return (
    <Panel
      title="People of its portal"
      isFlush
      aside={<ActionButton size="compact-xs" action={inviteOf(organization)} />}
    >
      {people.length === 0 ? (
        <NothingYet title="Nobody may sign in to its portal">
          Invite its first admin, who invites the others.
        </NothingYet>
      ) : (
        <Table aria-label="People of its portal">
          <Table.Thead>
            <Table.Tr>
              {['Name', 'Roles', 'State', 'Since'].map((head) => (
                <Table.Th key={head}>{head}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {people.map(({ id, name, roles, createdAt, disabledAt }) => (
              <Table.Tr key={id}>
                <Table.Td>{name}</Table.Td>
                <Table.Td>{roles.join(', ')}</Table.Td>
                <Table.Td>
                  <StatusBadge status={disabledAt === null ? 'ACTIVE' : 'DISABLED'} />
                </Table.Td>
                <Table.Td>
                  <Time at={disabledAt ?? createdAt} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Panel>
  )
}
