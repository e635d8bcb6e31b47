import type { CaseKind } from '../../../domain/case.ts'
import type { Booking } from '../../../store/booking.ts'
import type { Case } from '../../../store/cases.ts'
import type { Deps } from '../../deps.ts'
import { settlementsOf } from '../settle-by-operator.ts'

/** What a case waits for. */
type Cause = {
  /** Why the case cannot be closed yet, as a sentence; null when nothing stands in the way. */
  readonly stands: string | null
  /** The admin commands that can settle it, as they are typed after `npm run admin --`. */
  readonly commands: readonly string[]
}

type BookingCase = Pick<Case, 'kind'> & { readonly booking: Booking }

/**
 * Kinds that cannot be closed while their booking still waits. Reviews and unsettled calls end with its move, a look that fails with
 * one that succeeds; late answers stay open after it, until a person has told the partner. The other kinds tell of something that
 * has happened, and can be closed at any time.
 */
const OPEN_WHILE_WAITING: ReadonlySet<CaseKind> = new Set([
  'REVIEW',
  'UNSETTLED_CREATE',
  'UNSETTLED_CONFIRMATION',
  'UNSETTLED_CANCELLATION',
  'UNSETTLED_HOLD',
  'LATE_ACCEPTANCE',
  'LATE_CANCELLATION',
  'LOOK_FAILS',
])

/** Reads whether the cause of a case still stands, and what settles it. */
export async function standingCause({ store }: Pick<Deps, 'store'>, one: Case): Promise<Cause> {
  const { kind, subject } = one
  if (kind === 'DEAD_DELIVERIES')
    return {
      stands: null,
      commands: [
        `delivery list --endpoint ${subject}`,
        `webhook recover --endpoint ${subject} --since ${new Date(one.openedAt).toISOString()}`,
      ],
    }
  if (kind === 'CREDENTIALS_REFUSED' || kind === 'WRONG_ENVIRONMENT')
    return {
      stands: null,
      commands: [
        `supplier connect --connection ${subject} --organization … --supplier … --credentials @file --replace`,
      ],
    }
  const booking = one.bookingId === null ? null : await store.bookings.findAnywhere(one.bookingId)
  if (!booking) return { stands: null, commands: [] }
  if (kind === 'LISTING_LEFT' || kind === 'LISTING_CLOSED')
    return { stands: null, commands: [historyOf(booking), `booking show --id ${booking.bookingId}`] }
  return kind === 'MAPPING_DOUBT' ? mappingCause({ store }, booking) : bookingCause({ kind, booking })
}

function historyOf({ supplierCode, terms }: Booking): string {
  return `mapping list --history --listing ${supplierCode}/${terms.supplierHotelId}`
}

async function mappingCause({ store }: Pick<Deps, 'store'>, { supplierCode, terms }: Booking): Promise<Cause> {
  const { supplierHotelId } = terms
  const listing = await store.hotels.listing({ supplierCode, supplierHotelId })
  return {
    stands: listing?.verification === 'PENDING' ? `${supplierCode}’s listing ${supplierHotelId} is not verified` : null,
    commands: [
      `mapping verify --supplier ${supplierCode} --supplier-hotel ${supplierHotelId} --verification VERIFIED|UNVERIFIED`,
    ],
  }
}

function bookingCause({ kind, booking }: BookingCase): Cause {
  const { bookingId: id, status } = booking
  const show = `booking show --id ${id}`
  const settlements = settlementsOf(booking)
  const settle = `booking settle --id ${id} --found ${settlements.join('|')} --note "…"`
  if (!OPEN_WHILE_WAITING.has(kind)) return { stands: null, commands: settlements.length > 0 ? [show, settle] : [show] }
  if (status === 'AWAITING_REVIEW')
    return {
      stands: `${id} awaits a review`,
      commands: [show, `booking review --id ${id} --decision approve|reject`],
    }
  if (settlements.length > 0)
    return { stands: `${id} is ${status} and waits for an operator`, commands: [show, settle] }
  const isMoving = booking.pendingOperation !== null
  return {
    stands: isMoving ? `${id} is ${status}: the supplier is still being asked, and its answer has to be awaited` : null,
    commands: [show],
  }
}
