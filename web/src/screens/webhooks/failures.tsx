import { Stack } from '@mantine/core'
import { NothingYet } from '../../kit/empty.tsx'
import { Part } from '../../kit/part.tsx'
import { ScreenLink } from '../../kit/screen-link.tsx'
import { oneOf } from '../../kit/search-state.ts'
import { Segments } from '../../kit/segments.tsx'
import { StatusBadge } from '../../kit/status-badge.tsx'
import { Time } from '../../kit/time.tsx'
import { useRead } from '../../kit/use-read.ts'
import { useSearchState } from '../../kit/use-search-state.ts'
import { PlainTable } from '../system/plain-table.tsx'
import { FAILURES, type Failure } from './documents.ts'

const RANGES = ['1', '24', '168', '720'] as const
const FIELDS = { within: oneOf(RANGES, '24') }

type FailuresProps = { readonly endpointId: string | null; readonly organizationId: string | null }

/** What failed, by the cause that the last attempts have in common. */
export function Failures({ endpointId, organizationId }: FailuresProps) {
  const [{ within }, setState] = useSearchState(FIELDS)
  const hours = within === '' ? '24' : within
  const read = useRead(FAILURES, { endpointId, organizationId, hours: Number(hours) }, { isLive: true })
  return (
    <Stack gap="xs">
      <Segments
        label="Events of the last"
        value={hours}
        options={[
          ['1', '1 hour'],
          ['24', '24 hours'],
          ['168', '7 days'],
          ['720', '30 days'],
        ]}
        onChange={(next) => setState({ within: next })}
      />
      <Part what="The failures" read={read}>
        {({ webhookFailures: { groups, isMore } }) =>
          groups.length === 0 ? (
            <NothingYet title="Nothing has failed">
              No delivery of an event of this time was given up or is tried again.
            </NothingYet>
          ) : (
            <>
              {isMore && (
                <p className="quiet">
                  Some endpoint has more than a thousand: of those the newest thousand are grouped.
                </p>
              )}
              <Groups groups={groups} />
            </>
          )
        }
      </Part>
    </Stack>
  )
}

function Groups({ groups }: { readonly groups: readonly Failure[] }) {
  return (
    <PlainTable
      what="Causes of failure"
      heads={[
        ['Cause', 'What the last attempt was answered, or why it got no answer'],
        ['Now'],
        ['Deliveries', 'Whose last attempt ended so: webhook_deliveries and webhook_attempts.'],
        ['Organizations'],
        ['Endpoints with the most'],
        ['First'],
        ['Last'],
      ]}
      figures={[2, 3]}
      rows={groups.map((group) => [
        `${group.cause} ${group.status}`,
        [
          <ScreenLink key="cause" to={`/webhooks/deliveries/${group.exampleId}`} title="The newest of them">
            {group.cause}
          </ScreenLink>,
          <StatusBadge
            key="now"
            status={group.status}
            label={group.status === 'FAILED' ? 'Given up' : 'Tried again'}
            tone={group.status === 'FAILED' ? 'bad' : 'warn'}
          />,
          group.deliveries.toLocaleString('en-GB'),
          group.organizations,
          <div key="endpoints">
            {group.endpoints.map(({ id, url, deliveries }) => (
              <div key={id} className="line-clamp">
                <ScreenLink to={`/webhooks/${id}?status=${group.status}`}>{url}</ScreenLink>{' '}
                <span className="num quiet">{deliveries.toLocaleString('en-GB')}</span>
              </div>
            ))}
          </div>,
          <Time key="first" at={group.firstAt} />,
          <Time key="last" at={group.lastAt} />,
        ],
      ])}
    />
  )
}
