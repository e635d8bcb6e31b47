import { ActionButton } from '../../kit/action-button.tsx'
import { Id } from '../../kit/copy.tsx'
import { Facts } from '../../kit/facts.tsx'
import { Panel } from '../../kit/panel.tsx'
import { ScreenLink } from '../../kit/screen-link.tsx'
import { StatusBadge } from '../../kit/status-badge.tsx'
import { Time } from '../../kit/time.tsx'
import { readable } from '../../kit/tone.ts'
import type { OwnEndpoint } from './documents.ts'
import {
  changeEndpoint,
  deleteEndpoint,
  recoverEndpoint,
  rollSecret,
  switchEndpoint,
  testEndpoint,
} from './endpoint-actions.tsx'

type EndpointCardProps = { readonly of: OwnEndpoint; readonly openDelivery: (id: string) => void }

function idIn(rows: unknown): string {
  return (rows as { readonly id?: string }).id ?? ''
}

export function EndpointCard({ of: endpoint, openDelivery }: EndpointCardProps) {
  const { id, url, description, eventTypes, enabled, disabledReason, maxConcurrency, maxPerSecond, createdAt } =
    endpoint
  return (
    <Panel
      title={<span style={{ overflowWrap: 'anywhere' }}>{url}</span>}
      aside={
        <>
          <ActionButton action={testEndpoint(endpoint)} onDone={(rows) => openDelivery(idIn(rows))} />
          <ActionButton action={changeEndpoint(endpoint)} />
          <ActionButton action={rollSecret(endpoint)} />
          <ActionButton action={recoverEndpoint(endpoint)} />
          <ActionButton action={switchEndpoint(endpoint)} />
          <ActionButton action={deleteEndpoint(endpoint)} />
        </>
      }
    >
      <Facts
        facts={[
          ['State', <StatusBadge key="state" status={enabled ? 'ENABLED' : 'DISABLED'} />],
          ['Why', disabledReason && readable(disabledReason)],
          ['For', description],
          ['Id', <Id key="id" value={id} what="the endpoint’s id" />],
          [
            'Events',
            <span key="events" className="mono">
              {eventTypes.join(', ')}
            </span>,
          ],
          ['At most', `${maxConcurrency} at once${maxPerSecond === null ? '' : `, ${maxPerSecond} a second`}`],
          ['Made', <Time key="made" at={createdAt} />],
          [
            'Deliveries',
            <span key="deliveries">
              <ScreenLink to={`/webhooks?endpoint=${id}`}>all</ScreenLink> ·{' '}
              <ScreenLink to={`/webhooks?endpoint=${id}&status=FAILED`}>failed</ScreenLink>
            </span>,
          ],
        ]}
      />
    </Panel>
  )
}
