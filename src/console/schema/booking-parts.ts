import type { PenaltyWindow } from '../../domain/cancellation.ts'
import type { Discrepancy } from '../../domain/discrepancies.ts'
import { type Instant, toRfc3339 } from '../../domain/time.ts'
import type { BookingActionNow } from '../../operations/console/booking-actions.ts'
import type { MaskedPerson } from '../../operations/console/booking-people.ts'
import type { Booking, BookingFailure } from '../../store/booking.ts'
import { Amount } from './amount.ts'
import { builder } from './builder.ts'

export function timeOrNull(at: Instant | null): string | null {
  return at === null ? null : toRfc3339(at)
}

export const PenaltyStep = builder.objectRef<PenaltyWindow>('PenaltyStep').implement({
  description: 'A time with one price for cancelling.',
  fields: (t) => ({
    from: t.field({ type: 'DateTime', resolve: ({ fromAt }) => toRfc3339(fromAt) }),
    until: t.field({ type: 'DateTime', nullable: true, resolve: ({ untilAt }) => timeOrNull(untilAt) }),
    status: t.exposeString('status', { description: 'NO_CHARGE, KNOWN or UNKNOWN' }),
    amount: t.field({
      type: Amount,
      nullable: true,
      description: 'Null: nobody knows it.',
      resolve: ({ penalty }) => penalty,
    }),
    basis: t.exposeString('basis'),
    deadlineSource: t.exposeString('deadlineSource'),
  }),
})

export const DifferenceType = builder.objectRef<Discrepancy>('BookingDifference').implement({
  description: 'In what the supplier’s record differs from what was agreed.',
  fields: (t) => ({
    part: t.exposeString('path'),
    ours: t.exposeString('ours'),
    theirs: t.exposeString('theirs'),
    foundAt: t.field({ type: 'DateTime', resolve: ({ foundAt }) => toRfc3339(foundAt) }),
  }),
})

export const FailureType = builder.objectRef<BookingFailure>('BookingFailure').implement({
  fields: (t) => ({
    code: t.exposeString('code'),
    message: t.exposeString('message'),
    retryable: t.exposeBoolean('retryable'),
  }),
})

export const PersonType = builder.objectRef<MaskedPerson>('MaskedPerson').implement({
  fields: (t) => ({
    role: t.exposeString('role', { description: 'HOLDER, ADULT or CHILD' }),
    masked: t.exposeString('masked', { description: 'Initials.' }),
    age: t.exposeInt('age', { nullable: true }),
  }),
})

export const ActionNow = builder.objectRef<BookingActionNow>('BookingActionNow').implement({
  description: 'What the viewer could do to the booking now.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'The mutation’s name.' }),
    choices: t.exposeStringList('choices', { description: 'The findings or decisions that are possible.' }),
    needsSupplierBooking: t.exposeBoolean('needsSupplierBooking'),
  }),
})

export const CancellationType = builder
  .objectRef<NonNullable<Booking['cancellation']>>('BookingCancellation')
  .implement({
    fields: (t) => ({
      id: t.exposeID('cancellationId'),
      cause: t.exposeString('cause'),
      requestedAt: t.field({ type: 'DateTime', nullable: true, resolve: ({ requestedAt }) => timeOrNull(requestedAt) }),
      cancelledAt: t.field({ type: 'DateTime', nullable: true, resolve: ({ cancelledAt }) => timeOrNull(cancelledAt) }),
      penaltyStatus: t.exposeString('penaltyStatus'),
      penalty: t.field({ type: Amount, nullable: true, resolve: ({ penalty }) => penalty }),
      chargedPenalty: t.field({ type: Amount, nullable: true, resolve: ({ chargedPenalty }) => chargedPenalty }),
    }),
  })

export type Redaction = { readonly at: Instant | null; readonly by: string | null }

export const RedactionType = builder.objectRef<Redaction>('Redaction').implement({
  fields: (t) => ({
    at: t.field({ type: 'DateTime', nullable: true, resolve: ({ at }) => timeOrNull(at) }),
    by: t.exposeString('by', { nullable: true }),
  }),
})
