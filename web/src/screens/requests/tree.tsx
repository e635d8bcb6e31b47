import { Stack, Text } from '@mantine/core'
import { type KeyboardEvent, useRef } from 'react'
import { Id } from '../../kit/copy.tsx'
import { JsonView } from '../../kit/json-view.tsx'
import { Panel } from '../../kit/panel.tsx'
import { ScreenLink } from '../../kit/screen-link.tsx'
import { StatusBadge } from '../../kit/status-badge.tsx'
import { Time } from '../../kit/time.tsx'
import { SURFACE } from '../../surface.ts'
import type { HistoryEntry } from '../bookings/documents.ts'
import { toneOfOutcome } from '../bookings/history.tsx'
import { TrafficLink } from '../traffic/traffic-link.tsx'
import type { RequestTrace, TracedBooking } from './documents.ts'

/** Request → booking → supplier calls → events → webhooks. The arrows walk it. */
export function Tree({ request }: { readonly request: RequestTrace }) {
  const root = useRef<HTMLDivElement>(null)
  function walk(event: KeyboardEvent): void {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0) return
    const nodes = [...(root.current?.querySelectorAll<HTMLElement>('summary') ?? [])]
    const next = nodes[nodes.indexOf(document.activeElement as HTMLElement) + step]
    if (!next) return
    event.preventDefault()
    next.focus()
  }
  return (
    <Stack gap="sm" ref={root} onKeyDown={walk}>
      <Text size="sm" component="div">
        <Id value={request.id} what="the request’s id" />{' '}
        {request.cameAt === null ? (
          `is an id that ${SURFACE === 'portal' ? 'you' : 'the partner'} gave it.`
        ) : (
          <Time at={request.cameAt} as="full" />
        )}{' '}
        <TrafficLink requestId={request.id} />
      </Text>
      {request.bookings.map((traced, place) => (
        <About key={traced.booking?.id ?? place} traced={traced} />
      ))}
      {request.operators.length > 0 && (
        <Panel title="In the audit log">
          {request.operators.map((entry) => (
            <Node key={entry.id} entry={entry} what="Operator" />
          ))}
        </Panel>
      )}
    </Stack>
  )
}

function About({ traced: { booking, attempts, events } }: { readonly traced: TracedBooking }) {
  return (
    <Panel
      title={
        booking ? (
          <>
            <ScreenLink to={`/bookings/${booking.id}`} className="mono">
              {booking.id}
            </ScreenLink>{' '}
            <StatusBadge status={booking.status} />
          </>
        ) : (
          'Events of no booking'
        )
      }
      aside={booking?.hotelName}
    >
      {attempts.map((entry) => (
        <Node key={entry.id} entry={entry} what="Supplier call" />
      ))}
      {events.map(({ event, webhooks }) => (
        <div key={event.id}>
          <Node entry={event} what="Event" />
          <div style={{ paddingInlineStart: 24 }}>
            {webhooks.map((entry) => (
              <Node key={entry.id} entry={entry} what="Webhook" />
            ))}
          </div>
        </div>
      ))}
    </Panel>
  )
}

function Node({ entry, what }: { readonly entry: HistoryEntry; readonly what: string }) {
  const { id, at, title, outcome, durationMs, by, detail } = entry
  return (
    <details id={id}>
      <summary style={{ minHeight: 26, paddingBlock: 2 }}>
        <Time at={at} as="clock" /> <span className="quiet">{what}</span> <span className="mono">{title}</span>{' '}
        {outcome !== null && <StatusBadge status={outcome} tone={toneOfOutcome(outcome)} />}{' '}
        {durationMs !== null && <span className="num quiet">{Math.round(durationMs)} ms</span>}{' '}
        {by && <span className="quiet">by {by}</span>}
      </summary>
      <JsonView value={{ id, ...detail }} what="the entry" />
    </details>
  )
}
