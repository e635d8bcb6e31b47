import { randomBytes } from 'node:crypto'
import type { Core } from '../core.ts'
import type { Caller } from '../operations/caller.ts'
import { SCOPES } from '../operations/caller.ts'
import { redactBooking } from '../operations/operator/redact-booking.ts'
import { SETTLEMENTS, type Settlement, settleByOperator } from '../operations/operator/settle-by-operator.ts'
import type { Booking } from '../store/booking.ts'
import { type Command, optionalText, text, UsageError } from './command.ts'

async function find({ store }: Core, bookingId: string): Promise<Booking> {
  const booking = await store.bookings.findAnywhere(bookingId)
  if (!booking) throw new UsageError(`no booking ${bookingId}`)
  return booking
}

/** Builds a caller that acts on behalf of the organization that owns the booking. */
function operatorFor({ organizationId }: Booking, environment: Caller['environment'], actor: string): Caller {
  return {
    organizationId,
    keyId: null,
    actor,
    environment,
    scopes: SCOPES,
    requestId: `req_admin_${randomBytes(6).toString('hex')}`,
    language: 'en',
    ip: '192.0.2.1',
    signal: null,
  }
}

const show: Command = {
  noun: 'booking',
  verb: 'show',
  summary: 'shows a booking with its history and its supplier attempts, which partners do not see',
  usage: '--id ubk_…',
  options: { id: { type: 'string' } },
  required: ['id'],
  run: async (core, values, actor) => {
    const booking = await find(core, text(values, 'id'))
    const details = await core.gateway.getBookingDetails(operatorFor(booking, core.config.environment, actor), {
      bookingId: booking.bookingId,
    })
    if (!details.ok) throw new UsageError(details.error.message)
    const attempts = await core.store.attempts.list(booking.bookingId)
    const { organizationId, bookingId } = booking
    await core.store.audit.append(
      { organizationId, actor, action: 'booking.show', subject: bookingId, details: {} },
      core.clock.real(),
    )
    return [{ ...details.value, supplierReference: booking.supplierReference, attempts }]
  },
}

const review: Command = {
  noun: 'booking',
  verb: 'review',
  summary: 'decides a booking that awaits review; only an approval asks the supplier',
  usage: '--id ubk_… --decision approve|reject [--note …]',
  options: { id: { type: 'string' }, decision: { type: 'string' }, note: { type: 'string' } },
  required: ['id', 'decision'],
  run: async (core, values, actor) => {
    const booking = await find(core, text(values, 'id'))
    const reviewed = await core.gateway.reviewBooking(
      operatorFor(booking, core.config.environment, actor),
      {
        bookingId: booking.bookingId,
        decision: text(values, 'decision').toUpperCase(),
        note: optionalText(values, 'note'),
      },
      null,
    )
    if (!reviewed.ok) throw new UsageError(reviewed.error.message)
    return [reviewed.value.booking]
  },
}

function isSettlement(given: string): given is Settlement {
  return SETTLEMENTS.some((one) => one === given)
}

const settle: Command = {
  noun: 'booking',
  verb: 'settle',
  summary: 'settles a booking that waits for an operator, by what the operator found out at the supplier',
  usage: `--id ubk_… --found ${SETTLEMENTS.join('|')} --note "…" [--supplier-booking 4711]`,
  options: {
    id: { type: 'string' },
    found: { type: 'string' },
    note: { type: 'string' },
    'supplier-booking': { type: 'string' },
  },
  required: ['id', 'found', 'note'],
  run: async ({ deps }, values, actor) => {
    const settlement = text(values, 'found')
    if (!isSettlement(settlement)) throw new UsageError(`--found is one of ${SETTLEMENTS.join(', ')}`)
    const settled = await settleByOperator(deps, {
      bookingId: text(values, 'id'),
      settlement,
      supplierBookingId: optionalText(values, 'supplier-booking'),
      note: text(values, 'note'),
      actor,
    })
    if (!settled.ok) throw new UsageError(settled.error)
    const { bookingId, status, supplierBookingId } = settled.value
    return [{ bookingId, status, supplierBookingId }]
  },
}

const redact: Command = {
  noun: 'booking',
  verb: 'redact',
  summary: 'deletes holder, guests and special requests of a booking that is over',
  usage: '--id ubk_…',
  options: { id: { type: 'string' } },
  required: ['id'],
  run: async ({ deps }, values, actor) => {
    const redacted = await redactBooking(deps, text(values, 'id'), actor)
    if (!redacted.ok) throw new UsageError(redacted.error)
    return [{ bookingId: redacted.value.bookingId, status: redacted.value.status, guests: null }]
  },
}

const look: Command = {
  noun: 'booking',
  verb: 'look',
  summary: 'has a worker ask the supplier about a booking now, instead of at its planned time, and act on the answer',
  usage: '--id ubk_…',
  options: { id: { type: 'string' } },
  required: ['id'],
  change: async ({ core, tx }, values) => {
    const { bookingId, organizationId, status } = await find(core, text(values, 'id'))
    if (status === 'CANCELLED') throw new UsageError('the booking is CANCELLED: nothing is looked for any more')
    await tx.looks.lookSoon(bookingId, 0)
    const trace = { action: 'booking.look', subject: bookingId, organizationId, before: null, after: { status } }
    return { rows: [{ bookingId, status, looks: 'now' }], trace }
  },
}

const waiting: Command = {
  noun: 'review',
  verb: 'list',
  summary: 'lists the bookings that wait for an operator: reviews, and those that only a person can settle',
  usage: '',
  options: {},
  required: [],
  run: async ({ store }) =>
    (await store.bookings.waitingForOperator()).map((booking) => ({
      bookingId: booking.bookingId,
      organizationId: booking.organizationId,
      status: booking.status,
      supplierCode: booking.supplierCode,
      supplierReference: booking.supplierReference,
      needsOperator: booking.needsOperator,
    })),
}

export const BOOKING_COMMANDS: readonly Command[] = [show, look, review, settle, redact, waiting]
