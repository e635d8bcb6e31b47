import { Stack } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { ActionButton } from '../../kit/action-button.tsx'
import { Copy, Id } from '../../kit/copy.tsx'
import { NothingYet } from '../../kit/empty.tsx'
import { Facts } from '../../kit/facts.tsx'
import { query } from '../../kit/graphql.ts'
import { JsonView } from '../../kit/json-view.tsx'
import { Panel } from '../../kit/panel.tsx'
import { Part } from '../../kit/part.tsx'
import { ScreenHead } from '../../kit/screen-head.tsx'
import { ScreenLink } from '../../kit/screen-link.tsx'
import { StatusBadge } from '../../kit/status-badge.tsx'
import { Time } from '../../kit/time.tsx'
import { useRead } from '../../kit/use-read.ts'
import { PlainTable } from '../system/plain-table.tsx'
import { type Attempt, DELIVERY, type DeliveryWhole, REVEAL } from './documents.ts'

const REFRESH_MS = 5_000

type Shown = { readonly body: string | null; readonly answers: readonly (string | null)[] }

/** One event for one endpoint: what is sent, and what each attempt was answered. */
export function DeliveryScreen() {
  const { id = '' } = useParams({ strict: false }) as { readonly id?: string }
  const read = useRead(DELIVERY, { id }, { isLive: true, everyMs: REFRESH_MS })
  const [shown, setShown] = useState<Shown | null>(null)
  return (
    <Part what="The delivery" read={read}>
      {({ webhookDelivery: delivery }) => (
        <Stack gap="md">
          <Head delivery={delivery} onShown={setShown} />
          <Panel title="Attempts" isFlush>
            <Attempts attempts={delivery.attempts} answers={shown?.answers ?? null} />
          </Panel>
          <Payload delivery={delivery} shown={shown} />
        </Stack>
      )}
    </Part>
  )
}

type HeadProps = { readonly delivery: DeliveryWhole; readonly onShown: (shown: Shown) => void }

function Head({ delivery, onShown }: HeadProps) {
  const { id, eventType, status, endpointId, organizationId, bookingId, eventId, createdAt, nextAttemptAt } = delivery
  return (
    <>
      <ScreenHead
        title={<span className="mono">{eventType}</span>}
        answers={
          <>
            <StatusBadge status={status} /> · to <ScreenLink to={`/webhooks/${endpointId}`}>{endpointId}</ScreenLink>
          </>
        }
      >
        <ActionButton
          letter="s"
          action={{
            label: 'Resend',
            mutation: 'resendWebhook',
            roles: ['support'],
            values: { delivery: id },
            says: 'Sends it again now, whatever its status, with the same id and body: receivers know it by webhook-id.',
          }}
        />
        <ActionButton
          action={{
            label: 'Show people and answers',
            mutation: 'revealWebhook',
            roles: ['support'],
            says: 'Shows what the body tells of people, and what the receiver answered. It is in the audit log.',
            send: async (values) => {
              const { revealWebhook } = await query(REVEAL, { id, reason: String(values['reason']) })
              const answers = Array.isArray(revealWebhook.answers) ? (revealWebhook.answers as (string | null)[]) : []
              onShown({ body: revealWebhook.body, answers })
              return { rows: [{ shown: 'below, until you leave the page' }], proposal: null }
            },
          }}
        />
      </ScreenHead>
      <Facts
        facts={[
          ['Delivery', <Id key="id" value={id} />],
          ['Event', <Id key="event" value={eventId} what="the event’s id" />],
          ['Organization', organizationId],
          ['Booking', bookingId && <ScreenLink to={`/bookings/${bookingId}`}>{bookingId}</ScreenLink>],
          ['Event of', <Time key="created" at={createdAt} as="full" />],
          ['Next attempt', nextAttemptAt && <Time at={nextAttemptAt} as="full" />],
        ]}
      />
    </>
  )
}

function ms(value: number | null): string {
  return value === null ? '–' : `${value.toLocaleString('en-GB')} ms`
}

type AttemptsProps = { readonly attempts: readonly Attempt[]; readonly answers: readonly (string | null)[] | null }

function Attempts({ attempts, answers }: AttemptsProps) {
  if (attempts.length === 0) return <NothingYet title="Not tried yet" />
  return (
    <PlainTable
      what="Attempts"
      heads={[
        ['No'],
        ['When'],
        ['Why'],
        ['Answer'],
        ['Whole'],
        ['DNS', 'None on a connection that was open already'],
        ['Connect'],
        ['TLS'],
        ['First byte'],
      ]}
      figures={[4, 5, 6, 7, 8]}
      rows={attempts.map((attempt, index) => [
        `${attempt.startedAt} ${attempt.attempt}`,
        [
          attempt.attempt,
          <Time key="when" at={attempt.startedAt} as="full" />,
          attempt.trigger.toLowerCase(),
          <span key="answer">
            {attempt.responseStatus === null ? (attempt.error ?? 'unknown') : `HTTP ${attempt.responseStatus}`}
            <Answer attempt={attempt} answer={answers?.[index] ?? null} isShown={answers !== null} />
          </span>,
          ms(attempt.durationMs),
          ms(attempt.dnsMs),
          ms(attempt.connectMs),
          ms(attempt.tlsMs),
          ms(attempt.firstByteMs),
        ],
      ])}
    />
  )
}

type AnswerProps = { readonly attempt: Attempt; readonly answer: string | null; readonly isShown: boolean }

function Answer({ attempt, answer, isShown }: AnswerProps) {
  if (!attempt.hasAnswer) return null
  if (!isShown) return <span className="quiet"> · with a body</span>
  return <pre className="mono">{answer}</pre>
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
}

function Payload({ delivery: { sent }, shown }: { readonly delivery: DeliveryWhole; readonly shown: Shown | null }) {
  if (!sent)
    return (
      <Panel title="Payload">
        <NothingYet title="The event is no longer kept" />
      </Panel>
    )
  const body = shown?.body ?? sent.body
  return (
    <Panel
      title="What is sent"
      aside={
        <>
          <span className="quiet num">{sent.bytes.toLocaleString('en-GB')} bytes</span>
          <Copy value={body} what="the body" />
        </>
      }
    >
      <Facts
        facts={sent.headers.map(
          ({ name, value }) =>
            [
              name,
              <span key={name} className="mono">
                {value}
              </span>,
            ] as const,
        )}
      />
      {sent.isMasked && shown === null && <p className="quiet">People in it are replaced by dots.</p>}
      <JsonView value={parsed(body)} what="the body" depth={4} />
    </Panel>
  )
}
