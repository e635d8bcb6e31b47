import { Table } from '@mantine/core'
import { ActionButton } from '../../kit/action-button.tsx'
import { NothingYet } from '../../kit/empty.tsx'
import { Panel } from '../../kit/panel.tsx'
import { ScreenLink } from '../../kit/screen-link.tsx'
import { StatusBadge } from '../../kit/status-badge.tsx'
import { Time } from '../../kit/time.tsx'
import { switchOf } from './actions.ts'
import type { Organization } from './documents.ts'

/** The suppliers that its searches ask, and those that are switched off. */
export function SuppliersPanel({ organization: { id, suppliers } }: { readonly organization: Organization }) {
  return (
    <Panel title="Suppliers" isFlush>
      {suppliers.length === 0 ? (
        <NothingYet title="No supplier is connected">Connect one on the screen Suppliers.</NothingYet>
      ) : (
        <Table.ScrollContainer minWidth={420} tabIndex={0} role="region" aria-label="Suppliers">
          <Table aria-label="Suppliers">
            <Table.Thead>
              <Table.Tr>
                {['Supplier', 'Connection', 'State', 'Since', 'Action'].map((head) => (
                  <Table.Th key={head}>{head}</Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {suppliers.map((one) => (
                <Table.Tr key={one.connectionId}>
                  <Table.Td>
                    {one.supplierCode} {one.isFurther && <span className="quiet">further</span>}
                  </Table.Td>
                  <Table.Td>
                    <ScreenLink to={`/suppliers/${one.connectionId}`}>{one.connectionName}</ScreenLink>{' '}
                    <span className="quiet">{one.environment}</span>
                  </Table.Td>
                  <Table.Td>
                    <StatusBadge status={one.enabled ? 'ENABLED' : 'DISABLED'} />
                  </Table.Td>
                  <Table.Td>
                    <Time at={one.connectedAt} />
                  </Table.Td>
                  <Table.Td>
                    <ActionButton
                      size="compact-xs"
                      action={switchOf(id, one)}
                      aria-label={`${one.enabled ? 'Disable' : 'Enable'} ${one.connectionId}`}
                    />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Panel>
  )
}
