import { Button } from '@mantine/core'
import { Eye, EyeOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Action } from './action.ts'
import { ActionDialog } from './action-dialog.tsx'
import { useMay } from './viewer.ts'

const SHOWN_FOR_MS = 60_000

type MaskedGuestProps = {
  /** As the server masks it: `J••• S•••`. */
  readonly masked: string
  /** The audited mutation that tells it; without it, it stays masked. */
  readonly unmask?: Pick<Action, 'mutation' | 'values' | 'roles' | 'send'>
  /** The name out of what the mutation answers. */
  readonly nameOf?: (rows: unknown) => string
}

/** A guest, masked. Whoever may is shown the name for a minute, after saying why; that is in the audit log. */
export function MaskedGuest({ masked, unmask, nameOf }: MaskedGuestProps) {
  const [name, setName] = useState<string | null>(null)
  const [isAsking, setAsking] = useState(false)
  const may = useMay(unmask?.roles)
  useEffect(() => {
    if (name === null) return
    const timer = setTimeout(() => setName(null), SHOWN_FOR_MS)
    return () => clearTimeout(timer)
  }, [name])
  const action: Action | null = unmask
    ? {
        label: 'Show the guest',
        says: 'Shows the name for a minute. Who looked, and why, is in the audit log.',
        ...unmask,
      }
    : null
  return (
    <span className="guest">
      <span>{name ?? masked}</span>
      {action && may && (
        <Button
          size="compact-xs"
          variant="subtle"
          leftSection={name === null ? <Eye size={12} /> : <EyeOff size={12} />}
          onClick={() => (name === null ? setAsking(true) : setName(null))}
        >
          {name === null ? 'Show' : 'Hide'}
        </Button>
      )}
      {action && isAsking && (
        <ActionDialog
          action={action}
          close={() => setAsking(false)}
          onDone={(rows) => {
            if (!nameOf) return
            setName(nameOf(rows))
            setAsking(false)
          }}
        />
      )}
    </span>
  )
}
