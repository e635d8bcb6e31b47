import { useLocation } from '@tanstack/react-router'
import { type ComponentType, createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import type { Action } from './action.ts'
import type { ActionDialogProps } from './action-dialog.tsx'

type Asked = {
  /** Of the button. */
  readonly id: string
  readonly action: Action
  readonly onDone: ((rows: unknown) => void) | undefined
  /** Brought by the button, so that pages without one do not load it. */
  readonly Dialog: ComponentType<ActionDialogProps>
}

type Host = {
  readonly open: (asked: Asked) => void
  /** The button is gone: what it asked for, and was not sent, is about something that is no longer so. */
  readonly leave: (id: string) => void
}

const Context = createContext<Host | null>(null)

/**
 * Holds the dialog of an action apart from its button: what was done is still shown when the button went with it. When it is closed, the
 * focus goes back to the button, or to the screen where that is gone.
 */
export function ActionHost({ children }: { readonly children: ReactNode }) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const isSent = useRef(false)
  const opener = useRef<Element | null>(null)
  const { pathname } = useLocation()
  const [host] = useState<Host>(() => ({
    open: (next) => {
      opener.current = document.activeElement
      isSent.current = false
      setAsked(next)
    },
    leave: (id) => setAsked((now) => (now?.id === id && !isSent.current ? null : now)),
  }))
  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen closes it
  useEffect(() => setAsked(null), [pathname])
  useEffect(() => {
    if (asked === null && opener.current) giveBackFocus(opener.current)
    if (asked === null) opener.current = null
  }, [asked])
  return (
    <Context value={host}>
      {children}
      {asked && (
        <asked.Dialog
          key={asked.id}
          action={asked.action}
          onDone={asked.onDone}
          onSent={(sent) => {
            isSent.current = sent
          }}
          close={() => setAsked(null)}
        />
      )}
    </Context>
  )
}

function giveBackFocus(opener: Element): void {
  const isThere = opener instanceof HTMLElement && opener.isConnected && opener.offsetParent !== null
  const to = isThere && opener !== document.body ? opener : document.getElementById('main')
  to?.focus({ preventScroll: true })
}

export function useActionHost(): Host {
  const host = useContext(Context)
  if (!host) throw new Error('there is no ActionHost around the button')
  return host
}
