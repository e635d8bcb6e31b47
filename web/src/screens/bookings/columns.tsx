import type { Column } from '../../kit/data-table.tsx'
import { Money } from '../../kit/money.tsx'
import { differenceOf } from '../../kit/money-format.ts'
import { StatusBadge } from '../../kit/status-badge.tsx'
import { Age, CalendarDate, Time } from '../../kit/time.tsx'
import { readable } from '../../kit/tone.ts'
import type { BookingRow } from './documents.ts'

/** What was agreed, and what its supplier charges where that is something else. */
function Price({ total, charged }: Pick<BookingRow, 'total' | 'charged'>) {
  const difference = charged && differenceOf(charged, total)
  const isOther = charged !== null && (!difference || BigInt(difference.amountMinor) !== 0n)
  return (
    <>
      <Money of={total} />
      {isOther && (
        <div className="tone nowrap" data-tone="bad">
          charged <Money of={charged} />
        </div>
      )}
    </>
  )
}

const STATUS: Column<BookingRow> = {
  key: 'status',
  head: 'Status',
  cell: ({ status, needsOperator }) => (
    <span className="nowrap">
      <StatusBadge status={status} />
      {needsOperator && <StatusBadge status="NEEDS_OPERATOR" label="needs a person" />}
    </span>
  ),
}

/** Beside the status: a narrow window shows it without being pushed aside. */
const WHY: Column<BookingRow> = {
  key: 'reason',
  head: 'Why',
  cell: ({ reason, differs }) => (
    <>
      {reason === null ? '' : readable(reason)}
      {differs && <StatusBadge status="CONFLICT" label="differs from the supplier" />}
    </>
  ),
  isWide: true,
}

const PARTNER: Column<BookingRow> = {
  key: 'partner',
  head: 'Partner',
  cell: ({ organizationId }) => organizationId,
  isWide: true,
}

const REST: readonly Column<BookingRow>[] = [
  {
    key: 'hotel',
    head: 'Hotel',
    cell: ({ hotelName, hotelId }) => (
      <span className="line-clamp" title={hotelId}>
        {hotelName ?? hotelId}
      </span>
    ),
  },
  {
    key: 'stay',
    head: 'Stay',
    cell: ({ checkIn, checkOut }) => (
      <span className="nowrap">
        <CalendarDate date={checkIn} /> – <CalendarDate date={checkOut} />
      </span>
    ),
    isWide: true,
  },
  { key: 'supplier', head: 'Supplier', cell: ({ supplier }) => supplier, isWide: true },
  {
    key: 'price',
    head: 'Price',
    align: 'end',
    cell: ({ total, charged }) => <Price total={total} charged={charged} />,
  },
  { key: 'created', head: 'Made', cell: ({ createdAt }) => <Time at={createdAt} />, isWide: true },
  { key: 'since', head: 'In this state', cell: ({ since }) => <Age since={since} /> },
]

/** A partner needs not be told who it is. */
export function bookingColumns(isPartner: boolean): readonly Column<BookingRow>[] {
  return isPartner ? [STATUS, WHY, ...REST] : [STATUS, WHY, PARTNER, ...REST]
}
