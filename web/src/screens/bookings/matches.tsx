import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Info } from 'lucide-react'
import { DataTable } from '../../kit/data-table.tsx'
import { Failure } from '../../kit/failure.tsx'
import { query } from '../../kit/graphql.ts'
import { Part } from '../../kit/part.tsx'
import type { List } from '../../kit/use-list.ts'
import { useRead } from '../../kit/use-read.ts'
import { useMay, useViewer } from '../../kit/viewer.ts'
import { bookingColumns } from './columns.tsx'
import { type BookingFilters, type BookingMatches, type BookingRow, MATCHES, SEARCH_GUESTS } from './documents.ts'

/** What the server takes a text for, in words. */
const KINDS: Readonly<Record<string, string>> = {
  BOOKING: 'our booking id',
  SUPPLIER_REFERENCE: 'our reference at the supplier',
  SUPPLIER_BOOKING: 'the supplier’s booking id',
  SUPPLIER_CODE: 'the supplier’s booking code',
  HOTEL_NUMBER: 'the hotel’s own number',
  CLIENT_REFERENCE: 'the partner’s reference',
  IDEMPOTENCY_KEY: 'an idempotency key',
  REQUEST: 'a request',
  ATTEMPT: 'a supplier call',
  EVENT: 'an event',
  DELIVERY: 'a webhook delivery',
  CASE: 'a case',
  CANCELLATION: 'a cancellation',
  OFFER: 'an offer',
  HOTEL: 'a hotel',
}

type MatchesProps = {
  readonly text: string
  /** The filters that are set: they narrow the search for a guest. */
  readonly filters: BookingFilters
  readonly onHotel: (hotelId: string) => void
}

/** What one box has found, and as what. */
export function Matches({ text, filters, onHotel }: MatchesProps) {
  const read = useRead(MATCHES, { text })
  return (
    <Part what="What was found" read={read}>
      {({ bookingMatches }) => (
        <Stack gap="sm">
          <Recognised text={text} matches={bookingMatches} onHotel={onHotel} />
          {bookingMatches.items.length > 0 && <FoundRows what="The bookings found" rows={bookingMatches.items} />}
          {bookingMatches.mayBeGuest && bookingMatches.items.length === 0 && (
            <Guests key={JSON.stringify([text, filters])} text={text} filters={filters} />
          )}
        </Stack>
      )}
    </Part>
  )
}

type RecognisedProps = {
  readonly text: string
  readonly matches: BookingMatches
  readonly onHotel: (hotelId: string) => void
}

function Recognised({ text, matches: { recognised, hotels, mayBeGuest }, onHotel }: RecognisedProps) {
  const told = recognised.map(({ kind, count }) => `${KINDS[kind] ?? kind}${count > 1 ? ` (${count})` : ''}`)
  return (
    <div role="status">
      <Text size="sm">
        <span className="mono">{text}</span>{' '}
        {told.length > 0
          ? `is ${told.join(' and ')}.`
          : `is no id, reference, key or hotel that is known here${mayBeGuest ? '; it may be a guest.' : '.'}`}
      </Text>
      {hotels.length > 0 && (
        <Group gap={6} mt={6}>
          {hotels.map(({ id, name }) => (
            <Button key={id} size="compact-xs" variant="default" onClick={() => onHotel(id)}>
              Bookings at {name}
            </Button>
          ))}
        </Group>
      )}
    </div>
  )
}

/** A list that is whole: it has no pages. */
export function wholeList<Row>(rows: readonly Row[]): List<Row> {
  return {
    data: { items: rows, next: null },
    error: null,
    isLoading: false,
    isStale: false,
    readAt: 0,
    retry: () => undefined,
    paging: { after: null, to: () => undefined },
    fresh: null,
  }
}

function FoundRows({ what, rows }: { readonly what: string; readonly rows: readonly BookingRow[] }) {
  const { kind } = useViewer()
  return (
    <DataTable
      what={what}
      list={wholeList(rows)}
      columns={bookingColumns(kind === 'portal')}
      idOf={({ id }) => id}
      opens={({ id }) => `/bookings/${id}`}
      none={{ title: 'No booking' }}
    />
  )
}

/** Guests are stored sealed: whoever may look for one sets it going, because that is in the audit log. */
function Guests({ text, filters }: Omit<MatchesProps, 'onHotel'>) {
  const may = useMay(['support', 'partner_support'])
  const searching = useMutation({ mutationFn: () => query(SEARCH_GUESTS, { ...filters, text }) })
  const found = searching.data?.searchGuests
  if (!may) return <Text size="sm">To look for a guest needs the role support.</Text>
  return (
    <Stack gap="xs">
      <Alert variant="light" color="gray" icon={<Info size={16} />} title="Is it a guest?">
        <Text size="sm">
          Guests are stored encrypted and have no index. The newest 2,000 bookings that the filters above leave are
          opened and looked through; set the hotel or the dates to reach older ones. That you looked is in the audit
          log, the name is not.
        </Text>
        <Button mt="xs" size="compact-sm" loading={searching.isPending} onClick={() => searching.mutate()}>
          Look for this guest
        </Button>
      </Alert>
      {searching.error && (
        <Failure what="The search for a guest" error={searching.error} retry={() => searching.mutate()} />
      )}
      {found && (
        <>
          <Text size="sm" role="status">
            {found.items.length === 0 ? 'Nobody of that name' : `${found.items.length} found`} among {found.searched}{' '}
            bookings
            {found.isWhole
              ? ', which are all that the filters leave.'
              : '. There are older ones: narrow it by hotel or dates.'}
            {found.unreadable > 0 && ` The guests of ${found.unreadable} cannot be decrypted any more.`}
          </Text>
          {found.items.length > 0 && <FoundRows what="The guest’s bookings" rows={found.items} />}
        </>
      )}
    </Stack>
  )
}
