import { Button, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type Action, act } from '../../kit/action.ts'
import { ActionButton } from '../../kit/action-button.tsx'
import { Failure } from '../../kit/failure.tsx'
import { useKeys } from '../../kit/keys.ts'
import { useViewer } from '../../kit/viewer.ts'
import { looking, settling } from '../bookings/actions.tsx'
import type { Booking } from '../bookings/documents.ts'
import type { WholeCase } from './documents.ts'

type CaseActionsProps = {
  readonly one: WholeCase
  readonly booking: Booking | null
  /** To the next one of the queue. */
  readonly goOn: () => void
}

type Choice = { readonly letter: string; readonly action: Action; readonly endsIt: boolean }

function reviewing(decision: 'approve' | 'reject', { id, supplier }: Booking): Action {
  const isApproval = decision === 'approve'
  return {
    label: isApproval ? 'Approve' : 'Reject',
    title: isApproval ? 'Approve the hold' : 'Reject the hold',
    mutation: 'reviewBooking',
    values: { id, decision },
    fields: [{ name: 'note', label: 'Note for the partner', kind: 'long' }],
    says: isApproval
      ? `Asks ${supplier} for the hold now. It can still be refused.`
      : 'Ends the booking as FAILED. The supplier is not asked, and nothing is charged.',
    ...(isApproval ? {} : { isDangerous: true }),
  }
}

function closing({ id }: WholeCase): Action {
  return {
    label: 'Close with a note',
    mutation: 'closeCase',
    values: { id },
    reasonAs: 'note',
    says: 'What you write below is kept with the case until the booking’s guests are deleted. The booking stays as it is.',
  }
}

/** What can be done about the booking, as the server says, while nobody else has the case. */
function bookingButtons(booking: Booking): readonly Choice[] {
  return booking.actions.flatMap((now): readonly Choice[] => {
    if (now.name === 'reviewBooking')
      return [
        { letter: 'a', action: reviewing('approve', booking), endsIt: true },
        { letter: 'x', action: reviewing('reject', booking), endsIt: true },
      ]
    if (now.name === 'settleBooking') return [{ letter: 's', action: settling(now, booking).action, endsIt: false }]
    if (now.name === 'lookBooking')
      return [{ letter: 'r', action: { ...looking(now, booking).action, label: 'Ask again' }, endsIt: false }]
    return []
  })
}

/** Exactly what would succeed now, each with its key. What ends the case is followed by the next one. */
export function CaseActions({ one, booking, goOn }: CaseActionsProps) {
  const isTheirs = one.actions.includes('TAKE_OVER')
  const mayWork = one.closedAt === null && !isTheirs
  const buttons: readonly Choice[] = [
    ...(mayWork && booking ? bookingButtons(booking) : []),
    ...(one.actions.includes('CLOSE') ? [{ letter: 'd', action: closing(one), endsIt: true }] : []),
  ]
  function done({ label }: Action): void {
    notifications.show({ message: `${label}: done`, autoClose: 4_000, withCloseButton: true })
    goOn()
  }
  return (
    <Group gap="xs" mb="sm" role="group" aria-label="What you can do">
      {one.actions.includes('TAKE') && <Take one={one} />}
      {isTheirs && <ActionButton action={takingOver(one)} />}
      {buttons.map(({ letter, action, endsIt }) => (
        // A change by somebody else makes the button anew: what its dialog was about is no longer so.
        <ActionButton
          key={`${action.label}-${booking?.version}`}
          action={action}
          letter={letter}
          {...(endsIt ? { onDone: () => done(action) } : {})}
        />
      ))}
    </Group>
  )
}

function takingOver({ id, takenBy }: WholeCase): Action {
  return {
    label: 'Take it over',
    mutation: 'takeCase',
    values: { id, force: true },
    says: `${takenBy} still has it, and is not told: ask first.`,
  }
}

/** Takes the case at once: that asks no reason, because it changes nothing but whose it is. */
function Take({ one: { id, takenBy, takenUntil } }: { readonly one: WholeCase }) {
  const client = useQueryClient()
  const { actor } = useViewer()
  const isMine = takenBy === actor && takenUntil !== null
  const taking = useMutation({
    mutationFn: () =>
      act({ label: 'Take', mutation: 'takeCase', says: '' }, { id, reason: 'works on it in the queue of cases' }),
    onSettled: () => client.invalidateQueries({ queryKey: ['read'] }),
  })
  function take(): void {
    if (!taking.isPending) taking.mutate()
  }
  useKeys({ c: take })
  return (
    <>
      <Button
        variant={isMine ? 'default' : 'filled'}
        loading={taking.isPending}
        rightSection={<kbd className={isMine ? undefined : 'kbd-on-fill'}>c</kbd>}
        onClick={take}
      >
        {isMine ? 'Keep it for ten minutes more' : 'Take'}
      </Button>
      {taking.error && <Failure what="The case" error={taking.error} fate="not taken" />}
    </>
  )
}
