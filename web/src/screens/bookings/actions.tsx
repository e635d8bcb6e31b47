import { Group } from '@mantine/core'
import type { Action } from '../../kit/action.ts'
import { ActionButton } from '../../kit/action-button.tsx'
import type { ActionNow, Booking } from './documents.ts'
import { CopyTicket } from './ticket.tsx'

const FINDINGS: Readonly<Record<string, string>> = {
  confirmed: 'The supplier has it, and it is confirmed',
  'on-hold': 'The supplier has it, and it is on hold',
  absent: 'The supplier does not have it',
  lapsed: 'The hold has lapsed at the supplier',
  cancelled: 'The supplier has cancelled it',
  alive: 'The supplier still has it: the cancellation had no effect',
}

function isAtSupplier(found: unknown): boolean {
  return found === 'confirmed' || found === 'on-hold'
}

export type Made = { readonly letter?: string; readonly action: Action }

function reviewing({ choices }: ActionNow, { id, supplier }: Booking): Made {
  return {
    letter: 'a',
    action: {
      label: 'Decide the review',
      mutation: 'reviewBooking',
      values: { id },
      fields: [
        {
          name: 'decision',
          label: 'Decision',
          kind: 'choice',
          isRequired: true,
          options: choices.map((choice) => [choice, choice === 'approve' ? 'Approve' : 'Reject'] as const),
        },
        { name: 'note', label: 'Note for the partner', kind: 'long' },
      ],
      says: (filled) =>
        filled['decision'] === 'approve'
          ? `Approving asks ${supplier} for the hold now. It can still be refused.`
          : 'Rejecting ends the booking as FAILED. The supplier is not asked, and nothing is charged.',
    },
  }
}

export function settling({ choices, needsSupplierBooking }: ActionNow, { id }: Booking): Made {
  return {
    letter: 's',
    action: {
      label: 'Settle',
      title: 'Settle by what you found out at the supplier',
      mutation: 'settleBooking',
      values: { id },
      needsTwo: true,
      isDangerous: true,
      fields: [
        {
          name: 'found',
          label: 'What you found',
          kind: 'choice',
          isRequired: true,
          options: choices.map((choice) => [choice, FINDINGS[choice] ?? choice] as const),
        },
        {
          name: 'supplierBooking',
          label: 'The supplier’s booking id',
          isRequired: needsSupplierBooking,
          isShown: (filled) => isAtSupplier(filled['found']),
          hint: 'Without it the booking can never be cancelled.',
        },
        {
          name: 'note',
          label: 'Your evidence',
          kind: 'long',
          isRequired: true,
          hint: 'Who said what, when; no guest.',
        },
      ],
      says: 'The partner is told by webhook. The supplier is not called: the gateway takes your word for what is there.',
    },
  }
}

export function looking(_now: ActionNow, { id, supplier }: Booking): Made {
  const says = `A worker asks ${supplier} now instead of at the planned time, and acts on the answer, as it always does.`
  return { action: { label: 'Look now', mutation: 'lookBooking', values: { id }, says } }
}

function redacting(_now: ActionNow, { id }: Booking): Made {
  const says =
    'Deletes the holder, the guests and the special requests from every table, for good. Price and history remain.'
  const action = { label: 'Redact', mutation: 'redactBooking', values: { id }, says }
  return { action: { ...action, needsTwo: true, isDangerous: true } }
}

function noting(_now: ActionNow, { id }: Booking): Made {
  const says = 'What you write below stays in the history for good: no guest’s name belongs there.'
  return { letter: 'n', action: { label: 'Note', mutation: 'noteBooking', values: { id }, says } }
}

/** The buttons on top of the page; the others have theirs beside what they are about. */
const BUTTONS: Readonly<Record<string, (now: ActionNow, booking: Booking) => Made>> = {
  reviewBooking: reviewing,
  settleBooking: settling,
  lookBooking: looking,
  redactBooking: redacting,
  noteBooking: noting,
}

/** Exactly what can be done now, as the server says. */
export function BookingActions({ booking }: { readonly booking: Booking }) {
  const made = booking.actions.flatMap((one) => BUTTONS[one.name]?.(one, booking) ?? [])
  return (
    <Group gap="xs">
      {made.map(({ action, letter }) => (
        // A change by somebody else makes the button anew: what its dialog was about is no longer so.
        <ActionButton
          key={`${action.mutation}-${booking.version}`}
          action={action}
          {...(letter === undefined ? {} : { letter })}
        />
      ))}
      <CopyTicket booking={booking} />
    </Group>
  )
}
