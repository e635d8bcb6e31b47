import { toRfc3339 } from '../../domain/time.ts'
import { unmaskPeople } from '../../operations/console/booking-people.ts'
import { type GuestMatches, searchGuests } from '../../operations/console/guest-search.ts'
import { askForRecord, type ComparedLine, type SupplierRecordNow } from '../../operations/console/supplier-record.ts'
import { refusal } from '../errors.ts'
import { takePartnersPoint } from '../portal-caller.ts'
import { checkReason } from '../run-action.ts'
import { ActionResult } from './action-result.ts'
import { visibleBooking } from './booking.ts'
import { BookingRow } from './booking-row.ts'
import { BOOKING_FILTERS, queryOf } from './bookings.ts'
import { builder, only } from './builder.ts'

const SHORTEST_NAME = 2

const GuestMatchesType = builder.objectRef<GuestMatches>('GuestMatches').implement({
  fields: (t) => ({
    items: t.field({ type: [BookingRow], resolve: ({ bookings }) => bookings }),
    searched: t.exposeInt('searched', { description: 'How many bookings were looked through, the newest first.' }),
    isWhole: t.exposeBoolean('isWhole', {
      description: 'False: there are more; a hotel or dates narrow the search to those that count.',
    }),
    unreadable: t.exposeInt('unreadable', { description: 'Bookings whose guests cannot be decrypted any more.' }),
  }),
})

builder.mutationField('searchGuests', (t) =>
  t.field({
    type: GuestMatchesType,
    description:
      'Finds bookings by a guest’s family name, whole name or e-mail address. Guests are stored sealed and have no index: the newest 2,000 bookings of the filters are looked through. A mutation, because it is in the audit log, and because a guest’s name belongs into no address.',
    ...only('support', 'partner_support'),
    args: { text: t.arg.string({ required: true }), ...BOOKING_FILTERS },
    resolve: async (_root, { text, ...asked }, context) => {
      if (text.trim().length < SHORTEST_NAME || text.length > 200)
        throw refusal('BAD_INPUT', 'Give a family name, a whole name or an e-mail address.', { field: 'text' })
      await takePartnersPoint(context)
      const { core, viewer, requestId } = context
      const query = queryOf(context, asked)
      const found = await searchGuests(core.deps, { text, query, actor: viewer.actor, requestId })
      if (!found) throw refusal('CONFLICT', 'Other searches for guests are under way: try again in a moment.')
      return found
    },
  }),
)

builder.mutationField('unmaskBooking', (t) =>
  t.field({
    type: ActionResult,
    description: 'Tells the people of a booking. Who looked, and why, is in the audit log.',
    ...only('support', 'partner_support'),
    args: { id: t.arg.string({ required: true }), reason: t.arg.string({ required: true }) },
    resolve: async (_root, { id, reason }, context) => {
      const why = checkReason(reason)
      await takePartnersPoint(context)
      const booking = await visibleBooking(context, id)
      const { core, viewer, requestId } = context
      const rows = await unmaskPeople(core.deps, booking, { actor: viewer.actor, reason: why, requestId })
      if (!rows) throw refusal('CONFLICT', 'The guests of this booking were deleted.')
      return { rows, proposal: null }
    },
  }),
)

builder.mutationField('noteBooking', (t) =>
  t.field({
    type: ActionResult,
    description: 'Writes a note into the booking’s history, for good: no guest’s name belongs there.',
    ...only('support', 'partner_support'),
    args: { id: t.arg.string({ required: true }), reason: t.arg.string({ required: true, description: 'The note.' }) },
    resolve: async (_root, { id, reason }, context) => {
      const note = checkReason(reason)
      await takePartnersPoint(context)
      const { bookingId, organizationId } = await visibleBooking(context, id)
      const { core, viewer, requestId } = context
      const entry = { organizationId, actor: viewer.actor, action: 'booking.note', subject: bookingId }
      await core.store.audit.append({ ...entry, details: { note, requestId } }, core.clock.real())
      return { rows: [{ bookingId, note }], proposal: null }
    },
  }),
)

const ComparedLineType = builder.objectRef<ComparedLine>('ComparedLine').implement({
  fields: (t) => ({
    part: t.exposeString('part'),
    ours: t.exposeString('ours', { nullable: true }),
    theirs: t.exposeString('theirs', { nullable: true, description: 'Null: the supplier’s record does not tell.' }),
    differs: t.exposeBoolean('differs'),
  }),
})

const SupplierRecordType = builder.objectRef<SupplierRecordNow>('SupplierRecordNow').implement({
  fields: (t) => ({
    kind: t.exposeString('kind', {
      description: 'RECORD; NONE: the supplier does not know it; TWINS: it has several; SILENCE: no usable answer.',
    }),
    askedAt: t.field({ type: 'DateTime', resolve: ({ askedAt }) => toRfc3339(askedAt) }),
    tookMs: t.exposeInt('tookMs'),
    failure: t.exposeString('failure', { nullable: true, description: 'In the supplier’s words.' }),
    lines: t.field({ type: [ComparedLineType], resolve: ({ lines }) => lines }),
  }),
})

builder.mutationField('askSupplierBooking', (t) =>
  t.field({
    type: SupplierRecordType,
    description:
      'Asks the supplier for its record of a booking and compares it with ours; it changes nothing. At most once in five seconds for a booking; the supplier has eight seconds.',
    ...only('support'),
    args: { id: t.arg.string({ required: true }) },
    resolve: async (_root, { id }, context) => {
      const booking = await visibleBooking(context, id)
      if (booking.status === 'AWAITING_REVIEW')
        throw refusal('CONFLICT', 'The supplier has not been asked for this booking yet: it awaits review.')
      const { core, viewer, requestId } = context
      const asked = await askForRecord(core.deps, booking, { actor: viewer.actor, requestId })
      if (!asked.ok) throw refusal('CONFLICT', asked.error)
      return asked.value
    },
  }),
)
