import { Table } from '@mantine/core'
import { NothingYet } from '../../kit/empty.tsx'
import { Panel } from '../../kit/panel.tsx'
import { ScreenLink } from '../../kit/screen-link.tsx'
import { StatusBadge } from '../../kit/status-badge.tsx'
import { Time } from '../../kit/time.tsx'
import type { Organization } from './documents.ts'

/** Where its webhooks go, and whether they arrive. */
export function EndpointsPanel({ organization: { id, endpoints } }: { readonly organization: Organization }) {
  return (
    <Panel
      title="Webhook endpoints"
      isFlush
      aside={<ScreenLink to={`/webhooks?organization=${id}`}>Webhooks</ScreenLink>}
    >
      {endpoints.length === 0 ? (
        <NothingYet title="No endpoint">Its developers make one in the portal or over the API.</NothingYet>
      ) : (
        <Table aria-label="Webhook endpoints">
          <Table.Thead>
            <Table.Tr>
              {['Endpoint', 'Health', 'Failing since', 'Waiting'].map((head) => (
                <Table.Th key={head}>{head}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {endpoints.map((one) => (
              <Table.Tr key={one.id}>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>
                  <ScreenLink to={`/webhooks/${one.id}`}>{one.url}</ScreenLink>
                </Table.Td>
                <Table.Td>
                  <StatusBadge status={one.health} hint={one.disabledReason ?? ''} />
                </Table.Td>
                <Table.Td>
                  <Time at={one.failingSince} as="ago" />
                </Table.Td>
                <Table.Td className="num">{one.waiting}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Panel>
  )
}
