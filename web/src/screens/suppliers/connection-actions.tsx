import { Button } from '@mantine/core'
import { ActionButton } from '../../kit/action-button.tsx'
import { useKeys } from '../../kit/keys.ts'
import { useGo } from '../../kit/use-go.ts'
import { useRead } from '../../kit/use-read.ts'
import { useMay } from '../../kit/viewer.ts'
import { type ConnectionWhole, KINDS } from './documents.ts'

/** What can be done with a connection now. */
export function ConnectionActions({ connection }: { readonly connection: ConnectionWhole }) {
  const { id, supplierCode, organizations } = connection
  const go = useGo()
  const mayConnect = useMay(['operations'])
  const kinds = useRead(KINDS, {})
  const organization = organizations[0]?.id
  function rotate(): void {
    go(`/suppliers/connect?supplier=${supplierCode}&connection=${id}&organization=${organization}`)
  }
  useKeys({ c: rotate }, mayConnect && organization !== undefined)
  const lists = kinds.data?.supplierKinds.find(({ code }) => code === supplierCode)?.listsBookings === true
  return (
    <>
      <ActionButton
        letter="t"
        action={{
          label: 'Test',
          title: `Test ${id}`,
          mutation: 'testSupplier',
          roles: ['operations'],
          values: { connection: id },
          fields: [
            {
              name: 'hotel',
              label: 'A hotel, by the supplier’s id',
              hint: 'Empty: any that is mapped. Its rates are asked for one night in 60 days; nothing is booked.',
            },
          ],
          says: 'Asks the supplier for the rates of one hotel, and shows each step: settings, reachability, credentials, environment, clock, search, allowance.',
        }}
      />
      <ActionButton
        letter="l"
        action={{
          label: 'Look at its bookings',
          title: `Look now at the bookings that wait for ${id}`,
          mutation: 'lookSupplier',
          roles: ['operations'],
          values: { connection: id },
          says: 'Has workers ask the supplier now about each booking that is PROCESSING or CANCELLATION_PENDING over it, instead of at their planned times, and act on the answers: those that have waited longest first, 500 at most, ten a second. For when it is repaired.',
        }}
      />
      {lists && <Reconcile id={id} />}
      {mayConnect && organization !== undefined && (
        <Button variant="default" rightSection={<kbd>c</kbd>} onClick={rotate}>
          New credentials
        </Button>
      )}
    </>
  )
}

function Reconcile({ id }: { readonly id: string }) {
  return (
    <ActionButton
      action={{
        label: 'Reconcile',
        title: `Reconcile ${id}`,
        mutation: 'reconcileSupplier',
        roles: ['operations'],
        values: { connection: id },
        fields: [
          { name: 'from', label: 'First day', kind: 'date', hint: 'Empty: yesterday' },
          { name: 'to', label: 'Last day', kind: 'date', hint: 'Empty: today' },
        ],
        says: 'Compares our bookings with the supplier’s books, as every night: what differs is looked at, and what only the supplier has becomes a case.',
      }}
    />
  )
}
