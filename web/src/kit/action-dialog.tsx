import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type Action, type ActionDone, act, askedFields, missingIn, sentValues, type Values } from './action.ts'
import { ActionFieldInput } from './action-field.tsx'
import { Failure } from './failure.tsx'
import { ServerError } from './graphql.ts'
import { Outcome } from './outcome.tsx'

export type ActionDialogProps = {
  readonly action: Action
  readonly close: () => void
  readonly onDone?: ((rows: unknown) => void) | undefined
  /** Told true when it is sent, and false when that has failed. */
  readonly onSent?: (isSent: boolean) => void
}

function firstValues({ fields = [] }: Action): Values {
  return Object.fromEntries(
    fields.map(({ name, kind, byDefault }) => [name, byDefault ?? (kind === 'flag' ? false : '')]),
  )
}

/** Says what an action will do, asks for what it needs and why, and then shows what was done or proposed. */
export function ActionDialog({ action, close, onDone, onSent }: ActionDialogProps) {
  const client = useQueryClient()
  const sending = useMutation({
    mutationFn: (values: Values) => act(action, values),
    onMutate: () => onSent?.(true),
    onError: () => onSent?.(false),
    onSuccess: async ({ rows }) => {
      onDone?.(rows)
      await client.invalidateQueries({ queryKey: ['read'] })
    },
  })
  const { data } = sending
  return (
    <Modal
      opened
      onClose={close}
      title={<Text fw={600}>{action.title ?? action.label}</Text>}
      size="lg"
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {data ? (
        <Done action={action} done={data} close={close} />
      ) : (
        <ActionForm
          action={action}
          close={close}
          isSending={sending.isPending}
          error={sending.error}
          send={(values) => sending.mutate(values)}
        />
      )}
    </Modal>
  )
}

type ActionFormProps = {
  readonly action: Action
  readonly close: () => void
  readonly isSending: boolean
  readonly error: Error | null
  readonly send: (values: Values) => void
}

function ActionForm({ action, close, isSending, error, send }: ActionFormProps) {
  const [filled, setFilled] = useState(() => firstValues(action))
  const [reason, setReason] = useState('')
  const [isTried, setTried] = useState(false)
  const missing = missingIn(action, filled, reason)
  const asksReason = action.asksReason !== false
  function errorOf(name: string): string | null {
    if (error instanceof ServerError && error.field === name) return error.message
    return isTried ? (missing[name] ?? null) : null
  }
  function submit(): void {
    setTried(true)
    if (Object.keys(missing).length === 0 && !isSending) send(sentValues(action, filled, asksReason ? reason : null))
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
      onKeyDown={({ key, ctrlKey, metaKey }) => key === 'Enter' && (ctrlKey || metaKey) && submit()}
    >
      <Stack gap="sm">
        <Says action={action} filled={filled} />
        {askedFields(action, filled).map((field, place) => (
          <ActionFieldInput
            key={field.name}
            field={field}
            value={filled[field.name] ?? ''}
            error={errorOf(field.name)}
            isFirst={place === 0}
            onChange={(value) => setFilled({ ...filled, [field.name]: value })}
          />
        ))}
        {asksReason && (
          <Reason
            value={reason}
            onChange={setReason}
            error={errorOf('reason')}
            isFirst={(action.fields ?? []).length === 0}
          />
        )}
        {error && !(error instanceof ServerError && error.field !== null) && (
          <Failure what={action.label} error={error} fate="not done" />
        )}
        <Buttons action={action} close={close} isSending={isSending} />
      </Stack>
    </form>
  )
}

function Says({ action: { says, needsTwo }, filled }: { readonly action: Action; readonly filled: Values }) {
  const told: ReactNode = typeof says === 'function' ? says(filled) : says
  return (
    <div className="says">
      <Text size="sm" component="div">
        {told}
      </Text>
      {needsTwo && (
        <Text size="sm" mt={4}>
          It cannot be undone, so somebody else has to approve it within 24 hours; until then nothing happens.
        </Text>
      )}
    </div>
  )
}

type ReasonProps = {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly error: string | null
  readonly isFirst: boolean
}

function Reason({ value, onChange, error, isFirst }: ReasonProps) {
  return (
    <Textarea
      label="Why"
      description="It is in the audit log with your name. A ticket’s number will do."
      required
      autosize
      minRows={2}
      maxLength={1_000}
      value={value}
      error={error}
      data-autofocus={isFirst || undefined}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}

type ButtonsProps = { readonly action: Action; readonly close: () => void; readonly isSending: boolean }

function Buttons({ action: { label, needsTwo, isDangerous }, close, isSending }: ButtonsProps) {
  return (
    <Group justify="end" gap="xs">
      <Button variant="default" onClick={close}>
        Cancel <kbd style={{ marginLeft: 6 }}>Esc</kbd>
      </Button>
      <Button type="submit" loading={isSending} color={isDangerous ? 'red.9' : 'petrol'} autoContrast={false}>
        {needsTwo ? `Propose: ${label}` : label} <kbd className="kbd-on-fill">Ctrl ↵</kbd>
      </Button>
    </Group>
  )
}

function Done({
  action,
  done,
  close,
}: {
  readonly action: Action
  readonly done: ActionDone
  readonly close: () => void
}) {
  const button = useRef<HTMLButtonElement>(null)
  // What was pressed is gone.
  useEffect(() => button.current?.focus(), [])
  return (
    <Stack gap="sm">
      <Outcome done={done} show={action.done} label={action.label} />
      <Group justify="end">
        <Button onClick={close} ref={button}>
          Close
        </Button>
      </Group>
    </Stack>
  )
}
