import { Button, Group, TextInput } from '@mantine/core'
import type { Action } from '../../kit/action.ts'
import { ActionDialog } from '../../kit/action-dialog.tsx'
import { Failure } from '../../kit/failure.tsx'
import { useKeys } from '../../kit/keys.ts'
import { useMay } from '../../kit/viewer.ts'
import { acceptOf, rejectOf, removeOf, swapOf, touchesBookings, undoOf } from './actions.ts'
import type { PairProps } from './pair-view.tsx'
import { useDecision } from './use-decision.ts'

type Choice = {
  readonly letter: string
  readonly action: Action
  readonly always: boolean
  readonly onDone: () => void
}

/** What can be said of this pair; empty where nothing may. */
function choicesOf({ pair, decided, onDecided, onUndone }: PairProps): readonly Choice[] {
  const { listing, hotel, versions, rejections } = pair
  const always = touchesBookings(pair)
  function onDone(): void {
    onDecided(listing.id)
  }
  const last = decided.at(-1) ?? (isSaidByPerson(versions, rejections) ? listing.id : null)
  const isRejected = rejections.some(({ hotelId }) => hotelId === hotel?.id)
  return [
    ...(hotel && !(listing.hotelId === hotel.id && listing.verification === 'VERIFIED' && pair.question === null)
      ? [{ letter: 's', action: acceptOf(pair, hotel.id), always, onDone }]
      : []),
    ...(hotel && !isRejected ? [{ letter: 'd', action: rejectOf(pair, hotel.id), always, onDone }] : []),
    { letter: 'o', action: swapOf(pair), always: true, onDone },
    ...(listing.hotelId === null ? [] : [{ letter: 'x', action: removeOf(pair), always: true, onDone }]),
    ...(last === null
      ? []
      : [{ letter: 'u', action: undoOf(last), always: last === listing.id && always, onDone: () => onUndone(last) }]),
  ]
}

function isSaidByPerson(versions: PairProps['pair']['versions'], rejections: PairProps['pair']['rejections']): boolean {
  const [newest] = versions
  const isWord = newest !== undefined && newest.actor.startsWith('operator:') && newest.reason !== 'UNDONE'
  return isWord || rejections.length > 0
}

/** The buttons, their letters, and the reason that is kept from pair to pair. */
export function DecisionBar(props: PairProps) {
  const { reason, setReason, isCurrent } = props
  const { asked, close, error, isSending, decide } = useDecision({ reason, setReason, isCurrent })
  const may = useMay(['operations'])
  const choices = may ? choicesOf(props) : []
  useKeys(
    Object.fromEntries(choices.map(({ letter, action, ...wants }) => [letter, () => decide(action, wants)])),
    choices.length > 0,
  )
  if (!may) return <p className="quiet">To decide needs the role operations.</p>
  return (
    <section aria-label="Decide">
      <Group gap="xs" align="end">
        {choices.map(({ letter, action, ...wants }) => (
          <Button
            key={letter}
            variant={letter === 's' ? 'filled' : 'default'}
            loading={isSending && letter === 's'}
            disabled={!isCurrent}
            rightSection={<kbd className={letter === 's' ? 'kbd-on-fill' : undefined}>{letter}</kbd>}
            onClick={() => decide(action, wants)}
          >
            {action.label}
          </Button>
        ))}
        <TextInput
          label="Why, kept for the next pairs"
          placeholder="10 characters at least; then s and d decide at once"
          value={reason}
          maxLength={500}
          style={{ flex: 1, minWidth: 220 }}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
          onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
        />
      </Group>
      {error && <Failure what="The decision" error={error} />}
      {asked && <ActionDialog action={asked.action} close={close} onDone={asked.onDone} />}
    </section>
  )
}
