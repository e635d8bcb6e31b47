import { Button, type ButtonProps } from '@mantine/core'
import { type ReactNode, useEffect, useId } from 'react'
import type { Action } from './action.ts'
import { ActionDialog } from './action-dialog.tsx'
import { useActionHost } from './action-host.tsx'
import { useKeys } from './keys.ts'
import { useMay } from './viewer.ts'

type ActionButtonProps = Omit<ButtonProps, 'children'> & {
  readonly action: Action
  /** The key that opens its dialog, shown on the button. */
  readonly letter?: string
  readonly icon?: ReactNode
  /** Called when it has been done or proposed. */
  readonly onDone?: (rows: unknown) => void
}

/** A button for an action: it opens the dialog that says what will happen and asks why. Not there for whoever may not. */
export function ActionButton({ action, letter, icon, onDone, ...props }: ActionButtonProps) {
  const id = useId()
  const host = useActionHost()
  function open(): void {
    host.open({ id, action, onDone, Dialog: ActionDialog })
  }
  useEffect(() => () => host.leave(id), [host, id])
  const may = useMay(action.roles)
  useKeys(letter === undefined ? {} : { [letter]: open }, may && letter !== undefined)
  if (!may) return null
  return (
    <Button
      variant="default"
      {...(action.isDangerous ? { c: 'var(--bad)' } : {})}
      leftSection={icon}
      rightSection={letter && <kbd>{letter}</kbd>}
      {...props}
      onClick={open}
    >
      {action.label}
    </Button>
  )
}
