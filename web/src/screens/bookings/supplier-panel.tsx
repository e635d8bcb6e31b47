import { Button, Table, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Failure } from '../../kit/failure.tsx'
import { query } from '../../kit/graphql.ts'
import { useKeys } from '../../kit/keys.ts'
import { Panel } from '../../kit/panel.tsx'
import { Time } from '../../kit/time.tsx'
import { ASK_SUPPLIER, type Booking, type SupplierRecord } from './documents.ts'

/** Our record beside the supplier's, which is asked when somebody wants to know. */
export function SupplierPanel({ booking }: { readonly booking: Booking }) {
  const { id, actions, supplier } = booking
  const may = actions.some(({ name }) => name === 'askSupplierBooking')
  const asking = useMutation({ mutationFn: () => query(ASK_SUPPLIER, { id }) })
  useKeys({ r: () => asking.mutate() }, may && !asking.isPending)
  const record = asking.data?.askSupplierBooking
  return (
    <Panel
      title="Ours and the supplier’s"
      aside={
        may && (
          <Button
            variant="default"
            size="compact-sm"
            loading={asking.isPending}
            rightSection={<kbd>r</kbd>}
            onClick={() => asking.mutate()}
          >
            Ask the supplier now
          </Button>
        )
      }
    >
      {asking.error && (
        <Failure what="The question to the supplier" error={asking.error} retry={() => asking.mutate()} />
      )}
      {record ? <Answer record={record} supplier={supplier} /> : null}
      {(!record || record.kind !== 'RECORD') && <LastKnown booking={booking} />}
    </Panel>
  )
}

/** The parts of a booking that are compared, by their places in the contract. */
const PARTS: Readonly<Record<string, string>> = {
  status: 'status',
  'price.total': 'price',
  'stay.check_in': 'check-in',
  'stay.check_out': 'check-out',
  allocations: 'rooms',
  guests: 'guests',
}

const ANSWERS: Readonly<Record<string, string>> = {
  NONE: 'does not know this booking.',
  TWINS: 'has several bookings under our reference: look there, and settle it.',
  SILENCE: 'gave no usable answer.',
}

function Answer({ record, supplier }: { readonly record: SupplierRecord; readonly supplier: string }) {
  const { kind, askedAt, tookMs, failure, lines } = record
  return (
    <div role="status">
      <Text size="sm" mb={4}>
        {supplier} {ANSWERS[kind] ?? 'has it:'} {failure}{' '}
        <span className="quiet">
          asked <Time at={askedAt} as="ago" />, {tookMs} ms
        </span>
      </Text>
      {lines.length > 0 && <Lines lines={lines} />}
    </div>
  )
}

function Lines({ lines }: Pick<SupplierRecord, 'lines'>) {
  return (
    <Table aria-label="Ours and the supplier’s">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Part</Table.Th>
          <Table.Th>Ours</Table.Th>
          <Table.Th>The supplier’s</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {lines.map(({ part, ours, theirs, differs }) => (
          <Table.Tr key={part}>
            <Table.Td>{PARTS[part] ?? part}</Table.Td>
            <Table.Td className="mono">{ours ?? '–'}</Table.Td>
            <Table.Td className="mono">
              {differs ? (
                <span className="tone" data-tone="bad">
                  {theirs ?? 'none'} (differs)
                </span>
              ) : (
                (theirs ?? <span className="quiet">not told</span>)
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

/** What is known of the supplier's record without asking. */
function LastKnown({ booking: { differences } }: { readonly booking: Booking }) {
  if (differences.length === 0)
    return (
      <Text size="sm" className="quiet">
        As far as is known, the supplier’s record agrees with ours.
      </Text>
    )
  return (
    <>
      {differences.map(({ part, ours, theirs, foundAt }) => (
        <Text size="sm" key={part}>
          {PARTS[part] ?? part}: ours <span className="mono">{ours}</span>, the supplier’s{' '}
          <span className="tone mono" data-tone="bad">
            {theirs}
          </span>{' '}
          <span className="quiet">
            found <Time at={foundAt} as="ago" />
          </span>
        </Text>
      ))}
    </>
  )
}
