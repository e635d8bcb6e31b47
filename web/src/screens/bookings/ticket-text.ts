import { moneyText } from '../../kit/money-format.ts'
import type { Booking } from './documents.ts'

/** The booking as text for a ticket or a mail to the supplier: no guest, and nothing that the partner has written. */
export function ticketOf(booking: Booking, address: string): string {
  const { failure, charged, total } = booking
  const facts: readonly (readonly [string, string | null])[] = [
    ['Booking', booking.id],
    ['Status', [booking.status, booking.reason].filter((one) => one !== null).join(', ')],
    ['Failure', failure && `${failure.code}: ${failure.message}`],
    ['Partner', booking.organizationId],
    ['Hotel', `${booking.hotelName ?? ''} (${booking.hotelId})`.trim()],
    ['Stay', `${booking.checkIn} to ${booking.checkOut}, ${booking.rooms.length} room(s)`],
    ['Supplier', [booking.supplier, booking.connectionId].filter((one) => one !== null).join(' through ')],
    ['Our reference there', booking.supplierReference],
    ['Their id', booking.supplierBookingId],
    ['Their code', booking.supplierBookingCode],
    ['Hotel’s number', booking.hotelNumber],
    ['Price', moneyText(total)],
    ['Supplier charges', charged && moneyText(charged)],
    ['Made', booking.createdAt],
    [
      'Differs',
      booking.differences.map(({ part, ours, theirs }) => `${part}: ours ${ours}, theirs ${theirs}`).join('; '),
    ],
  ]
  const calls = booking.history
    .filter(({ kind }) => kind === 'ATTEMPT')
    .map(
      ({ at, title, outcome, durationMs, id }) => `  ${at} ${title} ${outcome ?? ''} ${durationMs ?? '?'} ms (${id})`,
    )
  const lines = facts.flatMap(([name, value]) => (value ? [`${name}: ${value}`] : []))
  return [...lines, ...(calls.length > 0 ? ['Calls to the supplier:', ...calls] : []), address].join('\n')
}
