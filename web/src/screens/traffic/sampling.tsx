import { Group, Text } from '@mantine/core'
import { ActionButton } from '../../kit/action-button.tsx'
import { Time } from '../../kit/time.tsx'
import type { Read } from '../../kit/use-read.ts'
import type { Sampling } from './documents.ts'
import { shareText } from './share-text.ts'

type SamplingRead = Read<{ readonly trafficSampling: Sampling }>

const MB = 1024 * 1024

/** Operations by the share that is kept of them: `search, rooms 1 in 1,000`. */
function sharesText(shares: Sampling['shares']): string {
  const groups = Map.groupBy(shares, ({ share }) => share)
  return [...groups]
    .sort(([one], [other]) => other - one)
    .map(([share, some]) => `${shareText(share)} of ${some.map(({ operation }) => operation).join(', ')}`)
    .join('; ')
}

type SamplingLineProps = { readonly read: SamplingRead; readonly connection: string }

/** What is kept now, and the button that keeps more of one connection for a while. */
export function SamplingLine({ read: { data }, connection }: SamplingLineProps) {
  if (!data) return null
  const { trafficSampling: sampling } = data
  const { raises, bytes, maxBytes, retainDays, pins, mostPins } = sampling
  const isOff = maxBytes === 0
  return (
    <Group justify="space-between" gap="xs" mb="xs">
      <Text size="sm" className="quiet" component="div" maw={900}>
        {isOff
          ? 'Nothing is kept: TRAFFIC_MAX_MB is 0.'
          : `Kept: ${sharesText(sampling.shares)}; failures besides, up to a bound. `}
        {!isOff && (
          <span className="num">
            {retainDays === null ? 'For ever' : `${retainDays} days`}, {Math.round(bytes / MB).toLocaleString('en-GB')}{' '}
            of {Math.round(maxBytes / MB).toLocaleString('en-GB')} MB, {pins} of {mostPins} pinned.
          </span>
        )}
        {raises.map(({ connectionId, share, until, by }) => (
          <div key={connectionId}>
            <span className="mono">{connectionId}</span>: {shareText(share)} of everything until{' '}
            <Time at={until} as="clock" />, raised by {by}
          </div>
        ))}
      </Text>
      {!isOff && <Raise connection={connection} />}
    </Group>
  )
}

function Raise({ connection }: { readonly connection: string }) {
  return (
    <ActionButton
      letter="r"
      action={{
        label: 'Raise sampling',
        mutation: 'sampleTraffic',
        roles: ['operations'],
        fields: [
          { name: 'connection', label: 'Connection', isRequired: true, byDefault: connection },
          {
            name: 'share',
            label: 'Share of its exchanges',
            kind: 'choice',
            options: [
              ['0.01', '1 in 100'],
              ['0.1', '1 in 10'],
              ['1', 'all'],
            ],
            isRequired: true,
            byDefault: '0.1',
          },
          {
            name: 'minutes',
            label: 'For how many minutes',
            isRequired: true,
            byDefault: '60',
            hint: '60 at most; 0 ends it',
          },
        ],
        says: 'More of what goes over this connection is kept, five a second at most in each process. It begins within five seconds and ends by itself.',
      }}
    />
  )
}

type WhyEmptyProps = { readonly read: SamplingRead; readonly filters: { readonly operation: string } }

/** Why there may be nothing: the share, the term, and how to see more. */
export function WhyEmpty({ read: { data }, filters: { operation } }: WhyEmptyProps) {
  if (!data) return null
  const { shares, maxBytes, wholeSince } = data.trafficSampling
  const share = shares.find((one) => one.operation === operation)?.share
  return (
    <Text size="sm" className="quiet" component="div" ta="center" role="note">
      {maxBytes === 0
        ? 'No traffic is kept: TRAFFIC_MAX_MB is 0.'
        : share === undefined
          ? 'Searches are sampled, what belongs to bookings is kept whole. Raise sampling to see more of a connection for an hour.'
          : `Of ${operation} ${shareText(share)} is kept, and failures. Raise sampling to see more of a connection for an hour.`}
      {wholeSince !== null && (
        <div>
          What was kept before <Time at={wholeSince} as="full" /> has gone, but what was pinned.
        </div>
      )}
    </Text>
  )
}
