import { ActionButton } from '../../kit/action-button.tsx'
import { ShownOnce } from '../../portal/shown-once.tsx'
import type { EndpointWhole } from './documents.ts'

/** Hidden, but there: what an action has done is still shown when it can be done no more. */
function offered(isOffered: boolean) {
  return isOffered ? {} : { display: 'none' }
}

const HOUR_MS = 3_600_000

/** An hour ago, by the minute: most is found soon after it began. */
function anHourAgo(): string {
  return `${new Date(Date.now() - HOUR_MS).toISOString().slice(0, 16)}:00Z`
}

/** What can be done with an endpoint now. */
export function EndpointActions({ endpoint }: { readonly endpoint: EndpointWhole }) {
  const values = { endpoint: endpoint.id }
  return (
    <>
      <ActionButton
        letter="t"
        action={{
          label: 'Test',
          mutation: 'testWebhook',
          roles: ['support'],
          values,
          says: 'Sends it a webhook.test event, whatever it subscribes to. The attempt is in the list below within seconds.',
        }}
      />
      <ActionButton
        letter="r"
        action={{
          label: 'Recover a span',
          mutation: 'recoverWebhook',
          roles: ['support'],
          values,
          fields: [
            {
              name: 'since',
              label: 'From',
              kind: 'instant',
              isRequired: true,
              byDefault: anHourAgo(),
              hint: 'When the events came about; an hour ago, unless you say another time, with its zone',
            },
            { name: 'until', label: 'To', kind: 'instant', hint: 'Empty: now' },
          ],
          says: 'Sends every delivery of the span again that failed or was skipped: 50 a second, in the background, fresh events first. The receiver knows repeated ones by webhook-id.',
        }}
      />
      <ActionButton
        action={{
          label: 'New secret',
          title: 'Make a new signing secret',
          mutation: 'rotateSecretWebhook',
          roles: ['admin'],
          values,
          fields: [
            {
              name: 'graceSeconds',
              label: 'For how many seconds the older ones sign too',
              hint: 'Empty: a day. 0 ends them at once, for a secret that somebody else has',
            },
          ],
          says: 'The new secret is told once, here: hand it to the partner before you close. Until the older ones end, each event is signed with all of them.',
          done: (rows) => <Secret rows={rows} />,
        }}
      />
      <Switches endpoint={endpoint} />
    </>
  )
}

/** The secret that was made: told now, and never again. */
function Secret({ rows }: { readonly rows: unknown }) {
  const [row]: readonly unknown[] = Array.isArray(rows) ? rows : []
  if (typeof row !== 'object' || row === null || !('signingSecret' in row)) return null
  return (
    <ShownOnce what="the signing secret" value={String(row.signingSecret)}>
      The partner’s receiver checks each event with it.
    </ShownOnce>
  )
}

function Switches({ endpoint }: { readonly endpoint: EndpointWhole }) {
  const { id, enabled, pause } = endpoint
  const values = { endpoint: id }
  return (
    <>
      <ActionButton
        {...offered(!enabled)}
        action={{
          label: 'Enable',
          mutation: 'enableWebhook',
          roles: ['operations'],
          values,
          says: 'New events are sent to it again. What it has missed stays skipped until the span is recovered.',
        }}
      />
      <ActionButton
        {...offered(enabled && !pause)}
        action={{
          label: 'Pause',
          mutation: 'pauseWebhook',
          roles: ['operations'],
          values,
          fields: [{ name: 'minutes', label: 'For how many minutes', isRequired: true, byDefault: '60' }],
          says: 'Nothing is sent to it meanwhile; its deliveries wait.',
        }}
      />
      <ActionButton
        {...offered(enabled && pause !== null)}
        action={{
          label: 'Resume',
          title: 'End the pause',
          mutation: 'pauseWebhook',
          roles: ['operations'],
          values: { ...values, minutes: '0' },
          says: 'What waits is sent at once, as fast as the endpoint takes it.',
        }}
      />
    </>
  )
}
