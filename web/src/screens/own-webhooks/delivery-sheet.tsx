import { Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { ActionButton } from '../../kit/action-button.tsx'
import { Id } from '../../kit/copy.tsx'
import { Facts } from '../../kit/facts.tsx'
import { JsonView } from '../../kit/json-view.tsx'
import { Part } from '../../kit/part.tsx'
import { Sheet } from '../../kit/sheet.tsx'
import { StatusBadge } from '../../kit/status-badge.tsx'
import { Time } from '../../kit/time.tsx'
import { readable } from '../../kit/tone.ts'
import { useRead } from '../../kit/use-read.ts'
import { ownAction } from '../../portal/own-action.ts'
import { OWN_DELIVERY, type OwnAttempt, type OwnDelivery, RESEND_OWN_DELIVERY } from './documents.ts'

const EVERY_MS = 2_000

/** A delivery with its payload and every attempt. It is read again while it is on its way. */
export function DeliverySheet({ id, close }: { readonly id: string; readonly close: () => void }) {
  const read = useRead(OWN_DELIVERY, { id }, { isOn: id !== '', everyMs: EVERY_MS })
  return (
    <Sheet title="Delivery" isOpen={id !== ''} close={close}>
      <Part what="The delivery" read={read}>
        {({ ownDelivery }) => <Delivery of={ownDelivery} />}
      </Part>
    </Sheet>
  )
}

function resend({ id }: OwnDelivery) {
  return ownAction({
    label: 'Resend',
    title: 'Send the event once more',
    roles: ['partner_developer'],
    says: 'Posts the same payload again under the same webhook-id, whatever its status is. A receiver that has seen the id ignores it.',
    document: RESEND_OWN_DELIVERY,
    variablesOf: () => ({ deliveryId: id }),
    pick: ({ resendOwnDelivery }) => resendOwnDelivery,
  })
}

function Delivery({ of: delivery }: { readonly of: OwnDelivery }) {
  const { id, eventId, endpointId, eventType, bookingId, status, nextAttemptAt, createdAt, attempts, payload } =
    delivery
  const last = attempts.at(-1)
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <StatusBadge status={status} />
        <ActionButton action={resend(delivery)} letter="s" />
      </Group>
      {status !== 'DELIVERED' && last && <Text size="sm">{whyFailed(last)}</Text>}
      <Facts
        facts={[
          [
            'Event',
            <span key="type" className="mono">
              {eventType}
            </span>,
          ],
          ['Delivery', <Id key="id" value={id} what="the delivery’s id" />],
          ['webhook-id', <Id key="event" value={eventId} what="the event’s id" />],
          ['Endpoint', <Id key="endpoint" value={endpointId} what="the endpoint’s id" />],
          ['Booking', bookingId && <Id value={bookingId} what="the booking’s id" />],
          ['Made', <Time key="made" at={createdAt} as="full" />],
          ['Next attempt', nextAttemptAt && <Time at={nextAttemptAt} as="ago" />],
        ]}
      />
      <Section title={`Attempts ${attempts.length}`}>
        {attempts.length === 0 ? (
          <Text size="sm" className="quiet">
            Not yet: it is on its way.
          </Text>
        ) : (
          attempts.map((attempt) => <Attempt key={`${attempt.attempt}-${attempt.startedAt}`} of={attempt} />)
        )}
      </Section>
      <Section title="Payload, as it is signed">
        {payload === null ? (
          <Text size="sm" className="quiet">
            It is older than events are kept.
          </Text>
        ) : (
          <JsonView value={JSON.parse(payload)} what="the payload" depth={3} />
        )}
      </Section>
    </Stack>
  )
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section>
      <Title order={2} mb={6}>
        {title}
      </Title>
      {children}
    </section>
  )
}

/** What came of an attempt, in a sentence. */
function whyFailed({ responseStatus, error }: OwnAttempt): string {
  if (responseStatus !== null) return `Your endpoint answered ${responseStatus}; it has to answer 200 to 299.`
  return `Your endpoint could not be reached: ${error ?? 'no answer'}.`
}

const PARTS = [
  ['dnsMs', 'name'],
  ['connectMs', 'connect'],
  ['tlsMs', 'TLS'],
  ['firstByteMs', 'first byte'],
] as const

function Attempt({ of: attempt }: { readonly of: OwnAttempt }) {
  const { trigger, startedAt, durationMs, responseStatus, error, responseBodyExcerpt } = attempt
  const parts = PARTS.flatMap(([name, label]) => (attempt[name] === null ? [] : [`${label} ${attempt[name]} ms`]))
  const isFine = responseStatus !== null && responseStatus >= 200 && responseStatus < 300
  return (
    <div style={{ marginBottom: 10 }}>
      <Facts
        facts={[
          ['Attempt', `${attempt.attempt}, ${readable(trigger).toLowerCase()}`],
          ['At', <Time key="at" at={startedAt} />],
          [
            'Answer',
            <StatusBadge
              key="answer"
              status={isFine ? 'DELIVERED' : 'FAILED'}
              label={responseStatus === null ? (error ?? 'no answer') : String(responseStatus)}
            />,
          ],
          ['Took', `${durationMs} ms${parts.length === 0 ? '' : ` (${parts.join(', ')})`}`],
          ['It said', responseBodyExcerpt && <span className="mono">{responseBodyExcerpt}</span>],
        ]}
      />
    </div>
  )
}
