import { toRfc3339 } from '../../domain/time.ts'
import { named } from '../../hotel-index/catalogue.ts'
import { bookingStatusData } from '../../operations/bookings/booking-view.ts'
import type { FoundBooking } from '../../store/booking-search.ts'
import type { ConsoleContext } from '../context.ts'
import { Amount } from './amount.ts'
import { builder } from './builder.ts'

/** Since when a booking is in its state, as far as it is kept: since its call is open, or since its last change. */
export function sinceOf({ pendingSince, updatedAt }: Pick<FoundBooking, 'pendingSince' | 'updatedAt'>): number {
  return pendingSince ?? updatedAt
}

/** Why a booking is as it is, in the contract's words; null where the status says it all. */
export function reasonOf(booking: Omit<FoundBooking, 'hotelName'>, { core }: ConsoleContext): string | null {
  if (booking.failure) return booking.failure.code
  const now = core.clock.of(booking.organizationId).now()
  return bookingStatusData(core.suppliers, booking, now).processingReason ?? booking.cancellation?.cause ?? null
}

async function nameOf({ hotelName, hotelId }: FoundBooking, { core }: ConsoleContext): Promise<string | null> {
  if (hotelName !== null) return hotelName
  const [label] = await core.deps.catalogue.labels([hotelId])
  return label ? named(label.names, 'en') : null
}

/** A booking in a list. */
export const BookingRow = builder.objectRef<FoundBooking>('BookingRow').implement({
  fields: (t) => ({
    id: t.exposeID('bookingId'),
    organizationId: t.exposeString('organizationId'),
    status: t.exposeString('status'),
    reason: t.string({
      nullable: true,
      description: 'Why it is as it is: the failure’s code, or what it waits for.',
      resolve: (booking, _args, context) => reasonOf(booking, context),
    }),
    needsOperator: t.exposeBoolean('needsOperator'),
    supplier: t.exposeString('supplierCode', { description: 'The supplier’s code.' }),
    connectionId: t.string({
      nullable: true,
      description: 'Null for partners.',
      resolve: ({ connectionId }, _args, { viewer }) => (viewer.organizationId === null ? connectionId : null),
    }),
    hotelId: t.string({ resolve: ({ hotelId }) => String(hotelId) }),
    hotelName: t.string({
      nullable: true,
      description: 'As it was sold.',
      resolve: (booking, _args, context) => nameOf(booking, context),
    }),
    checkIn: t.exposeString('checkInDate'),
    checkOut: t.exposeString('checkOutDate'),
    total: t.field({ type: Amount, resolve: ({ total }) => total }),
    charged: t.field({
      type: Amount,
      nullable: true,
      description: 'What the supplier says that it charges.',
      resolve: ({ charged }) => charged,
    }),
    differs: t.boolean({
      description: 'The supplier’s record differs from what was agreed.',
      resolve: ({ discrepancies }) => discrepancies.length > 0,
    }),
    createdAt: t.field({ type: 'DateTime', resolve: ({ createdAt }) => toRfc3339(createdAt) }),
    since: t.field({
      type: 'DateTime',
      description: 'Since when its supplier call is open, or since its last change.',
      resolve: (booking) => toRfc3339(sinceOf(booking)),
    }),
    supplierBookingId: t.exposeString('supplierBookingId', { nullable: true }),
    clientReference: t.exposeString('clientReference', { nullable: true }),
  }),
})
