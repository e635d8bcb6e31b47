import { Group } from '@mantine/core'
import { ActionButton } from '../../kit/action-button.tsx'
import { JsonView } from '../../kit/json-view.tsx'
import { ScreenLink } from '../../kit/screen-link.tsx'
import { list } from '../../kit/search-state.ts'
import { StatusBadge } from '../../kit/status-badge.tsx'
import { Timeline, type TimelineItem } from '../../kit/timeline.tsx'
import { type Tone, toneOf } from '../../kit/tone.ts'
import { useSearchState } from '../../kit/use-search-state.ts'
import { TrafficLink } from '../traffic/traffic-link.tsx'
import type { Booking, HistoryEntry } from './documents.ts'

const FIELDS = { show: list() }

/** The kinds as a reader filters by them. */
const KINDS: Readonly<Record<string, string>> = {
  EVENT: 'Event',
  REQUEST: 'Partner call',
  ATTEMPT: 'Supplier call',
  LOOK: 'Look',
  WEBHOOK: 'Webhook',
  OPERATOR: 'Operator',
  CASE: 'Case',
}

/** All that happened to a booking in one line of time; the kinds that are shown are in the address. */
export function BookingHistory({ booking }: { readonly booking: Booking }) {
  const [{ show }, setState] = useSearchState(FIELDS)
  return (
    <Timeline
      what="history"
      items={booking.history.map(itemOf)}
      shown={show}
      onShown={(kinds) => setState({ show: kinds }, { keepsPage: true })}
    />
  )
}

export function itemOf(entry: HistoryEntry): TimelineItem {
  const { id, at, kind, title, outcome, durationMs, by, requestId, isPlanned } = entry
  return {
    id,
    at,
    kind: KINDS[kind] ?? kind,
    tone: toneOfOutcome(outcome),
    title: (
      <>
        <span className="mono">{title}</span>{' '}
        {outcome !== null && <StatusBadge status={outcome} tone={toneOfOutcome(outcome)} />}{' '}
        {durationMs !== null && <span className="num quiet">{Math.round(durationMs)} ms</span>} {told(entry)}{' '}
        {requestId !== null && kind !== 'EVENT' && (
          <ScreenLink to={`/requests/${requestId}`} className="mono">
            {requestId}
          </ScreenLink>
        )}
      </>
    ),
    by: by ?? undefined,
    detail: <Detail entry={entry} />,
    isPlanned,
  }
}

/** A supplier that accepts is good news, whatever the word means elsewhere. */
export function toneOfOutcome(outcome: string | null): Tone {
  return outcome === null ? 'quiet' : toneOf(outcome === 'ACCEPTED' ? 'OK' : outcome)
}

/** `HTTP 503`; null when there is nothing to label. */
function labelled(label: string, value: unknown): string | null {
  return typeof value === 'string' || typeof value === 'number' ? `${label} ${value}` : null
}

/** The words of an entry that belong into its line. */
function told({ kind, detail }: HistoryEntry): string {
  const words: Readonly<Record<string, readonly unknown[]>> = {
    EVENT: [detail['cause']],
    REQUEST: [labelled('key', detail['idempotencyKey'])],
    ATTEMPT: [labelled('HTTP', detail['httpStatus']), detail['errorCode'], detail['detail']],
    WEBHOOK: [detail['url'], detail['lastError'] ?? labelled('HTTP', detail['lastResponse'])],
    OPERATOR: [detail['note'] ?? detail['reason']],
    CASE: [detail['settledHow'] ?? detail['note']],
    LOOK: [],
  }
  return (words[kind] ?? []).filter((word) => typeof word === 'string' && word !== '').join(' · ')
}

function Detail({ entry: { id, kind, detail, requestId } }: { readonly entry: HistoryEntry }) {
  return (
    <>
      <JsonView value={{ id, requestId, ...detail }} what="the entry" />
      {kind === 'ATTEMPT' && requestId !== null && <TrafficLink requestId={requestId} />}
      {kind === 'WEBHOOK' && (
        <Group mt={4}>
          <ActionButton
            size="compact-xs"
            action={{
              label: 'Send again',
              mutation: 'resendDelivery',
              values: { id },
              roles: ['support'],
              says: 'Sends this webhook once more, now, whatever became of it. The receiver gets the same id.',
            }}
          />
        </Group>
      )}
    </>
  )
}
