import { ScreenLink } from '../../kit/screen-link.tsx'
import { StatusBadge } from '../../kit/status-badge.tsx'
import { Time } from '../../kit/time.tsx'
import { readable } from '../../kit/tone.ts'
import type { Pair } from './documents.ts'

/** Says before anything is done what was sold from the listing and is not yet stayed. */
export function OpenBookings({ pair: { bookings } }: { readonly pair: Pair }) {
  if (bookings.length === 0) return null
  return (
    <section className="says" data-tone="warn" aria-label="Open bookings">
      <strong>
        {bookings.length === 1 ? '1 booking' : `${bookings.length} bookings`} of this listing{' '}
        {bookings.length === 1 ? 'is' : 'are'} not over.
      </strong>{' '}
      Nothing that is booked moves; if the listing leaves the hotel that it was sold as, a case is opened for each.
      <ul style={{ margin: '4px 0 0', paddingLeft: 18 }}>
        {bookings.slice(0, 10).map(({ id, organizationId, status, hotelId, checkInDate, checkOutDate }) => (
          <li key={id}>
            <ScreenLink to={`/bookings/${id}`}>{id}</ScreenLink> {organizationId}, sold as hotel {hotelId},{' '}
            {checkInDate} to {checkOutDate} <StatusBadge status={status} />
          </li>
        ))}
      </ul>
      {bookings.length > 10 && <span className="quiet">and {bookings.length - 10} more</span>}
    </section>
  )
}

/** Who mapped and rejected it, the newest first. */
export function Word({ pair: { versions, rejections } }: { readonly pair: Pair }) {
  if (versions.length === 0 && rejections.length === 0) return <p className="quiet">Nobody has changed that.</p>
  return (
    <>
      {rejections.map(({ hotelId, actor, note }) => (
        <p key={hotelId} style={{ margin: '4px 0' }}>
          {actor} says that it is never hotel {hotelId}
          {note === null ? '' : `: ${note}`}
        </p>
      ))}
      <ol className="plain-list" aria-label="Versions of the mapping">
        {versions.map(({ id, at, actor, reason, note, fromHotelId, hotelId }) => (
          <li key={id}>
            <Time at={at} /> {actor}: {readable(reason)}, {fromHotelId ?? 'no hotel'} → {hotelId ?? 'no hotel'}
            {note === null ? '' : ` (${note})`}
          </li>
        ))}
      </ol>
    </>
  )
}
