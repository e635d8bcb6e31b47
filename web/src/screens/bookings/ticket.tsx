import { Button, CopyButton } from '@mantine/core'
import { ClipboardCopy } from 'lucide-react'
import type { Booking } from './documents.ts'
import { ticketOf } from './ticket-text.ts'

/** Copies the booking as a ticket, without guests. */
export function CopyTicket({ booking }: { readonly booking: Booking }) {
  return (
    <CopyButton value={ticketOf(booking, window.location.href)} timeout={1_500}>
      {({ copied, copy }) => (
        <Button variant="default" leftSection={<ClipboardCopy size={14} />} onClick={copy}>
          {copied ? 'Copied' : 'Copy as ticket'}
        </Button>
      )}
    </CopyButton>
  )
}
