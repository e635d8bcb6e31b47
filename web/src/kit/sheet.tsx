import { Drawer } from '@mantine/core'
import type { ReactNode } from 'react'
import { KeyLayer, useKeys } from './keys.ts'

/** Keys of what is in a sheet count there; its head is no second banner of the page. */
const PARTS = { content: { 'data-sheet': true }, header: { role: 'presentation' } }

type SheetProps = {
  readonly title: ReactNode
  readonly isOpen: boolean
  readonly close: () => void
  readonly children: ReactNode
  readonly size?: number
}

/** What opens beside a list: Esc closes it. What is open belongs into the address. */
export function Sheet({ title, isOpen, close, children, size = 520 }: SheetProps) {
  return (
    <Drawer
      opened={isOpen}
      onClose={close}
      title={title}
      position="right"
      size={size}
      padding="md"
      attributes={PARTS}
      closeOnEscape={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
      transitionProps={{ duration: 120 }}
      overlayProps={{ backgroundOpacity: 0.15 }}
    >
      <KeyLayer value="sheet">
        <Escape close={close} />
        {children}
      </KeyLayer>
    </Drawer>
  )
}

/** Closes the sheet, unless a dialog is open above it: that is closed first. */
function Escape({ close }: { readonly close: () => void }) {
  useKeys({ Escape: close })
  return null
}
