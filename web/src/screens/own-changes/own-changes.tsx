import { Stack } from '@mantine/core'
import { Id } from '../../kit/copy.tsx'
import { type Column, DataTable } from '../../kit/data-table.tsx'
import { Facts } from '../../kit/facts.tsx'
import { JsonView } from '../../kit/json-view.tsx'
import { ScreenHead } from '../../kit/screen-head.tsx'
import { ScreenLink } from '../../kit/screen-link.tsx'
import { text } from '../../kit/search-state.ts'
import { Sheet } from '../../kit/sheet.tsx'
import { StatusBadge } from '../../kit/status-badge.tsx'
import { Time } from '../../kit/time.tsx'
import { useList } from '../../kit/use-list.ts'
import { useSearchState } from '../../kit/use-search-state.ts'
import { OWN_CHANGES, type OwnChange } from './documents.ts'

const FIELDS = { event: text() }

const COLUMNS: readonly Column<OwnChange>[] = [
  { key: 'at', head: 'When', cell: ({ at }) => <Time at={at} />, width: 120 },
  {
    key: 'request',
    head: 'Request',
    cell: ({ requestId }) => <ScreenLink to={`/requests/${requestId}`}>{requestId}</ScreenLink>,
  },
  { key: 'booking', head: 'Booking', cell: ({ bookingId }) => <span className="mono">{bookingId ?? ''}</span> },
  { key: 'status', head: 'Status then', cell: ({ status }) => <StatusBadge status={status} /> },
  { key: 'cause', head: 'Why', cell: ({ cause }) => cause ?? '', isWide: true },
  { key: 'type', head: 'Event', cell: ({ type }) => <span className="mono">{type}</span>, isWide: true },
]

export function OwnChangesScreen() {
  const [{ event }, setFilters] = useSearchState(FIELDS)
  const list = useList(OWN_CHANGES, {
    variables: {},
    pick: ({ ownChanges }) => ownChanges,
    liveId: ({ id }) => id,
  })
  return (
    <>
      <ScreenHead
        title="Recent requests"
        answers="What did our newest requests lead to? Requests that changed nothing, such as searches, are not kept."
      />
      <DataTable
        what="What requests have led to"
        list={list}
        columns={COLUMNS}
        idOf={({ id }) => id}
        openId={event}
        onOpen={({ id }) => setFilters({ event: id }, { keepsPage: true })}
        none={{ title: 'No request has changed anything yet', hint: 'Book in the sandbox: each step is listed here.' }}
      />
      <ChangeSheet
        change={list.data?.items.find(({ id }) => id === event) ?? null}
        close={() => setFilters({ event: '' }, { keepsPage: true })}
      />
    </>
  )
}

type ChangeSheetProps = { readonly change: OwnChange | null; readonly close: () => void }

function ChangeSheet({ change, close }: ChangeSheetProps) {
  return (
    <Sheet title={change?.type ?? 'Event'} isOpen={change !== null} close={close}>
      {change && (
        <Stack gap="md">
          <Facts
            facts={[
              ['When', <Time key="at" at={change.at} as="full" />],
              ['Request', <Id key="request" value={change.requestId} what="the request id" />],
              ['Event', <Id key="event" value={change.id} what="the event’s id" />],
              ['Booking', change.bookingId && <Id value={change.bookingId} what="the booking’s id" />],
              ['Status then', <StatusBadge key="status" status={change.status} />],
              ['Why', change.cause],
            ]}
          />
          <JsonView value={JSON.parse(change.payload)} what="the payload" depth={3} />
        </Stack>
      )}
    </Sheet>
  )
}
