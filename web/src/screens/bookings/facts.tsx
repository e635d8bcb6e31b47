import { Id } from '../../kit/copy.tsx'
import { type Fact, Facts } from '../../kit/facts.tsx'
import { ComparedMoney, Money } from '../../kit/money.tsx'
import { Panel } from '../../kit/panel.tsx'
import { ScreenLink } from '../../kit/screen-link.tsx'
import { Age, CalendarDate, Deadline, Time } from '../../kit/time.tsx'
import { readable } from '../../kit/tone.ts'
import type { Booking } from './documents.ts'

type BookingFactsProps = { readonly booking: Booking; readonly isPartner: boolean }

/** The head of a booking: its deadline, its stay, its price and under which names others know it. */
export function BookingFacts({ booking, isPartner }: BookingFactsProps) {
  return (
    <Panel>
      <Facts
        facts={[
          ...stateFacts(booking),
          ...stayFacts(booking),
          ...moneyFacts(booking),
          ...nameFacts(booking, isPartner),
        ]}
      />
    </Panel>
  )
}

function stateFacts({ deadline, hotelZone, since, pendingOperation, failure, status }: Booking): Fact[] {
  const label = status === 'AWAITING_REVIEW' ? 'To decide' : 'Held until'
  return [
    [label, deadline && <Deadline key="deadline" at={deadline} zone={hotelZone ?? undefined} />],
    ['Waits for', pendingOperation && readable(pendingOperation)],
    ['In this state', <Age key="age" since={since} />],
    ['Failed because', failure && `${failure.code}: ${failure.message}`],
  ]
}

function stayFacts({
  hotelId,
  hotelName,
  checkIn,
  checkOut,
  rooms,
  hotelNumber,
  hotelConfirmationStatus,
}: Booking): Fact[] {
  return [
    [
      'Hotel',
      <ScreenLink key="hotel" to={`/bookings?hotel=${hotelId}`}>{`${hotelName ?? 'unnamed'} (${hotelId})`}</ScreenLink>,
    ],
    [
      'Stay',
      <span key="stay">
        <CalendarDate date={checkIn} /> – <CalendarDate date={checkOut} />
      </span>,
    ],
    [rooms.length === 1 ? 'Room' : 'Rooms', rooms.join(', ')],
    ['Hotel’s number', hotelNumber ?? (hotelConfirmationStatus && readable(hotelConfirmationStatus))],
  ]
}

function moneyFacts({ total, charged, cancellation }: Booking): Fact[] {
  return [
    ['Price', <Money key="price" of={total} />],
    [
      'Supplier charges',
      charged === null ? (
        <span key="charged" className="quiet">
          has not said
        </span>
      ) : (
        <ComparedMoney key="charged" of={charged} expected={total} />
      ),
    ],
    ['Cancelled by', cancellation?.cancelledAt ? readable(cancellation.cause) : null],
    ['Agreed penalty', cancellation && <Money key="penalty" of={cancellation.penalty} />],
    [
      'Charged penalty',
      cancellation && <Money key="penalty-charged" of={cancellation.chargedPenalty} none="has not said" />,
    ],
  ]
}

function nameFacts(booking: Booking, isPartner: boolean): Fact[] {
  const { organizationId, supplier, connectionId, clientReference, offerId, createdAt } = booking
  return [
    [
      'Partner',
      isPartner ? null : (
        <ScreenLink key="partner" to={`/organizations/${organizationId}`}>
          {organizationId}
        </ScreenLink>
      ),
    ],
    [
      'Supplier',
      connectionId === null ? (
        supplier
      ) : (
        <span key="supplier">
          {supplier} through <ScreenLink to={`/suppliers/${connectionId}`}>{connectionId}</ScreenLink>
        </span>
      ),
    ],
    ['Our reference there', booking.supplierReference && <Id key="ours" value={booking.supplierReference} />],
    ['Their id', booking.supplierBookingId && <Id key="theirs" value={booking.supplierBookingId} />],
    ['Their code', booking.supplierBookingCode && <Id key="code" value={booking.supplierBookingCode} />],
    ['Partner’s reference', clientReference && <Id key="client" value={clientReference} />],
    ['Offer', <Id key="offer" value={offerId} />],
    ['Made', <Time key="made" at={createdAt} as="full" />],
  ]
}
